/** Paces against what runs do: exactly, where times are constant, and by integrals of order statistics. */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { expectedPace } from '../../src/theory/expectedPace.ts';
import { expectedRounds } from '../../src/theory/expectedRounds.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { agentsThatDiffer, storyOf } from '../actors/timed/timedFixture.ts';
import { configurationOf } from '../oracles/events.ts';

const weight = { kind: 'constant' } as const;
const asynchronous: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.1, weight };
const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;

const paceOf = (policy: PolicyConfiguration, timing: TimingModel, agents: number, localSteps = 3) =>
  expectedPace({ agents, dimension: 2 }, { policy, timing, trigger: { kind: 'deterministic', localSteps } });

/** Agents of cycles 3 · 1 + 1 + 1 = 5, 10 and 15 s. */
const constant: TimingModel = {
  compute: 1,
  uplinkLatency: 1,
  downlinkLatency: 1,
  agents: [
    { agents: [1, 1], compute: 2, uplinkLatency: 3 },
    { agents: [2, 2], compute: 4, uplinkLatency: 2 },
  ],
};

describe('agents at their own pace, times constant, over whole periods of all agents:', () => {
  test.each([
    ['asynchronous', asynchronous, 1],
    ['buffered by two', { kind: 'buffered', count: 2, weight } as const, 2],
    ['buffered by more than there are', { kind: 'buffered', count: 11, weight } as const, 11],
  ])('%s', async (_, policy, answers) => {
    const pace = paceOf(policy, constant, 3)!;
    // In 30 s agents answer 6, 3 and 2 times.
    expect(pace.stepSeconds).toBeCloseTo((30 / 11) * answers, 12);
    expect(pace.staleness).toBeCloseTo(2 / answers, 12);
    expect(pace.idle).toBeCloseTo((1 / 5 + 1 / 10 + 1 / 15) / 3, 12);
    if (answers === 1) {
      const expected = [11 / 6, 11 / 3, 11 / 2].map((x) => x - 1);
      pace.stalenessOf!.forEach((x, k) => {
        expect(x).toBeCloseTo(expected[k]!, 12);
      });
    } else expect(pace.stalenessOf).toBeNull();
    const steps = 2200 / answers;
    const { records, events } = await storyOf(
      agentsThatDiffer(3),
      configurationOf({
        policy,
        timing: constant,
        updates: true,
        budget: { kind: 'rounds', rounds: steps },
        sampling: 'exact',
        algorithms: [{ name: 'local-sa', stepSize: 0.01 }],
      }),
    );
    const last = records.at(-1)!;
    expect(last.time / steps / pace.stepSeconds).toBeCloseTo(1, 2);
    expect(last.idle).toBeCloseTo(pace.idle!, 2);
    const stale = events.flatMap((event) => (event.kind === 'applied' ? [event] : []));
    const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    expect(meanOf(stale.map(({ staleness }) => staleness))).toBeCloseTo(pace.staleness!, 1);
    pace.stalenessOf?.forEach((x, agent) => {
      const ours = stale.filter((candidate) => candidate.agent === agent).map(({ staleness }) => staleness);
      expect(meanOf(ours)).toBeCloseTo(x, 1);
    });
  });
});

test.each([
  [1, 1],
  [3, 1],
  [3, 2],
])(
  'with %i of five agents at work, K = %i, steps are as far apart and updates as stale',
  async (working, count) => {
    const policy = { kind: 'buffered', count, weight, concurrency: working } as const;
    const timing: TimingModel = { compute: exponential(2), computeDraw: 'dispatch', uplinkLatency: 0.5 };
    const pace = paceOf(policy, timing, 5)!;
    const steps = 4000 / count;
    const { records, events } = await storyOf(
      agentsThatDiffer(5),
      configurationOf({
        ...{ policy, timing, updates: true, sampling: 'exact' },
        budget: { kind: 'rounds', rounds: steps },
        algorithms: [{ name: 'local-sa', stepSize: 0.01 }],
      }),
    );
    const last = records.at(-1)!;
    expect(pace.staleness).toBe((working - 1) / count);
    expect(pace.stalenessOf).toEqual(count === 1 ? [working - 1] : null);
    const stale = events.flatMap((event) => (event.kind === 'applied' ? [event.staleness] : []));
    // What is under way at the end is all that is missing.
    expect(stale.reduce((a, b) => a + b, 0) / stale.length / Math.max(pace.staleness!, 1e-9)).toBeCloseTo(
      working === 1 ? 0 : 1,
      1,
    );
    // 4,000 dispatches with a standard deviation of at most their mean: 1.6 %, and 6.5 % are four of these.
    expect(Math.abs(last.time / steps / pace.stepSeconds - 1)).toBeLessThan(0.065);
    expect(Math.abs(last.idle - pace.idle!)).toBeLessThan(0.02);
  },
);

describe('rounds of agents that are alike, one part exponential:', () => {
  /** E of the k-th smallest of m exponentials of mean 1: ∫ P(fewer than k by t) dt; from a deadline on of the first. */
  function orderStatistic(k: number, m: number, deadline = Infinity): number {
    const choose = (n: number, j: number): number => (j === 0 ? 1 : (choose(n - 1, j - 1) * n) / j);
    const step = 1e-3;
    let sum = 0;
    for (let t = step / 2; t < 40; t += step) {
      const p = 1 - Math.exp(-t);
      for (let j = 0; j < (t < deadline ? k : 1); j++)
        sum += step * choose(m, j) * p ** j * (1 - p) ** (m - j);
    }
    return sum;
  }
  const once: TimingModel = { compute: exponential(2), computeDraw: 'dispatch', uplinkLatency: 0.5 };

  test.each([
    [{ kind: 'synchronous' }, 5, 5],
    [{ kind: 'sampled', count: 3 }, 3, 3],
    [{ kind: 'first', count: 2, late: 'drop' }, 5, 2],
    [{ kind: 'first', count: 2, late: 'drop', of: 4 }, 4, 2],
    [{ kind: 'deadline', seconds: 3.5, late: 'drop' }, 5, 5, 0.5],
    [{ kind: 'first', count: 2, late: 'drop', deadline: 2 }, 5, 2, 0.25],
    [{ kind: 'deadline', seconds: 0.4, late: 'drop' }, 5, 5, 0],
  ] as const)('%o', (policy, asked, awaited, deadline?: number) => {
    const pace = paceOf(policy, once, 5)!;
    expect(pace.stepSeconds).toBeCloseTo(0.5 + 6 * orderStatistic(awaited, asked, deadline), 5);
    expect(pace.staleness).toBeNull();
    if (asked === awaited && deadline === undefined)
      expect(pace.idle).toBeCloseTo(1 - ((asked / 5) * 6.5) / pace.stepSeconds, 12);
    else expect(pace.idle).toBeNull();
  });

  test.each<[string, PolicyConfiguration, TimingModel]>([
    ['a sum of exponentials', { kind: 'synchronous' }, { compute: exponential(2) }],
    ['two random parts', { kind: 'synchronous' }, { ...once, uplinkLatency: exponential(1) }],
    ['agents that differ', { kind: 'synchronous' }, constant],
    [
      'messages that hold one another up',
      { kind: 'first', count: 2, late: 'drop' },
      { compute: 1, downlinkLatency: exponential(1) },
    ],
    ['late answers that count', { kind: 'first', count: 2, late: 'carry' }, once],
    ['a deadline and late answers that count', { kind: 'deadline', seconds: 2, late: 'carry' }, once],
    ['agents that are slow for good', asynchronous, { ...once, slowness: exponential(1) }],
    [
      'laws that differ, of one mean',
      { kind: 'synchronous' },
      { ...once, agents: [{ agents: [1, 1], compute: 2 }] },
    ],
    ['faults of one agent', asynchronous, { ...once, agents: [{ agents: [3, 3], dropout: 0.1 }] }],
    ['faults', asynchronous, { ...once, dropout: 0.1 }],
    ['a mean that is infinite', asynchronous, { compute: { kind: 'pareto', scale: 1, shape: 1 } }],
    ['agents that come as they like', { ...asynchronous, arrivals: 2 }, once],
    [
      'agents that differ and are not always at work',
      { ...asynchronous, concurrency: 2 },
      { ...once, agents: [{ agents: [1, 1], uplinkLatency: 2 }] },
    ],
  ])('none for %s', (_, policy, timing) => {
    expect(paceOf(policy, timing, 5)).toBeUndefined();
  });
});

describe('limits end a run after about as many rounds as fit:', () => {
  const trigger = { kind: 'deterministic', localSteps: 5 } as const;
  const dispatches: TimingModel = { compute: exponential(2), computeDraw: 'dispatch' };
  test.each<[string, Partial<Parameters<typeof expectedRounds>[1]>, object, number]>([
    ['rounds of 10 s in 35 s', { timing: { compute: 2 } }, { seconds: 35 }, 3],
    ['rounds of 0.1 s in 0.3 s', { timing: { compute: 0.02 } }, { seconds: 0.3 }, 3],
    ['rounds of 5 s without a timing model', {}, { seconds: 24 }, 4],
    [
      'three agents’ answers, one every 10 s',
      { policy: asynchronous, timing: dispatches },
      { seconds: 100 },
      30,
    ],
    ['two answers of 16 bytes a round', { policy: { kind: 'sampled', count: 2 } }, { bytes: 100 }, 3],
  ])('%s', (_, more, limits, rounds) => {
    const budget = { kind: 'limits', ...limits } as const;
    expect(expectedRounds({ agents: 3, dimension: 2 }, { trigger, budget, ...more })).toBe(rounds);
  });
});
