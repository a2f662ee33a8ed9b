/** Whom the server hears of those that answer at the same time: any of them alike, and how often that decides. */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { configurationOf, FEDHSA, LOCAL_SA, replicationsOf } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf, type TimedStory } from './timedFixture.ts';

const ROUNDS = 2_000;
const constant = { kind: 'constant' } as const;
const first = (count: number): PolicyConfiguration => ({ kind: 'first', count, late: 'drop' });
const ASYNCHRONOUS: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.1, weight: constant };

function run(
  agents: number,
  policy: PolicyConfiguration,
  timing: TimingModel,
  changes: Partial<RunConfiguration> = {},
): Promise<TimedStory> {
  return storyOf(
    agentsThatDiffer(agents),
    configurationOf({
      ...{ algorithms: [LOCAL_SA(0.01)], policy, timing, updates: true, recording: { every: ROUNDS } },
      budget: { kind: 'rounds', rounds: ROUNDS },
      trigger: { kind: 'deterministic', localSteps: 1 },
      ...changes,
    }),
  );
}

/** How many server steps took each agent in. */
const taken = (story: TimedStory, agents: number): number[] =>
  Array.from(
    { length: agents },
    (_, agent) => eventsOf(story, 'applied').filter((event) => event.agent === agent).length,
  );

/** Of `ROUNDS` independent draws with probability p; beyond 4.5 deviations with probability 7e-6. */
function expectDraws(count: number, p: number): void {
  expect(Math.abs(count - ROUNDS * p) / Math.sqrt(ROUNDS * p * (1 - p))).toBeLessThan(4.5);
}

test('FedHSA under first:3 of five hears every agent, though its first exchange takes no time and one is slow', async () => {
  const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;
  const timing: TimingModel = {
    compute: exponential(1),
    agents: [{ agents: [0, 0], compute: exponential(4) }],
  };
  const story = await run(5, first(3), timing, { algorithms: [FEDHSA(0.01)] });
  for (const count of taken(story, 5)) expectDraws(count, 3 / 5);
  // Both exchanges of a round are closed by an answer; the second waits for those of the first.
  expect(story.outcome!.selections).toEqual({ closed: 2 * ROUNDS, tied: ROUNDS });
});

test('the first two of three at the same time are any two', async () => {
  const story = await run(3, first(2), { compute: 1 });
  for (const count of taken(story, 3)) expectDraws(count, 2 / 3);
});

test('without any time, rounds without end at one moment: every agent as often', async () => {
  const story = await run(5, ASYNCHRONOUS, { compute: 0 });
  expect(taken(story, 5)).toEqual([400, 400, 400, 400, 400]);
  const rounds = await run(5, first(2), { compute: 0 });
  for (const count of taken(rounds, 5)) expectDraws(count, 2 / 5);
});

test('of two that end at the same time by other ways, each is first as often', async () => {
  const timing: TimingModel = {
    agents: [
      { agents: [0, 0], compute: 1, uplinkLatency: 1 },
      { agents: [1, 1], compute: 2 },
    ],
  };
  const story = await run(2, first(1), timing);
  for (const count of taken(story, 2)) expectDraws(count, 1 / 2);
});

test('tie seeds have orders of their own, and each the same again; seeds have other orders under one tie seed', async () => {
  const order = async (tieSeed: number | undefined, seed = 1): Promise<string> => {
    const changes = { tieSeed, seeds: [seed], budget: { kind: 'rounds', rounds: 40 } } as const;
    const story = await run(4, ASYNCHRONOUS, { compute: 1 }, changes);
    return eventsOf(story, 'applied')
      .map(({ agent }) => agent)
      .join('');
  };
  const orders = [await order(undefined), await order(1), await order(2), await order(1, 2)];
  expect(new Set(orders).size).toBe(4);
  expect(await order(2)).toBe(orders[2]);
});

test('first:2 with equal times has the exact mean of any two, over 2,000 seeds', async () => {
  const problem = agentsThatDiffer(3);
  const seeds = Array.from({ length: 2_000 }, (_, k) => k + 1);
  const configuration = configurationOf({
    ...{ algorithms: [LOCAL_SA(0.2)], policy: first(2), timing: { compute: 1 }, sampling: 'iid', seeds },
    ...{ budget: { kind: 'rounds', rounds: 4 }, trigger: { kind: 'deterministic', localSteps: 2 } },
  });
  const built = buildProblem(problem);
  const exact = exactErrors(built, solveProblem(built), configuration, LOCAL_SA(0.2), [4]);
  if (exact.kind === 'refused') throw new Error(exact.reason);
  const errors = (await replicationsOf(problem, configuration)).map(({ records }) => records.at(-1)!.error);
  const mean = errors.reduce((sum, x) => sum + x, 0) / errors.length;
  const variance = errors.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (errors.length - 1);
  expect(Math.abs(mean - exact.meanSquare[0]!) / Math.sqrt(variance / errors.length)).toBeLessThan(4.5);
});

describe('exchanges closed by an answer, and those that a tie decided, by hand:', () => {
  const slow: TimingModel = { compute: 1, agents: [{ agents: [2, 2], compute: 3 }] };
  const buffered: PolicyConfiguration = { kind: 'buffered', count: 2, weight: constant };
  test.each<[string, number, PolicyConfiguration, TimingModel, number, number]>([
    ['synchronous', 3, { kind: 'synchronous' }, { compute: 1 }, 6, 0],
    ['a deadline', 3, { kind: 'deadline', seconds: 1, late: 'drop' }, { compute: 1 }, 6, 0],
    ['a deadline that finds some', 3, { kind: 'deadline', seconds: 2, late: 'drop' }, slow, 0, 0],
    // The run ends with its last step, before the other answer of that moment.
    ['first:2 of three at once', 3, first(2), { compute: 1 }, 6, 5],
    ['first:2, the third later', 3, first(2), slow, 6, 0],
    ['first:1 of two at once', 3, first(1), slow, 6, 5],
    ['late answers carried', 3, { kind: 'first', count: 2, late: 'carry' }, { compute: 1 }, 6, 6],
    // At each second two answers, each a step.
    ['asynchronous, at once', 2, ASYNCHRONOUS, { compute: 1 }, 6, 6],
    // Agent 1 ends at 1.5, 3, …: at 3 s and 6 s both; steps at 1, 1.5, 2, 3, 3, 4.
    [
      'asynchronous, now and then at once',
      2,
      ASYNCHRONOUS,
      { compute: 1, agents: [{ agents: [1, 1], compute: 1.5 }] },
      ...([6, 2] as const),
    ],
    ['buffered:2 of four at once', 4, buffered, { compute: 1 }, 6, 6],
    ['buffered:2 of two at once', 2, buffered, { compute: 1 }, 6, 0],
    // The second answer of a second waits until the server has worked.
    ['asynchronous, with a server at work', 2, ASYNCHRONOUS, { compute: 1, serverCompute: 0.25 }, 6, 2],
  ])('%s', async (_, agents, policy, timing, closed, tied) => {
    const { outcome } = await run(agents, policy, timing, { budget: { kind: 'rounds', rounds: 6 } });
    expect(outcome!.selections).toEqual({ closed, tied });
  });
});
