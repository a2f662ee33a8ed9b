/** Matrices brought to size 1, where products of a few elements neither overflow nor underflow. */
import { NumericalFailure } from './numericalFailure.ts';
import { allFinite, largestSize, type Vector } from './vector.ts';

/** Elements of a matrix of size 1 that count as 0: their products would underflow. */
export const TINY = 2 ** -460;

/**
 * `A = scale · matrix`, scale a power of 2: no rounding.
 *
 * @throws NumericalFailure if an element of A is not finite
 */
export function ofSizeOne(A: Vector): { readonly matrix: Float64Array; readonly scale: number } {
  if (!allFinite(A)) throw new NumericalFailure('eigenvalues need a matrix of finite numbers');
  const largest = largestSize(A);
  // log₂ 0 is no size
  const scale = largest === 0 ? 1 : 2 ** Math.floor(Math.log2(largest));
  return { matrix: A.map((value) => value / scale), scale };
}
