/** The variance of averages of θ̄ over many rounds, against exact second moments of their sum. */
import { expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { firstOrders } from '../../../src/theory/expansion/firstOrder.ts';

interface Agent {
  readonly A: readonly [number, number];
  readonly b: readonly [number, number];
  /** probability of leaving each state */
  readonly leave: readonly [number, number];
}

const AGENTS: readonly Agent[] = [
  { A: [0.6, 1.5], b: [1, -0.5], leave: [0.2, 0.1] },
  { A: [1.4, 0.8], b: [-1, 2], leave: [0.15, 0.3] },
];
const H = 3;

const problemOf = (agents: readonly Agent[]) =>
  finiteLinear.build({
    kind: 'finite-linear',
    dimension: 1,
    agents: agents.map(({ A, b, leave: [p, q] }) => ({
      states: 2,
      transition: Float64Array.of(1 - p, p, q, 1 - q),
      A: Float64Array.from(A),
      b: Float64Array.from(b),
      initial: 'stationary',
    })),
  });

type Matrix = number[][];
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)));
const transposed = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map((row) => row[j]!));

/** Var(Σ θ̄) of rounds n + 1 to 2n beyond that of n, a round: x = (1, e, Σ e, e_1, …, e_M) on the joint chain. */
function varianceARound(agents: readonly Agent[], stepSize: number, root: number, n: number): number {
  const M = agents.length;
  const size = 3 + M;
  const unit = (): Matrix =>
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => Number(i === j)));
  const states = Array.from({ length: 2 ** M }, (_, s) => agents.map((_, i) => (s >> i) & 1));
  const acts = states.map((own) => {
    const F = unit();
    agents.forEach(({ A, b }, i) => {
      F[3 + i]![3 + i] = 1 - stepSize * A[own[i]!]!;
      F[3 + i]![0] = stepSize * (b[own[i]!]! - A[own[i]!]! * root);
    });
    return F;
  });
  const move = (from: number[], to: number[]): number =>
    agents.reduce((p, { leave }, i) => p * (from[i] === to[i] ? 1 - leave[from[i]!]! : leave[from[i]!]!), 1);
  const closing = unit();
  for (let i = 0; i < M; i++) {
    for (const row of [closing[1]!, closing[2]!, ...closing.slice(3)]) row[3 + i] = 1 / M;
  }
  closing[1]![1] = 0;
  let Z = states.map((own) => {
    const mass = agents.reduce((p, { leave }, i) => p * (leave[1 - own[i]!]! / (leave[0] + leave[1])), 1);
    return unit().map((row, i) => row.map((_, j) => (i === 0 && j === 0 ? mass : 0)));
  });
  const variances: number[] = [];
  for (let round = 1; round <= 2 * n; round++) {
    for (let h = 0; h < H; h++) {
      const acted = Z.map((z, s) => times(times(acts[s]!, z), transposed(acts[s]!)));
      Z = states.map((to) =>
        unit().map((row, i) =>
          row.map((_, j) => acted.reduce((sum, z, s) => sum + move(states[s]!, to) * z[i]![j]!, 0)),
        ),
      );
    }
    Z = Z.map((z) => times(times(closing, z), transposed(closing)));
    if (round % n === 0) {
      const total = (i: number, j: number): number => Z.reduce((sum, z) => sum + z[i]![j]!, 0);
      variances.push(total(2, 2) - total(0, 2) ** 2);
    }
  }
  return (variances[1]! - variances[0]!) / n;
}

test.each([1, 2])('M = %i: tr(J⁻¹CJ⁻ᵀ)/(MH) a round but for O(γ), C the long-run covariance', (M) => {
  const agents = AGENTS.slice(0, M);
  const problem = problemOf(agents);
  const solution = solveProblem(problem);
  const off = [0.02, 0.01].map((stepSize) => {
    const [law] = firstOrders(problem, solution, {
      algorithms: [{ name: 'local-sa', stepSize }],
      trigger: { kind: 'deterministic', localSteps: H },
      sampling: 'markov',
      stride: 1,
    });
    return varianceARound(agents, stepSize, solution.root![0]!, 300) / law!.averagedVariance! - 1;
  });
  expect(Math.abs(off[1]!)).toBeLessThan(0.06);
  expect(Math.abs(off[0]! / off[1]! - 2)).toBeLessThan(0.3);
});

test('five times that for extrapolation on independent noise, the same on common; it knows no step size', () => {
  const problem = problemOf(AGENTS);
  const solution = solveProblem(problem);
  const romberg = { name: 'richardson-romberg', stepSize: 0.02, extrapolation: 'step-size' } as const;
  const [plain, smaller, independent, common, fedHsa] = firstOrders(problem, solution, {
    algorithms: [
      { name: 'local-sa', stepSize: 0.02 },
      { name: 'local-sa', stepSize: 0.001 },
      { ...romberg, extrapolationNoise: 'independent' },
      { ...romberg, extrapolationNoise: 'common' },
      { name: 'fedhsa', stepSize: 0.02, serverStepSize: 0.5 },
    ],
    trigger: { kind: 'deterministic', localSteps: H },
    sampling: 'markov',
    stride: 1,
  }).map((law) => law.averagedVariance!);
  expect(smaller).toBe(plain);
  expect(independent! / plain!).toBeCloseTo(5, 12);
  expect(common).toBe(plain);
  expect(fedHsa).toBe(plain);
});
