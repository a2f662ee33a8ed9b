/**
 * SCAFFOLD where answers are dropped or lost: an agent's c_i moves with the answers that were taken and
 * with no others, and c is the mean of the c_i.
 */
import { expect, it } from 'vitest';
import { vectorOf } from '../../../src/algorithms/message.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf, SCAFFOLD } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';

const M = 5;
const H = 3;
const ETA = 0.1;
const d = 2;
const problem = agentsThatDiffer(M);

const SLOW: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'exponential', mean: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.5 },
  duplication: 0.2,
};
const LOSSY: TimingModel = { ...SLOW, dropout: 0.2, loss: { uplink: 0.2, downlink: 0.2 } };
const weight = { kind: 'constant' } as const;

const CASES: readonly (readonly [PolicyConfiguration, TimingModel, string])[] = [
  [{ kind: 'first', count: 2, late: 'drop' }, SLOW, 'late answers'],
  [{ kind: 'first', count: 2, late: 'drop' }, LOSSY, 'late answers, losses and dropout'],
  [{ kind: 'deadline', seconds: 4, late: 'drop' }, LOSSY, 'late answers, losses and dropout'],
  [{ kind: 'first', count: 2, late: 'carry' }, LOSSY, 'losses and dropout'],
  [{ kind: 'deadline', seconds: 4, late: 'carry' }, LOSSY, 'losses and dropout'],
  [{ kind: 'sampled', count: 2 }, SLOW, 'nothing'],
  [{ kind: 'buffered', count: 2, weight }, LOSSY, 'losses and dropout'],
  [{ kind: 'asynchronous', mixing: 0.5, weight }, LOSSY, 'losses and dropout'],
  [{ kind: 'bounded-staleness', staleness: 2, mixing: 0.5, weight }, LOSSY, 'losses and dropout'],
  [{ kind: 'asynchronous', mixing: 0.5, weight, largestStaleness: 2 }, SLOW, 'answers too stale'],
  [{ kind: 'buffered', count: 2, weight, largestStaleness: 1, concurrency: 4 }, LOSSY, 'all of that'],
  [{ kind: 'tiers', tiers: 2 }, LOSSY, 'losses and dropout'],
];

/** What the log knows of a dispatch. */
interface Entry {
  readonly agent: number;
  theta: Float64Array;
  control: Float64Array;
  taken: boolean;
  difference?: Float64Array;
  move?: Float64Array;
}

it.each(CASES)('under %o, with %o', async (policy, timing) => {
  const changes = { algorithms: [SCAFFOLD(ETA, 0.8)], sampling: 'exact', policy, timing } as const;
  const budget = { kind: 'rounds', rounds: 80 } as const;
  const story = await storyOf(problem, configurationOf({ ...changes, budget, trace: true, verify: true }));
  expect(story.outcome?.kind).toBe('completed');
  const end = story.records.at(-1)!.time;

  // Which answers come in: not lost, not late, and before the end.
  const late = new Set(
    eventsOf(story, 'unused')
      .filter(({ from, reason }) => from === 'agent' && reason === 'late')
      .map(({ agent, dispatch }) => `${agent}/${dispatch!}`),
  );
  const entries = new Map<string, Entry>();
  const common = new Float64Array(d);
  let compared = 0;
  const close = (actual: ArrayLike<number>, expected: ArrayLike<number>): void => {
    compared++;
    for (let j = 0; j < d; j++) expect(Math.abs(actual[j]! - expected[j]!)).toBeLessThan(1e-11);
  };
  for (const event of story.events) {
    if (event.kind === 'applied') {
      const { move } = entries.get(`${event.agent}/${event.dispatch}`)!;
      for (let j = 0; j < d; j++) common[j]! += move![j]! / M;
    } else if (event.kind === 'message') {
      const { agent, content, copy, lost, arrives } = event;
      const key = `${agent}/${event.dispatch!}`;
      if (content.kind === 'controlledRoundStarted') {
        // The server's c: the mean of what has gone into its steps.
        close(vectorOf(content, 'control'), common);
        const theta = Float64Array.from(vectorOf(content, 'theta'));
        entries.set(key, {
          agent,
          theta,
          control: Float64Array.from(vectorOf(content, 'control')),
          taken: false,
        });
      } else if (content.kind === 'controlledDifference') {
        const entry = entries.get(key)!;
        entry.difference = Float64Array.from(vectorOf(content, 'difference'));
        entry.move = Float64Array.from(vectorOf(content, 'controlDifference'));
        const comes = !lost && arrives <= end && !late.has(key);
        entry.taken ||= comes || (copy && arrives <= end && !late.has(key));
      }
    }
  }
  // The agents' c_i: local steps at them, worked out again, give what the agents have answered.
  let dropped = 0;
  for (let agent = 0; agent < M; agent++) {
    const mean = buildProblem(problem).agent(agent).operator('exact', 1);
    const ours = new Float64Array(d);
    for (const { agent: whose, theta, control, taken, difference, move } of entries.values()) {
      if (whose !== agent || !difference) continue;
      const model = theta.slice();
      const correction = ours.map((x, j) => x - control[j]!);
      mean.advance(model, ETA, correction, H);
      close(
        difference,
        model.map((x, j) => x - theta[j]!),
      );
      if (taken) for (let j = 0; j < d; j++) ours[j]! += move![j]!;
      else dropped++;
    }
  }
  expect(compared).toBeGreaterThan(200);
  if (policy.kind === 'sampled') expect(dropped).toBe(0);
  else expect(dropped).toBeGreaterThan(8);

  // What was wasted is what the log says: nothing else becomes of a dispatch that is taken up.
  const answers = eventsOf(story, 'message').filter(({ from, copy }) => from === 'agent' && !copy);
  const answered = new Set(answers.map(({ agent, dispatch }) => `${agent}/${dispatch!}`));
  const lost = answers.filter((answer) => answer.lost && answer.arrives <= end).length;
  const dispatches = eventsOf(story, 'taken').length;
  const atWork = eventsOf(story, 'activity').filter(
    ({ activity, agent, dispatch, to }) =>
      activity === 'computing' && to === end && !answered.has(`${agent}/${dispatch!}`),
  ).length;
  const givenUp = dispatches - answered.size - atWork;
  expect(story.outcome?.work).toEqual({
    dispatches,
    localSteps: H * dispatches,
    bytes: 2 * 8 * d * answers.length,
    late: late.size,
    lost,
    givenUp,
    wastedSteps: H * (late.size + lost + givenUp),
    wastedBytes: 2 * 8 * d * (late.size + lost),
  });
});

it('an agent that is slower than the round gives up what it is doing, once a round', async () => {
  const policy = { kind: 'first', count: 1, late: 'drop' } as const;
  const timing = { agents: [{ agents: [1, M - 1] as const, compute: 10 }] };
  const changes = { algorithms: [SCAFFOLD(ETA, 0.8)], sampling: 'exact', policy, timing } as const;
  const { outcome } = await storyOf(problem, configurationOf(changes));
  // Agent 0 answers after H seconds, in each of 10 rounds; the last round's others are still at it.
  expect(outcome?.work).toMatchObject({
    dispatches: 10 * M,
    givenUp: 9 * (M - 1),
    wastedSteps: 9 * (M - 1) * H,
    wastedBytes: 0,
  });
});

it('reaches θ* by the first two of five, whoever is dropped', async () => {
  const changes = { algorithms: [SCAFFOLD(ETA)], sampling: 'exact', timing: LOSSY } as const;
  const policy = { kind: 'first', count: 2, late: 'drop' } as const;
  const budget = { kind: 'rounds', rounds: 600 } as const;
  const { records } = await storyOf(problem, configurationOf({ ...changes, policy, budget }));
  expect(records.at(-1)!.error).toBeLessThan(1e-20);
});
