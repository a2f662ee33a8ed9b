/** Kernels that several tests of chains use. */
import { Generator } from '../../src/maths/generator.ts';

/** A kernel from its rows. */
export const kernel = (...rows: number[][]): Float64Array => Float64Array.from(rows.flat());

/** A random kernel with about half of its entries 0 and a positive diagonal. */
export function randomKernel(states: number, seed: number): Float64Array {
  const generator = new Generator([seed, 7, 7, 7]);
  const P = new Float64Array(states * states);
  for (let x = 0; x < states; x++) {
    let sum = 0;
    for (let y = 0; y < states; y++) {
      const weight =
        x === y || y === (x + 1) % states || generator.uniform() < 0.5 ? 0.05 + generator.uniform() : 0;
      P[x * states + y] = weight;
      sum += weight;
    }
    for (let y = 0; y < states; y++) P[x * states + y]! /= sum;
  }
  return P;
}

/** μP. */
export function oneStep(law: Float64Array, P: Float64Array): Float64Array {
  const states = law.length;
  const next = new Float64Array(states);
  for (let x = 0; x < states; x++) for (let y = 0; y < states; y++) next[y]! += law[x]! * P[x * states + y]!;
  return next;
}

/** 0 → 1 ⇄ 2 and 3 alone: 0 is transient, {1, 2} and {3} are closed; 4 goes to both. */
export const TWO_CLASSES = kernel(
  [0.5, 0.5, 0, 0, 0],
  [0, 0, 1, 0, 0],
  [0, 1, 0, 0, 0],
  [0, 0, 0, 1, 0],
  [0.2, 0, 0, 0.8, 0],
);
/** Period 3. */
export const CYCLE = kernel([0, 1, 0], [0, 0, 1], [1, 0, 0]);
/** π = (⅔, ⅓); from the worse start TV is ⅔·4⁻ᵗ. */
export const STYLE = kernel([3 / 4, 1 / 4], [1 / 2, 1 / 2]);
