/** Without noise a run is a recursion that a few lines can compute: the files must say the same. */
import { expect, test } from 'vitest';
import { emptyFolder, fedsa, rows } from './builtProgram.ts';
import { STATIONARY, TWO_AGENTS, writeTwoAgents } from './twoAgents.ts';

const STEP_SIZE = 0.1;
const LOCAL_STEPS = 7;
const ROUNDS = 25;
const INITIAL = [1, -2] as const;

type Pair = readonly [number, number];

/** θ ← θ + η (E b − E A θ), the expectations under agent i's stationary law. */
function localStep(agent: number, theta: Pair): Pair {
  const { A, b } = TWO_AGENTS.agents[agent]!;
  const mean = (compute: (state: 0 | 1) => number): number =>
    STATIONARY[agent]![0] * compute(0) + STATIONARY[agent]![1] * compute(1);
  const coordinate = (j: 0 | 1): number =>
    theta[j] +
    STEP_SIZE *
      (mean((s) => b[s][j]) - mean((s) => A[s][j][0]) * theta[0] - mean((s) => A[s][j][1]) * theta[1]);
  return [coordinate(0), coordinate(1)];
}

/** θ̄_0, …, θ̄_T of Local SA: H steps at each agent, then the average. */
function localSaByHand(): Pair[] {
  const path: Pair[] = [INITIAL];
  for (let t = 1; t <= ROUNDS; t++) {
    const models = [0, 1].map((agent) => {
      let theta = path.at(-1)!;
      for (let h = 0; h < LOCAL_STEPS; h++) theta = localStep(agent, theta);
      return theta;
    });
    path.push([(models[0]![0] + models[1]![0]) / 2, (models[0]![1] + models[1]![1]) / 2]);
  }
  return path;
}

test.each(['inline', 'packed', 'own-thread'])(
  'Local SA with exact sampling, placed %s, gives the recursion that the two mean operators stand for',
  async (placement) => {
    const folder = emptyFolder();
    writeTwoAgents(folder);
    const { status } = await fedsa(
      folder,
      ...['run', 'problem.json', '--algorithm', 'local-sa', '--sampling', 'exact', '--quiet', '--no-report'],
      ...['--step-size', String(STEP_SIZE), '--local-steps', String(LOCAL_STEPS), '--rounds', String(ROUNDS)],
      ...['--initial=1,-2', '--placement', placement, '--out', 'out'],
    );
    expect(status).toBe(0);
    const found = rows(folder, 'out', 'iterates.csv');
    const expected = localSaByHand();
    expect(found.map(({ round }) => Number(round))).toEqual(expected.map((_, t) => t));
    // 350 steps on numbers below 3 with a contraction: rounding stays far below 1e-12
    for (const [t, theta] of expected.entries()) {
      expect(Math.abs(Number(found[t]!.theta_0) - theta[0])).toBeLessThan(1e-12);
      expect(Math.abs(Number(found[t]!.theta_1) - theta[1])).toBeLessThan(1e-12);
    }
    // the error beside it is the squared distance to the root, which solves Ā θ = b̄
    const root = rootByHand();
    for (const [t, { error }] of rows(folder, 'out', 'rounds.csv').entries()) {
      const theta = expected[t]!;
      const distance = (theta[0] - root[0]) ** 2 + (theta[1] - root[1]) ** 2;
      expect(Math.abs(Number(error) - distance)).toBeLessThan(1e-11);
    }
  },
);

/**
 * Agent 0: E A = diag(4/3, 1), E b = (2/3, 1/3). Agent 1: E A = [[4/3, 1/6], [−1/3, 4/3]],
 * E b = (−1/3, 4/3). Averages: Ā = [[4/3, 1/12], [−1/6, 7/6]], b̄ = (1/6, 5/6); Cramer's rule.
 */
function rootByHand(): Pair {
  const determinant = (4 / 3) * (7 / 6) + (1 / 12) * (1 / 6);
  return [
    ((1 / 6) * (7 / 6) - (1 / 12) * (5 / 6)) / determinant,
    ((4 / 3) * (5 / 6) + (1 / 6) * (1 / 6)) / determinant,
  ];
}
