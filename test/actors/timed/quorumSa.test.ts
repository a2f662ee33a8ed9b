/** Quorum SA: its server step by hand, and whole runs against Local SA and Picky SA. */
import { describe, expect, test } from 'vitest';
import { pickySa } from '../../../scenarios/algorithms/pickySa.ts';
import { quorumSa } from '../../../scenarios/algorithms/quorumSa.ts';
import { PartCoins } from '../../../src/maths/coins.ts';
import { writeHead } from '../../../src/algorithms/message.ts';
import { foldOf } from '../../../src/algorithms/fold.ts';
import { localSa } from '../../../src/algorithms/localSa.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { configurationOf } from '../../oracles/events.ts';
import { messageOf } from '../../oracles/givenMessages.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';

describe('a server step', () => {
  const trigger = { kind: 'deterministic', localSteps: 1 } as const;
  /** θ̄ = 0 and ε = 1; updates start where they are given, and move by 1, 2, 4, … */
  const stepped = (least: number, origins: readonly number[]) => {
    const initial = Float64Array.of(0);
    const server = quorumSa.server(
      { stepSize: 1, distance: 1, least },
      {
        agents: 4,
        initial,
        trigger,
        coins: new PartCoins([]).for,
      },
    );
    const updates = origins.map((origin, agent) => ({
      message: messageOf({ kind: 'started', theta: [origin] }),
      answer: writeHead(messageOf({ kind: 'ended', theta: [origin + 2 ** agent] }), 1, 1, agent),
      agent,
      weight: 1,
    }));
    const moves = server.free!.step(updates, foldOf({ fold: 'buffer' })(0), []);
    return { theta: server.model()[0], weights: moves.map(({ weight }) => weight) };
  };

  test('averages the near updates, at a distance of exactly ε as well', () => {
    expect(stepped(0.5, [0, 5, -1, 9])).toEqual({ theta: (1 + 4) / 2, weights: [2, 0, 2, 0] });
  });

  test('leaves θ̄ where fewer than the least share are near, or none', () => {
    expect(stepped(0.51, [0, 5, -1, 9])).toEqual({ theta: 0, weights: [0, 0, 0, 0] });
    expect(stepped(0.01, [5, 5, 5, 5]).theta).toBe(0);
  });
});

describe('a run', () => {
  const M = 4;
  const problem = agentsThatDiffer(M);
  const timing = {
    agents: [1, 1.37, 0.71, 7.13].map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
  };
  const storyUnder = (count: number, algorithm: ScheduledAlgorithm) =>
    storyOf(
      problem,
      configurationOf({
        ...{ algorithms: [algorithm], timing, updates: true },
        policy: { kind: 'buffered', count, weight: { kind: 'constant' } },
        trigger: { kind: 'deterministic', localSteps: 1 },
        budget: { kind: 'rounds', rounds: 60 },
      }),
    );
  const quorum = (distance: number, least: number) =>
    configured(quorumSa, { stepSize: 0.2, distance, least }) as ScheduledAlgorithm;

  test('with an ε above every distance is Local SA under buffered:M, bit for bit', async () => {
    const local = configured(localSa, { stepSize: 0.2 }) as ScheduledAlgorithm;
    const expected = (await storyUnder(M, local)).thetas;
    expect(expected).toHaveLength(61);
    expect((await storyUnder(M, quorum(1e300, 1))).thetas).toEqual(expected);
    expect((await storyUnder(M, quorum(0.4, 1))).thetas).not.toEqual(expected);
  });

  test('under buffered:1 is Picky SA, bit for bit, and discards some updates', async () => {
    const picky = configured(pickySa, { stepSize: 0.2, distance: 0.4 }) as ScheduledAlgorithm;
    const story = await storyUnder(1, picky);
    expect((await storyUnder(1, quorum(0.4, 0.5))).thetas).toEqual(story.thetas);
    expect(eventsOf(story, 'applied').some(({ weight }) => weight === 0)).toBe(true);
  });
});
