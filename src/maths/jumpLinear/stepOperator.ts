/**
 * A step of a linear system that jumps with a chain, as a linear map of fields: along a move e from s to t, with the probability p_e,
 * v⁺ = v + L_e z, and the rest of z stays as it is. Of what v is in each state, X(s) = E[v 1{s}] `[d, z]` as a map of z at a start
 * from the stationary law, and of functionals of v after steps, Y(s) `[d, z]` of z before them,
 *
 *     X(t) ← Σ_{e to t} p_e (X(s) + L_e (X(s), π(s) · rest)),          Y(s) ← Σ_{e from s} p_e (Y(t) + Y_v(t) L_e).
 *
 * Both are sums over the moves of a state, one product each: the maps of all its moves beside each other, times what is there before.
 */
import {
  add,
  addProduct,
  assign,
  block,
  clear,
  identityMatrix,
  type Matrix,
  matrix,
  transposed,
} from '../matrix.ts';
import { addRows } from '../someRows.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import { eachMove, type Move } from './slowModes.ts';

export interface StepOperator {
  /** out ← X after a step `[n d, z]` */
  readonly forward: (X: Matrix, out: Matrix) => void;
  /** out ← Yᵀ before a step `[n z, d]` */
  readonly backward: (Y: Matrix, out: Matrix) => void;
}

/** A state's moves to or from others, with their maps beside each other. */
interface Sum {
  readonly others: readonly { readonly state: number; readonly probability: number }[];
  readonly maps: Matrix;
  /** what is there before in them, below each other */
  readonly before: Matrix;
}

/** The step of local vectors along a chain. */
export function stepOperator(chain: LocalChain, local: LocalShape): StepOperator {
  const { states: n, dimension: d, stationary } = chain;
  const { size: z } = local;
  const [into, from] = [movesBy(n), movesBy(n)];
  eachMove(chain, local, (move) => {
    into[move.to]!.push(move);
    from[move.from]!.push(move);
  });
  const rest = matrix(n * d, z);
  const arriving = into.map((moves, t): Sum => {
    const maps = matrix(d, moves.length * d);
    moves.forEach(({ from: s, probability: p, L }, k) => {
      const ofV = block(maps, [0, d], [k * d, d]);
      add(add(ofV, block(L, [0, d], [0, d]), p), identityMatrix(d), p);
      add(block(rest, [t * d, d], [d, z - d]), block(L, [0, d], [d, z - d]), p * stationary[s]!);
    });
    return {
      others: moves.map(({ from: state, probability }) => ({ state, probability })),
      maps,
      before: matrix(maps.columns, z),
    };
  });
  const leaving = from.map((moves): Sum => {
    const maps = matrix(z, moves.length * d);
    moves.forEach(({ probability: p, L }, k) => {
      add(block(maps, [0, z], [k * d, d]), transposed(L), p);
      add(block(maps, [0, d], [k * d, d]), identityMatrix(d), p);
    });
    return {
      others: moves.map(({ to: state, probability }) => ({ state, probability })),
      maps,
      before: matrix(maps.columns, d),
    };
  });
  return {
    forward: (X, out) => {
      addSums(assign(out, rest), arriving, X, d);
    },
    backward: (Y, out) => {
      addSums(clear(out), leaving, Y, z);
      leaving.forEach(({ others }, s) => {
        for (const { state, probability } of others)
          addRows(out, s * z + d, Y, [state * z + d, z - d], probability);
      });
    },
  };
}

const movesBy = (n: number): Move[][] => Array.from({ length: n }, () => []);

/** out += of each state the maps times the first d rows of the other states' blocks of `height` rows. */
function addSums(out: Matrix, sums: readonly Sum[], field: Matrix, height: number): void {
  const rows = out.rows / sums.length;
  sums.forEach(({ others, maps, before }, state) => {
    const size = before.values.length / others.length;
    others.forEach((other, k) => {
      const start = other.state * height * field.columns;
      before.values.set(field.values.subarray(start, start + size), k * size);
    });
    addProduct(block(out, [state * rows, rows]), maps, before);
  });
}
