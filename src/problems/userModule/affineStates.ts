/** A(s) and b(s) of a user's operator on a finite chain, `G(θ, s) = b(s) − A(s) θ`, found by trying it. */
import { generatorFor } from '../../maths/generator.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ChainLaw, LinearMean } from '../operator.ts';

/** Calls of the operator, and numbers in all A(s), at most. */
const MOST_CALLS = 20_000;
const MOST_NUMBERS = 4e6;

/** Sizes of the θ at which an operator is tried: what is clipped, or curved, is not affine at all of them. */
const SCALES = [0.1, 1, 1e4];
/** Relative difference that rounding may make. */
const ROUNDING = 1e-9;

export interface AffineStates {
  /** A(s) `[S, d, d]` and b(s) `[S, d]`, row-major */
  readonly A: Float64Array;
  readonly b: Float64Array;
}

/**
 * The matrices; none where the operator is not affine in a state, answers differently when asked again, fails, or does
 * not have the mean that its agent gives, and where trying it takes too long.
 *
 * @param operator - `out ← G(θ, s)`
 */
export function affineStates(
  operator: (theta: Vector, state: number, out: Float64Array) => unknown,
  chain: ChainLaw,
  mean: LinearMean,
): AffineStates | undefined {
  const d = mean.b.length;
  const { states: S, stationary } = chain;
  if (S * (d + 1 + 2 * SCALES.length) > MOST_CALLS || S * d * d > MOST_NUMBERS) return undefined;
  const A = new Float64Array(S * d * d);
  const b = new Float64Array(S * d);
  const theta = new Float64Array(d);
  const value = new Float64Array(d);
  const evaluate = (state: number): Float64Array => {
    value.fill(NaN);
    operator(theta, state, value);
    return value;
  };
  try {
    for (let s = 0; s < S; s++) {
      theta.fill(0);
      b.set(evaluate(s), s * d);
      for (let j = 0; j < d; j++) {
        theta.fill(0);
        theta[j] = 1;
        const column = evaluate(s);
        for (let i = 0; i < d; i++) A[(s * d + i) * d + j] = b[s * d + i]! - column[i]!;
      }
    }
    const generator = generatorFor(0, 'problem', 'user', 'affine');
    for (let s = 0; s < S; s++)
      for (const scale of SCALES) {
        for (let j = 0; j < d; j++) theta[j] = scale * (2 * generator.uniform() - 1);
        const first = Float64Array.from(evaluate(s));
        if (evaluate(s).some((x, i) => x !== first[i])) return undefined;
        if (!agrees(first, A, b, theta, s)) return undefined;
      }
  } catch {
    return undefined;
  }
  return hasMean(A, b, stationary, mean) ? { A, b } : undefined;
}

/** Tests `G = b(s) − A(s) θ`, up to rounding. */
function agrees(G: Vector, A: Vector, b: Vector, theta: Vector, s: number): boolean {
  const d = theta.length;
  return G.every((x, i) => {
    let [expected, size] = [b[s * d + i]!, Math.abs(b[s * d + i]!)];
    for (let j = 0; j < d; j++) {
      const term = A[(s * d + i) * d + j]! * theta[j]!;
      expected -= term;
      size += Math.abs(term);
    }
    return Math.abs(x - expected) <= ROUNDING * size;
  });
}

/** Compares the stationary means of A(s) and b(s) with those that the agent gives. */
function hasMean(A: Vector, b: Vector, stationary: Vector, mean: LinearMean): boolean {
  const matches = (values: Vector, given: Vector): boolean =>
    given.every((x, k) => {
      let [sum, size] = [0, Math.abs(x)];
      for (let s = 0; s < stationary.length; s++) {
        const term = stationary[s]! * values[s * given.length + k]!;
        sum += term;
        size += Math.abs(term);
      }
      return Math.abs(sum - x) <= ROUNDING * size;
    });
  return matches(A, mean.A) && matches(b, mean.b);
}
