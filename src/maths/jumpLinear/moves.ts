/** A chain as lists of successors. */
import { matrixPower } from '../linearAlgebra.ts';
import type { Vector } from '../vector.ts';

/** The moves of a chain of positive probability. */
export interface Moves {
  /** n */
  readonly states: number;
  /** π `[n]` */
  readonly stationary: Vector;
  /** law of the first state `[n]` */
  readonly start: Vector;
  /** the moves from state s are those from `first[s]` to before `first[s + 1]` */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly probability: Float64Array;
}

/** A chain with the law of its first state. */
interface StartedChain {
  readonly chain: { readonly states: number; readonly stationary: Vector; readonly transition: Vector };
  readonly start: Vector;
}

/** The moves of a chain. */
export function movesOf({ chain: { states, stationary, transition }, start }: StartedChain): Moves {
  const first = new Int32Array(states + 1);
  const next: number[] = [];
  const probability: number[] = [];
  for (let s = 0; s < states; s++) {
    for (let to = 0; to < states; to++) {
      const p = transition[s * states + to]!;
      if (p === 0) continue;
      next.push(to);
      probability.push(p);
    }
    first[s + 1] = next.length;
  }
  return {
    states,
    stationary,
    start,
    first,
    next: Int32Array.from(next),
    probability: Float64Array.from(probability),
  };
}

/** P^H of a chain. */
export function kernelOf({ states: n, first, next, probability }: Moves, steps: number): Float64Array {
  const P = new Float64Array(n * n);
  for (let s = 0; s < n; s++)
    for (let e = first[s]!; e < first[s + 1]!; e++) P[s * n + next[e]!]! += probability[e]!;
  return matrixPower(P, n, steps);
}

/** `Σ_s' P(s, s') h(s')` `[n, width]` of h `[n, width]`. */
export function expectedNext(
  { states: n, first, next, probability }: Moves,
  h: Vector,
  width: number,
): Float64Array {
  const out = new Float64Array(n * width);
  for (let s = 0; s < n; s++) {
    const to = s * width;
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      const from = next[e]! * width;
      for (let j = 0; j < width; j++) out[to + j]! += p * h[from + j]!;
    }
  }
  return out;
}
