/**
 * A stage on the joint chain of all agents, whose state is σ = (s_1, …, s_M): E[X Xᵀ; σ], or E[X; σ], to those of
 * X⁺ = B X + Y, Y = Σ_i E_i y_i: Mathematics (5).
 *
 * With y_i what agent i makes of O_i X, and Y the sum over the agents so far, each agent in turn takes
 *
 *     E[· ; σ] ← Σ_s N_i E[· ; σ],      E[Y (X, Y)ᵀ] += E_i E[y_i (X, Y)ᵀ],      E[y_i ·] = T_i O_i E[X ·],
 *
 * and half of E[Y Yᵀ] += E_i W_i(O_i E[X Xᵀ] O_iᵀ) E_iᵀ; N, T and W are the transfers of its observations (chain/transfer.ts),
 * which are independent of the others' given the states at the start of the stage. Then
 *
 *     E[X⁺ X⁺ᵀ] = R + Rᵀ,      R = (½ B E[X Xᵀ] + E[Y Xᵀ]) Bᵀ + half of E[Y Yᵀ].
 */
import {
  add,
  addProduct,
  addProductTransposed,
  assign,
  block,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  reshaped,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { packedLength, packInto, unpackInto } from '../../maths/packed.ts';
import { movedToLast } from '../../maths/rotation.ts';
import type { Transfer } from '../../maths/jumpLinear/transfer.ts';
import type { Stage } from '../round/exchanges.ts';

/** A stage with the transfers of each agent. */
export interface JointStage extends Stage {
  readonly transfers: readonly Transfer[];
}

/** E[X⁺ X⁺ᵀ; σ] of E[X Xᵀ; σ] for each σ, the last agent's state running fastest. */
export function secondsThrough(
  field: readonly Matrix[],
  { local, B, E, O, transfers }: JointStage,
): Matrix[] {
  const [m, n] = [B.rows, B.columns];
  const { dimension: d } = local;
  const [ofX, ofY] = [[0, n] as const, [n, m] as const];
  const w = n + m;
  // E[X Xᵀ] above (E[Y Xᵀ], half of E[Y Yᵀ]), one σ below another; the acting agent's state is the slowest in σ
  let F = matrix(field.length * w, w);
  const at = (k: number): Matrix => block(F, [k * w, w]);
  field.forEach((C, k) => assign(block(at(k), ofX, ofX), C));
  transfers.forEach((transfer, i) => {
    F = observedBy(F, O[i]!, transfer, (C, y, square) => {
      addProductTransposed(block(y, [0, d], ofY), square, E[i]!, 1 / 2);
      addProduct(block(C, ofY), E[i]!, y);
    });
  });
  return field.map((_, k) => {
    const R = addProduct(block(at(k), ofY, ofX), B, block(at(k), ofX, ofX), 1 / 2);
    return withTranspose(addProductTransposed(block(at(k), ofY, ofY), R, B));
  });
}

/**
 * The field once an agent has made its observations, whose state was the slowest in σ and then is the fastest.
 *
 * @param F - of each σ E[· ·ᵀ] of w coordinates, X the first of them `[joint states w, w]`
 * @param write - given the block of each σ, with E[y ·ᵀ] `[d, w]` and E[y yᵀ] `[d, d]`
 */
export function observedBy(
  F: Matrix,
  O: Matrix,
  { kernel, first, second }: Transfer,
  write: (C: Matrix, y: Matrix, square: Matrix) => void,
): Matrix {
  const [w, q, S] = [F.columns, O.rows, kernel.rows];
  const others = F.rows / (w * S);
  const ofX = [0, O.columns] as const;
  const given = matrix(S * q, others * w);
  for (let s = 0; s < S; s++)
    addProductTransposed(block(given, [s * q, q]), O, block(F, [s * others * w, others * w], ofX));
  const y = first(given);
  const zz = multiplyTransposed(block(reshaped(given, S * q * others, w), [0, S * q * others], ofX), O);
  const pq = packedLength(q);
  const packed = matrix(S * pq, others);
  for (let s = 0; s < S; s++)
    for (let o = 0; o < others; o++) {
      const offset = (s * q * others + o) * q;
      packInto(block(packed, [s * pq, pq], [o, 1]), { ...zz, rows: q, offset, stride: others * q });
    }
  const yy = second(packed);
  const moved = matrix(F.rows, w, movedToLast(F.values, kernel.values, S, S * others));
  const [d, pd] = [y.rows / S, yy.rows / S];
  const square = matrix(d, d);
  for (let s = 0; s < S; s++)
    for (let o = 0; o < others; o++) {
      unpackInto(square.values, 0, d, block(yy, [s * pd, pd], [o, 1]));
      write(block(moved, [(o * S + s) * w, w]), block(y, [s * d, d], [o * w, w]), square);
    }
  return moved;
}

/** E[X⁺; σ] `[joint states, m]` of E[X; σ] `[joint states, n]`. */
export function firstsThrough(field: Matrix, { local, B, E, O, transfers }: JointStage): Matrix {
  const [m, n] = [B.rows, B.columns];
  const { dimension: d, size: q } = local;
  const jointStates = field.rows;
  let F = matrix(jointStates, n + m);
  assign(block(F, [0, jointStates], [0, n]), field);
  transfers.forEach(({ kernel, first }, i) => {
    const S = kernel.rows;
    const others = jointStates / S;
    const given = matrix(S * q, others);
    for (let s = 0; s < S; s++)
      addProductTransposed(block(given, [s * q, q]), O[i]!, block(F, [s * others, others], [0, n]));
    const y = first(given);
    F = matrix(jointStates, n + m, movedToLast(F.values, kernel.values, S, jointStates));
    const rows = matrix(others, S * (n + m), F.values);
    for (let s = 0; s < S; s++)
      add(block(rows, [0, others], [s * (n + m) + n, m]), transposed(multiply(E[i]!, block(y, [s * d, d]))));
  });
  const X = block(F, [0, jointStates], [0, n]);
  return addProductTransposed(block(F, [0, jointStates], [n, m]), X, B);
}
