/**
 * Runs of randomly drawn algorithms, policies, timing models, triggers and faults: each keeps the
 * invariants, or is refused with a reason; none goes on for ever. fast-check prints the seed and the
 * smallest combination that fails.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepingAgents } from '../../../src/problems/keptAgents.ts';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { InputError } from '../../../src/values/failure.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import { refuseStalling } from '../../../src/configuration/refuseStalling.ts';
import type { Distribution } from '../../../src/timing/distribution.ts';
import type { SpeedModel } from '../../../src/timing/speed.ts';
import { isShared, type TimingModel } from '../../../src/timing/timingModel.ts';
import { ALL_SEVEN } from '../../oracles/events.ts';
import { scriptedRun } from './scriptedRun.ts';
import { agentsThatDiffer } from './timedFixture.ts';

const M = 4;
const T = 12;
const problem = keepingAgents(buildProblem(agentsThatDiffer(M)));

const late = fc.constantFrom('drop', 'carry');
const count = fc.integer({ min: 1, max: M });
const weight = fc.oneof(
  fc.constant({ kind: 'constant' } as const),
  fc.record({ kind: fc.constant('hinge'), slope: fc.constantFrom(0.5, 4), from: fc.nat(3) } as const),
  fc.record({ kind: fc.constant('polynomial'), exponent: fc.constantFrom(0.5, 1) } as const),
);
const mixing = fc.constantFrom(0.3, 1);

const policy: fc.Arbitrary<PolicyConfiguration> = fc.oneof(
  fc.constant({ kind: 'synchronous' } as const),
  fc.record({ kind: fc.constant('first'), count, late } as const),
  fc.record({ kind: fc.constant('deadline'), seconds: fc.constantFrom(0.5, 3, 10), late } as const),
  fc.record({ kind: fc.constant('sampled'), count } as const),
  fc.record(
    {
      ...{ kind: fc.constant('first'), count: fc.constantFrom(1, 2), late },
      ...{ of: fc.constantFrom(2, 3), among: fc.constant('present'), deadline: fc.constantFrom(0.5, 5) },
    } as const,
    { requiredKeys: ['kind', 'count', 'late', 'of'] },
  ),
  fc.record({ kind: fc.constant('buffered'), count, weight } as const),
  fc.record({ kind: fc.constant('asynchronous'), mixing, weight } as const),
  fc.record(
    {
      ...{ kind: fc.constant('buffered'), count, weight },
      ...{ concurrency: count, arrivals: fc.constantFrom(0.5, 5), largestStaleness: fc.nat(3) },
    } as const,
    { requiredKeys: ['kind', 'count', 'weight'] },
  ),
  fc.record({ kind: fc.constant('bounded-staleness'), staleness: fc.nat(5), mixing, weight } as const),
  fc.record({ kind: fc.constant('tiers'), tiers: count } as const),
);

const duration: fc.Arbitrary<Distribution> = fc.oneof(
  fc.constantFrom(0, 0.25, 1),
  fc.constantFrom<Distribution>(
    { kind: 'exponential', mean: 1 },
    { kind: 'pareto', scale: 0.3, shape: 1.2 },
    { kind: 'uniform', low: 0, high: 2 },
    { kind: 'gamma', shape: 0.5, scale: 2 },
    { kind: 'shifted-exponential', shift: 0.5, scale: 1 },
    { kind: 'half-normal', scale: 1 },
    { kind: 'weibull', scale: 0.5, shape: 0.7 },
    { kind: 'empirical', values: [0.5, 0.5, 7] },
  ),
);
const probability = fc.constantFrom(0, 0, 0.1, 0.5);
const bursts = fc.constant({ kind: 'gilbert-elliott', toBad: 0.2, toGood: 0.5 } as const);

const fields = {
  compute: duration,
  computeDraw: fc.constantFrom('step' as const, 'dispatch' as const),
  slowness: fc.constantFrom<Distribution>(1, 3, { kind: 'uniform', low: 0.5, high: 4 }),
  speed: fc.constantFrom<SpeedModel>(
    { kind: 'two-state', factor: 5, fast: 2, slow: 1 },
    { kind: 'markov', factors: [1, 3, 0.5], sojourns: [1, 0.2, 3], group: 0 },
  ),
  uplinkLatency: duration,
  downlinkLatency: duration,
  uplinkBandwidth: fc.constantFrom(20, 1e6),
  availability: fc.record({
    on: fc.constantFrom<Distribution>(3, { kind: 'exponential', mean: 5 }),
    off: fc.constantFrom<Distribution>(1, { kind: 'exponential', mean: 2 }),
  }),
  outages: fc.record({
    on: fc.constantFrom<Distribution>(4, { kind: 'exponential', mean: 8 }),
    off: fc.constantFrom<Distribution>(0, 2),
    start: fc.constantFrom('on' as const, 'stationary' as const),
  }),
  measured: fc.record({
    order: fc.constantFrom('in-order' as const, 'resampled' as const),
    everyone: fc.constantFrom({ uplink: [0, 1, 0.2] }, { compute: [3, 1], downlink: [0.5, 0] }),
  }),
  dropout: probability,
  crash: fc.oneof(
    fc.record({ at: fc.constantFrom<Distribution>(0, 4, { kind: 'exponential', mean: 10 }) }),
    fc.record({
      at: fc.constantFrom<Distribution>(0, 4, { kind: 'exponential', mean: 10 }),
      returnsAfter: fc.constantFrom<Distribution>(0, 3, { kind: 'exponential', mean: 5 }),
    }),
  ),
  loss: fc.record({ uplink: fc.oneof(probability, bursts), downlink: fc.oneof(probability, bursts) }),
  duplication: probability,
};

const ofServer = {
  serverUplinkBandwidth: fc.constantFrom(10, 1e3),
  serverDownlinkBandwidth: fc.constantFrom(10, 1e3),
  serverCompute: duration,
};

const timing = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.record({ ...fields, ...ofServer }, { requiredKeys: [] }) },
    ),
    fc.array(
      fc
        .tuple(fc.nat(M - 1), fc.record(fields, { requiredKeys: [] }))
        .map(([agent, custom]) => ({ agents: [agent, agent] as const, ...custom })),
      { maxLength: 2 },
    ),
  )
  .map(([all, agents]) => ({ ...all, agents }));

const combination = fc.record({
  algorithm: fc.constantFrom(...ALL_SEVEN(0.03)),
  policy,
  timing,
  trigger: fc.constantFrom(
    { kind: 'deterministic', localSteps: 1 } as const,
    { kind: 'deterministic', localSteps: 4 } as const,
    { kind: 'bernoulli', probability: 0.4 } as const,
  ),
  seed: fc.integer({ min: 1, max: 1000 }),
  tieSeed: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
});

/** Why a combination is refused. */
function refusal({ algorithm, policy: chosen, timing: model }: Combination): string | undefined {
  const fault = policyFault(algorithmOf(algorithm), chosen);
  if (fault !== undefined) return fault;
  try {
    refuseStalling(chosen, model, M);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return undefined;
}

type Combination = typeof combination extends fc.Arbitrary<infer Value> ? Value : never;

it('300 combinations keep the invariants or are refused', async () => {
  const ended = { refused: 0, completed: 0, stalled: 0 };
  await fc.assert(
    fc.asyncProperty(combination, async (drawn) => {
      const reason = refusal(drawn);
      if (reason !== undefined) {
        expect(reason.length).toBeGreaterThan(20);
        ended.refused++;
        return;
      }
      const { algorithm, seed, ...rest } = drawn;
      const model: TimingModel = drawn.timing;
      const { outcome, records, events } = await scriptedRun(problem, {
        ...rest,
        verify: !isShared(model),
        algorithms: [algorithm],
        seeds: [seed],
        budget: { kind: 'rounds', rounds: T },
      });
      if (outcome.kind !== 'completed' && outcome.kind !== 'stalled') {
        throw new Error(`ended ${outcome.kind} after ${events.length} events`);
      }
      ended[outcome.kind]++;
      if (outcome.kind === 'stalled') expect(outcome.waitingFor.length).toBeGreaterThan(0);
      else expect(outcome.rounds).toBe(T);
      expect(records).toHaveLength(outcome.rounds + 1);
      for (const [k, { time, staleness, idle }] of records.entries()) {
        if (k === 0) continue;
        expect(time).toBeGreaterThanOrEqual(records[k - 1]!.time);
        expect(staleness).toBeGreaterThanOrEqual(0);
        if (time > 0) expect(idle).toBeGreaterThanOrEqual(0);
        if (time > 0) expect(idle).toBeLessThanOrEqual(1 + 1e-12);
        if (drawn.policy.kind === 'bounded-staleness') {
          expect(staleness).toBeLessThanOrEqual(drawn.policy.staleness);
        }
      }
    }),
    { numRuns: 300, seed: 20261121 },
  );
  // All three ends are met, or something of the above was never put to the test.
  expect(Object.values(ended).every((number) => number > 0)).toBe(true);
});
