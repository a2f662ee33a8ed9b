/**
 * The simulator's own mean over 2,000 seeds against the expectation over schedules, by server steps and by seconds: some seconds, since replications have a start each. A right
 * program fails one of these tests with a probability of 10⁻⁴ or so.
 */
import { describe, expect, test } from 'vitest';
import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { exactCurveOf, withinBand } from '../../../src/testing/exactCurve.ts';
import { errorAt } from '../../../src/theory/schedules/againstSeconds.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { agentsThatDiffer, storyOf } from '../../actors/timed/timedFixture.ts';
import { configurationOf, LOCAL_SA, SCAFFOLD } from '../../oracles/events.ts';

const SEEDS = Array.from({ length: 2000 }, (_, k) => k + 1);
const STEPS = 10;
const SHOWN = [0, 1, 2, 5, 10];
const weight = { kind: 'constant' } as const;
const dispatches: TimingModel = { compute: { kind: 'exponential', mean: 2 }, computeDraw: 'dispatch' };
/** Agent 0 is four times as fast. */
const uneven: TimingModel = {
  ...dispatches,
  agents: [{ agents: [0, 0], compute: { kind: 'exponential', mean: 0.5 } }],
};
const summed: TimingModel = { compute: { kind: 'gamma', shape: 2, scale: 1 }, uplinkLatency: 0.5 };

describe('2,000 seeds are about the expectation:', () => {
  test.each<[string, ConfiguredAlgorithm, PolicyConfiguration, TimingModel]>([
    ['deadline', LOCAL_SA(0.2), { kind: 'deadline', seconds: 5, late: 'drop' }, summed],
    ['FedAsync', LOCAL_SA(0.2), { kind: 'asynchronous', mixing: 0.5, weight }, uneven],
    ['FedBuff', SCAFFOLD(0.1), { kind: 'buffered', count: 2, weight, momentum: 0.3 }, uneven],
  ])('%s', async (_, algorithm, policy, timing) => {
    const specification = agentsThatDiffer(4);
    const problem = buildProblem(specification);
    const localSteps = 2;
    const configuration = configurationOf({
      algorithms: [algorithm as never],
      trigger: { kind: 'deterministic', localSteps },
      policy,
      timing,
      sampling: 'iid',
      initial: [2, -1],
      seeds: SEEDS,
      budget: { kind: 'rounds', rounds: STEPS },
    });
    const steps = Array.from({ length: 40 }, (__, t) => t);
    const exact = exactCurveOf(problem, { ...configuration, algorithm: algorithm as never, rounds: steps });
    const { all } = await storyOf(specification, configuration, problem);
    const errors = SEEDS.map((): number[] => []);
    const times = SEEDS.map((): number[] => []);
    for (const event of all) {
      if (event.kind !== 'roundRecorded') continue;
      errors[event.replication.seed - 1]!.push(event.record.error);
      times[event.replication.seed - 1]!.push(event.record.time);
    }
    const displayed = { ...exact, rounds: SHOWN, meanSquare: SHOWN.map((t) => exact.meanSquare[t]!) };
    const sample = errors.map((error) => SHOWN.map((t) => error[t]!));
    expect(withinBand(sample, displayed, { failureProbability: 1e-4 })).toMatchObject({ within: true });
    if (policy.kind !== 'asynchronous') return;
    // Λ = 1/(0.5 · 2) + 3/(2 · 2) answers a second.
    const law = { rate: 1.75, answers: 1 };
    // More than ten answers by then have a probability of 10⁻⁶.
    const seconds = [0.25, 0.5, 1];
    const atTimes = errors.map((error, k) =>
      seconds.map((at) => error[times[k]!.findLastIndex((time) => time <= at)]!),
    );
    const bySeconds = {
      ...exact,
      rounds: seconds,
      meanSquare: seconds.map((at) => errorAt(exact.meanSquare, law, at)),
    };
    expect(withinBand(atTimes, bySeconds, { failureProbability: 1e-4 })).toMatchObject({ within: true });
  });
});
