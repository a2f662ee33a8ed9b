/** A timed run tells the same, wherever its agents compute. */
import { expect, it } from 'vitest';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import type { RunTrigger } from '../../../src/triggers/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { ALL_SEVEN, canonical, configurationOf, expectSameEvents, told } from '../../oracles/events.ts';
import { oneOfEach } from '../../tooling/parts.ts';
import { agentsThatDiffer } from './timedFixture.ts';

const problem = agentsThatDiffer(5);

/** Everything that a model can have, losses and a crash with return among it. */
const EVENTFUL: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'uniform', low: 0, high: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.2 },
  uplinkBandwidth: { kind: 'log-normal', median: 100, sigma: 1 },
  availability: { on: { kind: 'exponential', mean: 20 }, off: { kind: 'exponential', mean: 3 } },
  duplication: 0.2,
  agents: [
    { agents: [1, 1], crash: { at: 15, returnsAfter: 5 } },
    { agents: [4, 4], compute: { kind: 'pareto', scale: 0.5, shape: 1.5 } },
  ],
};
const BURSTS = { kind: 'gilbert-elliott', toBad: 0.1, toGood: 0.5, lossInGood: 0.05 } as const;
const LOSSY: TimingModel = { ...EVENTFUL, dropout: 0.05, loss: { uplink: BURSTS, downlink: 0.1 } };

const SERVERS: TimingModel = {
  outages: { on: { kind: 'exponential', mean: 12 }, off: 2, start: 'stationary' },
  speed: { kind: 'two-state', factor: 4, fast: 5, slow: 2, group: 0 },
  serverUplinkBandwidth: 200,
  serverDownlinkBandwidth: 300,
  serverCompute: { kind: 'exponential', mean: 0.2 },
};

const weight = { kind: 'polynomial', exponent: 0.5 } as const;
const WORK: RunTrigger = { kind: 'work', seconds: 2 };
const AGED = { kind: 'exponential', scale: 4, unit: 'seconds' } as const;

const CASES: readonly (readonly [PolicyConfiguration, TimingModel, RunTrigger?])[] = [
  [{ kind: 'synchronous' }, EVENTFUL],
  [{ kind: 'first', count: 3, late: 'drop' }, EVENTFUL, WORK],
  [{ kind: 'first', count: 3, late: 'carry' }, EVENTFUL],
  [{ kind: 'deadline', seconds: 4, late: 'drop' }, LOSSY],
  [{ kind: 'deadline', seconds: 4, late: 'carry' }, LOSSY],
  [{ kind: 'sampled', count: 2 }, EVENTFUL],
  [{ kind: 'first', count: 2, of: 3, among: 'present', deadline: 5, late: 'carry' }, LOSSY],
  [
    { kind: 'buffered', count: 2, weight },
    { ...LOSSY, ...SERVERS },
  ],
  [{ kind: 'asynchronous', mixing: 0.5, weight: AGED, largestAge: 12 }, LOSSY],
  [{ kind: 'bounded-staleness', staleness: 3, mixing: 0.5, weight }, LOSSY],
  [{ kind: 'tiers', tiers: 2 }, LOSSY],
  [
    { kind: 'first', count: 3, late: 'carry' },
    { ...EVENTFUL, ...SERVERS },
  ],
  [
    { kind: 'buffered', count: 2, weight, largestStaleness: 1, momentum: 0.5, concurrency: 3, arrivals: 2 },
    LOSSY,
    WORK,
  ],
];

const COINS: RunTrigger = { kind: 'bernoulli', probability: 0.4 };

const PLACED = CASES.map(([policy, timing, trigger = COINS]) => {
  const places: readonly Partial<RunConfiguration>[] = [
    // Threads take their time to start. Drawn agents have SCAFFLSA's notices after a round.
    policy.kind === 'sampled' || policy.kind === 'asynchronous'
      ? { placement: 'own-thread' }
      : { placement: 'packed', threads: 2 },
    { placement: 'auto', threads: 1 },
  ];
  return places.map((place) => ({ place, policy, timing, trigger }));
});

it.each(oneOfEach(PLACED))(
  'a run tells inline the same as in $place, under $policy $timing $trigger',
  async ({ place, policy, timing, trigger }) => {
    const algorithms = ALL_SEVEN(0.03).filter(
      (configuration) => policyFault(algorithmOf(configuration), policy, trigger) === undefined,
    );
    const base = configurationOf({
      algorithms,
      policy,
      timing,
      trace: true,
      tieSeed: 5,
      seeds: [1, 2],
      trigger,
      budget: { kind: 'rounds', rounds: 8 },
      averageFrom: 0.2,
    });
    const inline = await told(problem, base);
    expect(inline.error).toBeUndefined();
    const expected = canonical(inline.events);
    expect(expected.filter(({ kind }) => kind === 'timed').length).toBeGreaterThan(100);
    const other = await told(problem, { ...base, ...place });
    expect(other.error).toBeUndefined();
    expectSameEvents(canonical(other.events), expected);
  },
);
