/**
 * Exact moments of rounds in which only some agents take part, against every set of agents and every observation that
 * there can be; the law of how many have answered by a deadline against the simulator's own policies.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { Sampling } from '../../../src/problems/operator.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { participation } from '../../../src/theory/schedules/participation.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { LOCAL_SA, MINIBATCH_SGD, SCAFFOLD } from '../../oracles/events.ts';
import { meansOf, randomProblem, rootOf, specificationOf } from '../../oracles/explicitProblem.ts';
import { stationaryLaw } from '../../oracles/plainMatrices.ts';

const EXPLICIT = randomProblem(3, 2, 11);
const PROBLEM = buildProblem(specificationOf(EXPLICIT));
const SOLUTION = solveProblem(PROBLEM);
const ROOT = rootOf(EXPLICIT);
const INITIAL = [2, -1];
const STEP = 0.4;

const exponential = { kind: 'exponential', mean: 2 } as const;
const dispatches: TimingModel = { compute: exponential, computeDraw: 'dispatch', uplinkLatency: 0.5 };

interface Outcome {
  readonly probability: number;
  readonly theta: readonly number[];
}

/** What an agent answers from θ, with the probability of each: one local step at each of its states, or at its mean. */
function answers(agent: number, theta: readonly number[], sampling: Sampling): Outcome[] {
  const { A, b, transition } = EXPLICIT[agent]!;
  const step = (matrix: (typeof A)[number], vector: readonly number[]): number[] =>
    theta.map((x, i) => x + STEP * (vector[i]! - matrix[i]!.reduce((sum, a, j) => sum + a * theta[j]!, 0)));
  if (sampling === 'exact') {
    const mean = meansOf(EXPLICIT[agent]!);
    return [{ probability: 1, theta: step(mean.A, mean.b) }];
  }
  return stationaryLaw(transition).map((probability, s) => ({ probability, theta: step(A[s]!, b[s]!) }));
}

/** Every outcome of a round in which these agents take part, each with its probability. */
const roundOf = (agents: readonly number[], before: Outcome, sampling: Sampling): Outcome[] =>
  agents.reduce<Outcome[]>(
    (sofar, agent) =>
      sofar.flatMap(({ probability, theta }) =>
        answers(agent, before.theta, sampling).map((answer) => ({
          probability: probability * answer.probability,
          theta: theta.map((x, j) => x + answer.theta[j]! / agents.length),
        })),
      ),
    [{ probability: before.probability, theta: [0, 0] }],
  );

const SETS: readonly (readonly number[])[] = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];

/** E‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² after two rounds, `chances[k]` the probability that k take part. */
function byEnumeration(
  chances: readonly number[],
  sampling: Sampling,
): { meanSquare: number; biasSquare: number } {
  let outcomes: Outcome[] = [{ probability: 1, theta: INITIAL }];
  for (let round = 0; round < 2; round++) {
    outcomes = outcomes.flatMap(({ probability, theta }) =>
      SETS.flatMap((set) => {
        const ways = SETS.filter(({ length }) => length === set.length).length;
        const weight = (chances[set.length] ?? 0) / ways;
        return weight === 0 ? [] : roundOf(set, { probability: probability * weight, theta }, sampling);
      }),
    );
  }
  const mean = ROOT.map((root, j) =>
    outcomes.reduce((sum, { probability, theta }) => sum + probability * theta[j]!, -root),
  );
  const square = (e: readonly number[]): number => e.reduce((sum, x) => sum + x * x, 0);
  return {
    meanSquare: outcomes.reduce(
      (sum, { probability, theta }) => sum + probability * square(theta.map((x, j) => x - ROOT[j]!)),
      0,
    ),
    biasSquare: square(mean),
  };
}

const run = (
  policy: PolicyConfiguration,
  sampling: Sampling,
  timing: TimingModel | undefined,
  localSteps = 1,
) => ({
  trigger: { kind: 'deterministic', localSteps } as const,
  sampling,
  initial: INITIAL,
  policy,
  ...(timing && { timing }),
});

/** Of three agents with F(Δ) = p. */
const bin = (p: number): number[] => [0, (1 - p) ** 3 + 3 * p * (1 - p) ** 2, 3 * p ** 2 * (1 - p), p ** 3];
const within = (seconds: number): number => 1 - Math.exp(-(seconds - 0.5) / 2);

describe('moments of rounds with some of the agents, against every set and observation:', () => {
  test.each<[string, PolicyConfiguration, readonly number[]]>([
    ['sampled:1', { kind: 'sampled', count: 1 }, [0, 1]],
    ['sampled:2', { kind: 'sampled', count: 2 }, [0, 0, 1]],
    ['sampled:3, all', { kind: 'sampled', count: 3 }, [0, 0, 0, 1]],
    ['first:2', { kind: 'first', count: 2, late: 'drop' }, [0, 0, 1]],
    ['first:1 of 2', { kind: 'first', count: 1, of: 2, late: 'drop' }, [0, 1]],
    ['deadline', { kind: 'deadline', seconds: 2, late: 'drop' }, bin(within(2))],
    [
      'first:2 with a deadline',
      { kind: 'first', count: 2, deadline: 3, late: 'drop' },
      [0, bin(within(3))[1]!, bin(within(3))[2]! + bin(within(3))[3]!],
    ],
  ])('%s', (_, policy, chances) => {
    for (const sampling of ['iid', 'exact'] as const) {
      const found = exactErrors(PROBLEM, SOLUTION, run(policy, sampling, dispatches), LOCAL_SA(STEP), [0, 2]);
      if (found.kind === 'refused') throw new Error(found.reason);
      const expected = byEnumeration(chances, sampling);
      expect(found.meanSquare[1]! / expected.meanSquare).toBeCloseTo(1, 11);
      expect(found.biasSquare[1]! / expected.biasSquare).toBeCloseTo(1, 11);
    }
  });

  test('Minibatch SGD with H = 1 and γ = η is Local SA', () => {
    const configuration = run({ kind: 'sampled', count: 2 }, 'iid', undefined);
    const [local, minibatch] = [LOCAL_SA(STEP), MINIBATCH_SGD(STEP)].map((algorithm) =>
      exactErrors(PROBLEM, SOLUTION, configuration, algorithm, [0, 1, 5]),
    );
    if (local!.kind === 'refused' || minibatch!.kind === 'refused') throw new Error('refused');
    local!.meanSquare.forEach((x, k) => {
      expect(minibatch!.meanSquare[k]! / x).toBeCloseTo(1, 12);
    });
  });

  test('corrections that are kept are refused', () => {
    const configuration = run({ kind: 'sampled', count: 2 }, 'iid', undefined);
    expect(exactErrors(PROBLEM, SOLUTION, configuration, SCAFFOLD(STEP), [0, 1])).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('keep corrections') as string,
    });
  });
});

test('equal times leave who is first to chance', () => {
  for (const [count, late] of [
    [1, 'drop'],
    [2, 'drop'],
  ] as const)
    expect(participation(3, 2, run({ kind: 'first', count, late }, 'iid', { compute: 1 }))).toEqual({
      inverseSize: 1 / count,
    });
});

describe('who takes part has no law that is known in closed form', () => {
  const first: PolicyConfiguration = { kind: 'first', count: 2, late: 'drop' };
  test.each<[string, PolicyConfiguration, TimingModel | undefined, string]>([
    ['where one is slower', first, { ...dispatches, agents: [{ agents: [1, 1], compute: 9 }] }, 'not alike'],
    [
      'where late answers are carried',
      { ...first, late: 'carry' },
      dispatches,
      'has no law that is known in closed form',
    ],
    ['under absences', first, { ...dispatches, availability: { on: 1, off: 1 } }, 'faults'],
    ['where some are slow for good', first, { ...dispatches, slowness: exponential }, 'not independent'],
    ['with a random downlink', first, { ...dispatches, downlinkLatency: exponential }, 'hold up'],
    [
      'with two random parts and a deadline',
      { kind: 'deadline', seconds: 1, late: 'drop' },
      { compute: exponential, uplinkLatency: exponential },
      'no closed form',
    ],
  ])('%s', (_, policy, timing, reason) => {
    expect(participation(3, 2, run(policy, 'iid', timing))).toMatchObject({
      reason: expect.stringContaining(reason) as string,
    });
  });
});
