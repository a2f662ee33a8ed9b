/** Tiers (FedAT) against an event loop written out. */
import { describe, expect, it } from 'vitest';
import { drawAgents } from '../../../src/policies/sampled.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import {
  BY_NUMBER,
  configurationOf,
  LOCAL_SA,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
} from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';

const M = 5;
const H = 3;
const ETA = 0.07;
const T = 40;
const problem = agentsThatDiffer(M);
/** Seconds of a local step; by speed the order is 3, 0, 4, 1, 2. */
const COMPUTE = [1, 2.3, 9.1, 0.7, 1.9];
const timing = {
  uplinkLatency: 0.25,
  agents: COMPUTE.map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
};

interface Plain {
  readonly thetas: number[][];
  readonly times: number[];
  readonly counts: number[];
}

/** Runs tiers, each of which has a model; `count` of a tier's agents are drawn for each round. */
function plain(tiers: readonly (readonly number[])[], count = Infinity): Plain {
  const operators = COMPUTE.map((_, agent) => buildProblem(problem).agent(agent).operator('markov', 1));
  const generator = generatorFor(1, 'participation');
  let theta = [0, 0];
  const models = tiers.map(() => theta);
  const counts = tiers.map(() => 0);
  const begin = (tier: number, at: number) => {
    const all = tiers[tier]!;
    const agents = all.length <= count ? all : drawAgents(all.length, count, generator).map((k) => all[k]!);
    const seconds = Math.max(...agents.map((agent) => H * COMPUTE[agent]! + 0.25));
    return { agents, from: theta, due: at + seconds };
  };
  const underWay = tiers.map((_, tier) => begin(tier, 0));
  const out: Plain = { thetas: [], times: [], counts };
  for (let t = 1; t <= T; t++) {
    const due = underWay.map((entry) => entry.due);
    const tier = due.indexOf(Math.min(...due));
    const { agents, from, due: now } = underWay[tier]!;
    const ends = agents.map((agent) => {
      const model = Float64Array.from(from);
      operators[agent]!.advance(model, ETA, undefined, H);
      return model;
    });
    models[tier] = [0, 1].map((j) => ends.reduce((sum, end) => sum + end[j]!, 0) / ends.length);
    counts[tier]!++;
    theta = [0, 1].map((j) =>
      models.reduce((sum, model, m) => sum + (counts[tiers.length - 1 - m]! / t) * model[j]!, 0),
    );
    out.thetas.push(theta);
    out.times.push(now);
    underWay[tier] = begin(tier, now);
  }
  return out;
}

const run = (policy: PolicyConfiguration, changes: Partial<RunConfiguration> = {}) =>
  storyOf(
    problem,
    configurationOf({
      ...{ algorithms: [LOCAL_SA(ETA)], policy, timing, trace: true, verify: true, tieSeed: BY_NUMBER },
      trigger: { kind: 'deterministic', localSteps: H },
      budget: { kind: 'rounds', rounds: T },
      ...changes,
    }),
  );

describe.each<[PolicyConfiguration, readonly (readonly number[])[], number?]>([
  [
    { kind: 'tiers', tiers: 2 },
    [
      [0, 3],
      [1, 2, 4],
    ],
  ],
  [{ kind: 'tiers', tiers: 3 }, [[3], [0, 4], [1, 2]]],
  [
    { kind: 'tiers', tiers: 2, by: 'number' },
    [
      [0, 1],
      [2, 3, 4],
    ],
  ],
  [
    { kind: 'tiers', tiers: 2, drawn: 1 },
    [
      [0, 3],
      [1, 2, 4],
    ],
    1,
  ],
])('under %o', (policy, tiers, count) => {
  it('goes as an event loop does', async () => {
    const story = await run(policy);
    const { thetas, times, counts } = plain(tiers, count);
    expect(counts[0]).toBeGreaterThan(counts.at(-1)!);
    story.thetas.slice(1).forEach((theta, t) => {
      theta.forEach((x, j) => {
        expect(Math.abs(x - thetas[t]![j]!)).toBeLessThan(1e-12);
      });
      expect(story.records[t + 1]!.time).toBeCloseTo(times[t]!, 9);
    });
    expect(eventsOf(story, 'applied').every(({ weight }) => weight === 1)).toBe(true);
  });
});

it('has a model of each tier for each of an algorithm’s models', async () => {
  // Without noise and with H = 1 the two runs of Richardson–Romberg extrapolation are two of Local SA.
  const policy = { kind: 'tiers', tiers: 2 } as const;
  const changes = { sampling: 'exact', trigger: { kind: 'deterministic', localSteps: 1 } } as const;
  const last = async (algorithm: RunConfiguration['algorithms'][number]) =>
    (await run(policy, { ...changes, algorithms: [algorithm] })).thetas.at(-1)!;
  const [fine, coarse, extrapolated, minibatch] = await Promise.all(
    [LOCAL_SA(ETA), LOCAL_SA(2 * ETA), RICHARDSON_ROMBERG(ETA), MINIBATCH_SGD(ETA)].map(last),
  );
  extrapolated!.forEach((x, j) => {
    expect(x).toBeCloseTo(2 * fine![j]! - coarse![j]!, 12);
    expect(minibatch![j]).toBeCloseTo(fine![j]!, 12);
  });
});

it('asks a tier of which nobody has answered again, and agents that have returned', async () => {
  const story = await run(
    { kind: 'tiers', tiers: 3 },
    {
      budget: { kind: 'rounds', rounds: 150 },
      timing: { ...timing, dropout: 0.5, loss: { downlink: 0.2 }, crash: { at: 20, returnsAfter: 5 } },
    },
  );
  expect(story.outcome).toMatchObject({ kind: 'completed', rounds: 150 });
  // Every tier goes on after the crash.
  const after = eventsOf(story, 'applied').filter(({ time }) => time > 40);
  expect(new Set(after.map(({ agent }) => agent)).size).toBe(M);
});
