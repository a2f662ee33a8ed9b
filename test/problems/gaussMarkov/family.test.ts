import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { gaussMarkovQuadratic } from '../../../src/problems/gaussMarkov/family.ts';
import type { LinearMean, Problem } from '../../../src/problems/operator.ts';
import type { GaussMarkovQuadraticSpecification } from '../../../src/problems/specification.ts';
import { meanAt, peeked, skip, valuesOf } from '../../oracles/operatorCalls.ts';
import {
  averageOfRows,
  relativeDistance,
  type Row,
  type Rows,
  rowsOf,
  solution,
  subtract,
  transposed,
} from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: GaussMarkovQuadraticSpecification = specimen('gauss-markov-quadratic', {
  agents: 5,
  dimension: 2,
  noiseVariance: 0.09,
  offsetScale: 3,
});

const linear = (problem: Problem, agent: number): LinearMean => problem.agent(agent).mean as LinearMean;
const curvatures = (problem: Problem): Rows[] =>
  Array.from({ length: problem.agents }, (_, i) =>
    rowsOf(linear(problem, i).A, problem.dimension, problem.dimension),
  );

/** Both eigenvalues of a symmetric 2 × 2 matrix. */
function eigenvaluesOf([[a, b], [, c]]: Rows | [[number, number], [number, number]]): [number, number] {
  const middle = (a + c) / 2;
  const half = Math.hypot((a - c) / 2, b);
  return [middle - half, middle + half];
}

/** z_0, z_1, …: what the observations add to the mean operator. */
function noises(
  specification: GaussMarkovQuadraticSpecification,
  agent: number,
  sampling: 'markov' | 'iid',
  seed: number,
  count: number,
): Row[] {
  const owner = gaussMarkovQuadratic.build(specification).agent(agent);
  const theta = specification.dimension === 2 ? [0, 0] : [0];
  return valuesOf(owner.operator(sampling, seed), theta, count).map((value) =>
    subtract(value, meanAt(owner.mean!, theta)),
  );
}

describe('the curvature', () => {
  test('of a convex problem is symmetric with eigenvalues of at least 1, for each of 50 agents', () => {
    for (const A of curvatures(gaussMarkovQuadratic.build({ ...BASE, agents: 50 }))) {
      expect(transposed(A)).toEqual(A);
      expect(eigenvaluesOf(A)[0]).toBeGreaterThanOrEqual(1 - 1e-14);
    }
  });

  test('of a non-convex problem is indefinite for some of 20 agents and at least 1 on average', () => {
    const all = curvatures(gaussMarkovQuadratic.build({ ...BASE, agents: 20, curvature: 'non-convex' }));
    expect(all.some((A) => eigenvaluesOf(A)[0] < 0)).toBe(true);
    for (const A of all) expect(Math.abs(A[0]![1]! - A[1]![0]!)).toBeLessThan(1e-14);
    expect(eigenvaluesOf(averageOfRows(all))[0]).toBeGreaterThanOrEqual(1 - 1e-12);
  });

  test('of a non-convex problem has saddles S_i whose entries have variance 1/d, the diagonal 2/d, d = 40', () => {
    const d = 40;
    const [first, second] = curvatures(
      gaussMarkovQuadratic.build({ ...BASE, dimension: d, agents: 2, curvature: 'non-convex' }),
    );
    // Of two agents A_1 − A_2 = S_1 − S_2, with twice the variance.
    const entries = (isDiagonal: boolean): number[] =>
      first!.flatMap((row, i) =>
        row.flatMap((x, j) => ((isDiagonal ? i === j : i < j) ? [x - second![i]![j]!] : [])),
      );
    for (const [isDiagonal, variance] of [
      [false, 2 / d],
      [true, 4 / d],
    ] as const) {
      const sample = entries(isDiagonal);
      const found = sample.reduce((sum, x) => sum + x * x, 0) / sample.length;
      // 6 standard errors, the variance of x² being 2σ⁴: a correct program fails with probability 10⁻⁸
      expect(Math.abs(found / variance - 1)).toBeLessThan(6 * Math.sqrt(2 / sample.length));
    }
  });

  test('of a larger problem, d = 12, is at least 1, too: xᵀAx ≥ xᵀx for 200 directions', () => {
    const [A] = curvatures(gaussMarkovQuadratic.build({ ...BASE, dimension: 12, agents: 1 }));
    const direction = generatorFor(1, 'directions');
    for (let k = 0; k < 200; k++) {
      const x = A!.map(() => direction.normal());
      const energy = A!.reduce((sum, row, i) => sum + x[i]! * row.reduce((s, a, j) => s + a * x[j]!, 0), 0);
      expect(energy).toBeGreaterThanOrEqual((1 - 1e-12) * x.reduce((sum, xi) => sum + xi * xi, 0));
    }
  });
});

test('offsets b_i ∼ N(0, offsetScale² I): 2,000 coordinates have a variance within 6 standard errors of 9', () => {
  const problem = gaussMarkovQuadratic.build({ ...BASE, agents: 1000 });
  const b = Array.from({ length: 1000 }, (_, i) => [...linear(problem, i).b]).flat();
  const variance = b.reduce((sum, x) => sum + x * x, 0) / b.length;
  // the variance of x² is 2σ⁴
  expect(Math.abs(variance - 9)).toBeLessThan(6 * 9 * Math.sqrt(2 / b.length));
});

describe('the noise along the chain', () => {
  const generator = generatorFor(5, 'noise', 3);
  const epsilon = Array.from({ length: 60 }, () => [0.3 * generator.normal(), 0.3 * generator.normal()]);
  const z = noises(BASE, 3, 'markov', 5, 61);

  test('starts at z_0 = 0 and has z_1 = ε_0, ε from the agent’s own normal draws times σ = 0.3', () => {
    expect(z[0]).toEqual([0, 0]);
    expect(relativeDistance(z[1]!, epsilon[0]!)).toBeLessThan(1e-14);
  });

  test('follows z_(k+1) = Q z_k + ε_k with one Q of spectral radius 0.8 for 60 steps', () => {
    // Two steps give Q: Q [z_1 z_2] = [z_2 − ε_1, z_3 − ε_2]; all others must fit it.
    const right = transposed([subtract(z[2]!, epsilon[1]!), subtract(z[3]!, epsilon[2]!)]);
    const left = [z[1]!, z[2]!];
    const Q = right.map((row) => solution(left, row));
    for (let k = 1; k < 60; k++) {
      const expected = Q.map((row, i) => row[0]! * z[k]![0]! + row[1]! * z[k]![1]! + epsilon[k]![i]!);
      expect(relativeDistance(z[k + 1]!, expected)).toBeLessThan(1e-11);
    }
    const trace = Q[0]![0]! + Q[1]![1]!;
    const determinant = Q[0]![0]! * Q[1]![1]! - Q[0]![1]! * Q[1]![0]!;
    const discriminant = trace * trace - 4 * determinant;
    const radius =
      discriminant < 0 ? Math.sqrt(determinant) : (Math.abs(trace) + Math.sqrt(discriminant)) / 2;
    expect(Math.abs(radius - 0.8)).toBeLessThan(1e-9);
  });
});

describe.each(['stationary start', 'i.i.d. sampling'] as const)('the noise with a %s', (way) => {
  test('has mean 0 and covariance Σ = Q Σ Qᵀ + σ² I, within 6 standard errors over 10,000 seeds', () => {
    // d = 1: Q = ±0.8 whatever was drawn, so Σ = 0.09/(1 − 0.64) = 0.25
    const scalar: GaussMarkovQuadraticSpecification = { ...BASE, dimension: 1 };
    const owner = gaussMarkovQuadratic
      .build(way === 'i.i.d. sampling' ? scalar : { ...scalar, initialNoise: 'stationary' })
      .agent(0);
    const sampling = way === 'i.i.d. sampling' ? 'iid' : 'markov';
    const [mean] = meanAt(owner.mean!, [0]);
    const firsts: number[] = [];
    const thirds: number[] = [];
    for (let seed = 0; seed < 10_000; seed++) {
      const operator = owner.operator(sampling, seed);
      firsts.push(peeked(operator, [0])[0]! - mean!);
      skip(operator, 2);
      thirds.push(peeked(operator, [0])[0]! - mean!);
    }
    for (const z of [firsts, thirds]) {
      expect(Math.abs(z.reduce((sum, x) => sum + x, 0) / z.length)).toBeLessThan((6 * 0.5) / 100);
      const variance = z.reduce((sum, x) => sum + x * x, 0) / z.length;
      expect(Math.abs(variance - 0.25)).toBeLessThan((6 * 0.25 * Math.SQRT2) / 100);
    }
    // Two steps apart: 0.64 · 0.25 along the chain, 0 for independent draws; a product of two such
    // normals has variance Σ² (1 + ρ²) ≤ 2 Σ².
    const together = firsts.reduce((sum, x, k) => sum + x * thirds[k]!, 0) / firsts.length;
    expect(Math.abs(together - (sampling === 'iid' ? 0 : 0.16))).toBeLessThan((6 * 0.25 * Math.SQRT2) / 100);
  });

  test('has the covariance of two coordinates that the vector equation gives, within 6 standard errors', () => {
    const specification: GaussMarkovQuadraticSpecification =
      way === 'i.i.d. sampling' ? BASE : { ...BASE, initialNoise: 'stationary' };
    // Q as in the chain above, read off the zero start with ε from the generator's own draws
    const generator = generatorFor(5, 'noise', 3);
    const epsilon = Array.from({ length: 3 }, () => [0.3 * generator.normal(), 0.3 * generator.normal()]);
    const z = noises(BASE, 3, 'markov', 5, 4);
    const right = transposed([subtract(z[2]!, epsilon[1]!), subtract(z[3]!, epsilon[2]!)]);
    const Q = right.map((row) => solution([z[1]!, z[2]!], row));
    // vec Σ from (I − Q ⊗ Q) vec Σ = σ² vec I
    const kronecker = [0, 1, 2, 3].map((r) =>
      [0, 1, 2, 3].map(
        (c) => (r === c ? 1 : 0) - Q[Math.floor(r / 2)]![Math.floor(c / 2)]! * Q[r % 2]![c % 2]!,
      ),
    );
    const sigma = solution(kronecker, [0.09, 0, 0, 0.09]);
    const owner = gaussMarkovQuadratic.build(specification).agent(3);
    const sampling = way === 'i.i.d. sampling' ? 'iid' : 'markov';
    const offset = meanAt(owner.mean!, [0, 0]);
    const sums = [0, 0, 0, 0];
    const seeds = 10_000;
    for (let seed = 0; seed < seeds; seed++) {
      const [x, y] = subtract(peeked(owner.operator(sampling, seed), [0, 0]), offset) as [number, number];
      [x * x, x * y, y * x, y * y].forEach((value, k) => (sums[k]! += value / seeds));
    }
    sums.forEach((sum, k) => {
      const [i, j] = [Math.floor(k / 2), k % 2];
      const deviation = Math.sqrt((sigma[k]! ** 2 + sigma[3 * i]! * sigma[3 * j]!) / seeds);
      expect(Math.abs(sum - sigma[k]!)).toBeLessThan(6 * deviation);
    });
  });
});

test('without noise variance every observation is the mean operator', () => {
  for (const sampling of ['markov', 'iid'] as const) {
    for (const z of noises({ ...BASE, noiseVariance: 0, initialNoise: 'stationary' }, 0, sampling, 1, 5)) {
      expect(z).toEqual([0, 0]);
    }
  }
});

test('a stationary start that rounding decides is refused with the setting that asks for it', () => {
  const close = { ...BASE, noiseSpectralRadius: 1 - 1e-13, initialNoise: 'stationary' as const };
  expect(() => gaussMarkovQuadratic.build(close).agent(0).operator('markov', 1)).toThrow(
    /^noiseSpectralRadius is 0\.9999999999999: the condition number of the stationary law .* initialNoise 'zero'$/,
  );
});
