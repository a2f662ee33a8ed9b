/**
 * Times and staleness that have closed forms. With exponential compute times of mean 1 and H = 1, M
 * agents are M exponential clocks. Sums of thousands of independent terms are compared with their means
 * in standard deviations: beyond 5.8 with probability 10⁻⁸ by the normal law.
 */
import { describe, expect, it } from 'vitest';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf, LOCAL_SA } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf, type TimedStory } from './timedFixture.ts';

const SIGMAS = 5.8;
const MEMORYLESS: TimingModel = { compute: { kind: 'exponential', mean: 1 } };

function run(
  agents: number,
  policy: PolicyConfiguration,
  rounds: number,
  changes: Partial<RunConfiguration> = {},
): Promise<TimedStory> {
  return storyOf(
    agentsThatDiffer(agents),
    configurationOf({
      algorithms: [LOCAL_SA(1e-3)],
      policy,
      timing: MEMORYLESS,
      trigger: { kind: 'deterministic', localSteps: 1 },
      budget: { kind: 'rounds', rounds },
      recording: { every: rounds },
      ...changes,
    }),
  );
}

const sumOver = (from: number, to: number, term: (k: number) => number): number => {
  let sum = 0;
  for (let k = from; k <= to; k++) sum += term(k);
  return sum;
};

/** Mean and variance of the K-th of M exponential times: Σ 1/k and Σ 1/k² over k = M − K + 1, …, M (Rényi). */
const orderStatistic = (K: number, M: number): { mean: number; variance: number } => ({
  mean: sumOver(M - K + 1, M, (k) => 1 / k),
  variance: sumOver(M - K + 1, M, (k) => 1 / k ** 2),
});

function expectTotal(
  total: number,
  count: number,
  { mean, variance }: { mean: number; variance: number },
): void {
  expect(Math.abs(total - count * mean) / Math.sqrt(count * variance)).toBeLessThan(SIGMAS);
}

describe('time of a round', () => {
  const T = 2000;
  it.each([
    [1, { kind: 'synchronous' }, orderStatistic(1, 1)],
    [6, { kind: 'synchronous' }, orderStatistic(6, 6)],
    [6, { kind: 'first', count: 2, late: 'drop' }, orderStatistic(2, 6)],
    [6, { kind: 'first', count: 5, late: 'drop' }, orderStatistic(5, 6)],
    [6, { kind: 'sampled', count: 3 }, orderStatistic(3, 3)],
  ] satisfies (readonly [number, PolicyConfiguration, ReturnType<typeof orderStatistic>])[])(
    'of %i agents under %o is the order statistic of exponentials',
    async (M, policy, law) => {
      const { records } = await run(M, policy, T);
      expectTotal(records.at(-1)!.time, T, law);
    },
  );

  it('up to a deadline of 0.4 is ∫ P(some of 3 are not done) dt, or ends with the first update', async () => {
    const M = 3;
    const delta = 0.4;
    // ∫₀^Δ 1 − (1 − e^{−t})³ dt by expansion, and with probability e^{−3Δ} another Exp(3).
    const upTo = sumOver(1, M, (k) => ([3, -3, 1][k - 1]! * (1 - Math.exp(-k * delta))) / k);
    const mean = upTo + Math.exp(-M * delta) / M;
    const story = await run(M, { kind: 'deadline', seconds: delta, late: 'drop' }, T, { trace: true });
    // The time is at most Δ plus Exp(3) with probability e^{−3Δ}: variance below Δ² + 2/9 e^{−3Δ}.
    const variance = delta ** 2 + (2 / 9) * Math.exp(-M * delta);
    expectTotal(story.records.at(-1)!.time, T, { mean, variance });
    // Each agent is in time with probability 1 − e^{−Δ}; where none is, one update makes the step.
    const inTime = M * (1 - Math.exp(-delta)) + Math.exp(-M * delta);
    expectTotal(eventsOf(story, 'applied').length, T, { mean: inTime, variance: M });
  });
});

describe('the asynchronous server', () => {
  const M = 5;
  const T = 5000;
  const policy: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } };

  it('steps at the rate of M renewals a second', async () => {
    const { records } = await run(M, policy, T);
    // A superposition of M Poisson processes: the T-th arrival is Gamma(T, 1/M).
    expectTotal(records.at(-1)!.time, T, { mean: 1 / M, variance: 1 / M ** 2 });
  });

  it('has staleness M − 1 on average with equal agents', async () => {
    const story = await run(M, policy, T, { trace: true });
    const applied = eventsOf(story, 'applied');
    expect(applied).toHaveLength(T);
    // While an agent works for Exp(1), the M − 1 others arrive at rate 1 each: M − 1 steps on average.
    // Exactly: staleness + 1 are the steps since the agent's step before, which add up to the number
    // L_i of its last step, so that the mean is Σ L_i/T − 1. By T, an agent has been silent for more
    // than x steps with probability (1 − 1/M)^x; all M of them for at most x but for 10⁻⁸.
    const mean = applied.reduce((sum, { staleness }) => sum + staleness, 0) / T;
    const last = new Map(applied.map(({ agent, version }) => [agent, version + 1]));
    expect(last.size).toBe(M);
    expect(mean).toBeCloseTo([...last.values()].reduce((sum, step) => sum + step, 0) / T - 1, 10);
    const silent = Math.log(M * 1e8) / -Math.log(1 - 1 / M);
    expect(M - 1 - mean).toBeGreaterThanOrEqual(0);
    expect(M - 1 - mean).toBeLessThan((M * silent) / T);
    expect(story.records.at(-1)!.staleness).toBe(applied.at(-1)!.staleness);
  });

  it('renews an agent of constant times exactly so often', async () => {
    // 1 + 0.25 + 0.25 s and 2 + 0.5 s: after 30 s 20 and 12 updates have come.
    const timing: TimingModel = {
      agents: [
        { agents: [0, 0], compute: 1, uplinkLatency: 0.25, downlinkLatency: 0.25 },
        { agents: [1, 1], compute: 2, uplinkLatency: 0.5 },
      ],
    };
    const story = await run(2, policy, 32, { timing, trace: true });
    const applied = eventsOf(story, 'applied');
    const count = (agent: number): number => applied.filter((event) => event.agent === agent).length;
    // At 30 s both arrive; agent 0 goes first, and the 32nd step is agent 1's.
    expect([count(0), count(1)]).toEqual([20, 12]);
    expect(story.records.at(-1)!.time).toBe(30);
  });
});

it('tells the share of time that agents wait, which in step is 1 − 1/H_M', async () => {
  const M = 4;
  const T = 2000;
  const story = await run(M, { kind: 'synchronous' }, T, { trace: true });
  const { time, idle } = story.records.at(-1)!;
  const busy = eventsOf(story, 'activity')
    .filter(({ activity }) => activity === 'computing')
    .reduce((sum, { from, to }) => sum + to - from, 0);
  expect(idle).toBeCloseTo(1 - busy / (M * time), 9);
  // The work of M T exponentials has mean M T.
  expectTotal(busy, M * T, { mean: 1, variance: 1 });
  const harmonic = orderStatistic(M, M);
  // Time and work are within SIGMAS of their means; so is the share, to first order and a bit.
  const slack = SIGMAS * (Math.sqrt(harmonic.variance / T) / harmonic.mean + 1 / Math.sqrt(M * T));
  expect(Math.abs(idle - (1 - 1 / harmonic.mean))).toBeLessThan(1.1 * slack);
});
