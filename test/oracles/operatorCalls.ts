/** Calls an agent's operator the way tests want to see it. */
import type { LocalOperator, MeanOperator } from '../../src/problems/operator.ts';
import { evaluateMean } from '../../src/problems/meanOperator.ts';
import type { Row } from './plainMatrices.ts';

/** G(θ, o) at the current observation. */
export function peeked(operator: LocalOperator, theta: Row): Row {
  const out = new Float64Array(operator.dimension);
  operator.peek(Float64Array.from(theta), out);
  return [...out];
}

/** Moves the stream on by `count` observations. */
export function skip(operator: LocalOperator, count: number): void {
  operator.advance(new Float64Array(operator.dimension), 0, undefined, count);
}

/** G(θ, o_0), G(θ, o_1), …: the values of `count` observations, which are used up. */
export function valuesOf(operator: LocalOperator, theta: Row, count: number): Row[] {
  return Array.from({ length: count }, () => {
    const value = peeked(operator, theta);
    skip(operator, 1);
    return value;
  });
}

/** Ḡ(θ). */
export function meanAt(mean: MeanOperator, theta: Row): Row {
  const out = new Float64Array(theta.length);
  evaluateMean(mean, Float64Array.from(theta), out);
  return [...out];
}

/**
 * The largest |z| of the coordinates of a sample mean of independent vectors against an expectation.
 * Above 6 for one coordinate in 5 · 10⁸.
 */
export function largestZ(values: readonly Row[], expectation: Row): number {
  const n = values.length;
  return Math.max(
    ...expectation.map((expected, j) => {
      const mean = values.reduce((sum, value) => sum + value[j]!, 0) / n;
      const variance = values.reduce((sum, value) => sum + (value[j]! - mean) ** 2, 0) / (n - 1);
      return Math.abs(mean - expected) / Math.sqrt(variance / n);
    }),
  );
}
