/**
 * Functionals of first moments along an agent's chain, from the end of its observations back to their start. With L(s, s') what an
 * observation makes of the local vector z (localSteps.ts), rows Φ(s) of functionals of z obey
 *
 *     Φ(s) ← Σ_s' P(s, s') Φ(s') L(s, s').
 */
import { add, addProduct, block, identityMatrix, type Matrix, matrix, multiply } from '../matrix.ts';
import {
  type ChainSize,
  type LocalChain,
  type LocalShape,
  observationsFrom,
  stepFactors,
} from './jumpSystem.ts';

/** Multiplications of one step of {@link meanOverSteps}. */
export function meanStepCost(
  { moves, operators, kind }: ChainSize,
  { dimension: d, size }: LocalShape,
): number {
  const acts = kind === 'dense' ? d * d * (d + 1) : 2 * d * d;
  return moves * d * size + operators * acts;
}

/** `E[v after so many observations | s_0 = s, z]` as a map of z, state below state `[n d, size]`. */
export function meanOverSteps(chain: LocalChain, local: LocalShape, steps: number): Matrix {
  const { dimension: d } = local;
  const v = matrix(chain.states * d, local.size);
  for (let s = 0; s < chain.states; s++) add(block(v, [s * d, d], [0, d]), identityMatrix(d));
  return firstsBefore(chain, local, v, steps);
}

/** The functionals before so many observations, of those after them, state below state `[n m, size]`. */
export function firstsBefore(chain: LocalChain, local: LocalShape, after: Matrix, steps: number): Matrix {
  const { states: n, next, probability } = chain;
  const { dimension: d, shift } = local;
  const m = after.rows / n;
  const factors = stepFactors(chain, local);
  let now = after;
  for (let step = 0; step < steps; step++) {
    const before = matrix(after.rows, after.columns);
    for (let s = 0; s < n; s++) {
      const out = block(before, [s * m, m]);
      for (const { operator, moves } of observationsFrom(chain, s)) {
        const expected = matrix(m, after.columns);
        for (const e of moves) add(expected, block(now, [next[e]! * m, m]), probability[e]);
        const ofV = block(expected, [0, m], [0, d]);
        const { U, V } = factors(operator);
        add(out, expected);
        addProduct(out, U === undefined ? ofV : multiply(ofV, U), V);
        if (shift !== 0) add(block(out, [0, m], [d, d]), ofV, shift);
      }
    }
    now = before;
  }
  return now;
}
