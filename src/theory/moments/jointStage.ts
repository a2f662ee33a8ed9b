/**
 * A stage on the joint chain of all agents, whose state is σ = (s_1, …, s_M): the fields E[X Xᵀ; σ], or E[X; σ].
 *
 * With y_i what agent i makes of O_i X, and Y what X⁺ = B X + Σ_i E_i y_i is with the agents so far, each agent in turn moves
 * F = E[(X, Y) (X, Y)ᵀ; σ] by
 *
 *     F ← N_i F,      E[Y ·] += E_i T_i O_i E[X ·] and its transpose,      E[Y Yᵀ] += E_i W_i(O_i E[X Xᵀ] O_iᵀ) E_iᵀ,
 *
 * N, T and W the transfers of its observations (chain/transfer.ts): other agents' observations are independent of its own.
 */
import {
  add,
  addProduct,
  assign,
  block,
  conjugate,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  stacked,
  transposed,
} from '../../maths/matrix.ts';
import { packedLength, packInto, unpack } from '../../maths/packed.ts';
import type { Transfer } from '../chain/transfer.ts';
import type { Stage } from '../round/exchanges.ts';

/** A stage with the transfers of each agent. */
export interface JointStage extends Stage {
  readonly transfers: readonly Transfer[];
}

/** Of E[X Xᵀ; σ] for each σ, the last agent's state running fastest. */
export function secondsThrough(field: readonly Matrix[], stage: JointStage): Matrix[] {
  const { B } = stage;
  const [m, n] = [B.rows, B.columns];
  const D = stacked([identityMatrix(n), B]);
  const w = n + m;
  const F = matrix(w, field.length * w);
  field.forEach((C, k) => assign(block(F, [0, w], [k * w, w]), conjugate(D, C)));
  const out = agentsThrough(F, stage, true);
  return field.map((_, k) => block(out, [n, m], [k * w + n, m]));
}

/** Of E[X; σ] `[n, joint states]`. */
export function firstsThrough(field: Matrix, stage: JointStage): Matrix {
  const { B } = stage;
  const F = stacked([field, multiply(B, field)]);
  return block(agentsThrough(F, stage, false), [B.columns, B.rows]);
}

/**
 * All agents in turn. The columns of F are those of each σ one after another; the acting agent's state is the slowest in them
 * before it acts and the fastest after.
 */
function agentsThrough(F: Matrix, { local, B, E, O, transfers }: JointStage, squares: boolean): Matrix {
  const [m, n] = [B.rows, B.columns];
  const { dimension: d, size: q } = local;
  const [pd, pq] = [packedLength(d), packedLength(q)];
  const w = squares ? n + m : 1;
  const jointStates = F.columns / w;
  const all = [0, n + m] as const;
  let now = F;
  transfers.forEach((transfer, i) => {
    const S = transfer.kernel.rows;
    const others = jointStates / S;
    const ofState = (s: number): readonly [number, number] => [s * others * w, others * w];
    const given = matrix(S * q, others * w);
    for (let s = 0; s < S; s++) addProduct(block(given, [s * q, q]), O[i]!, block(now, [0, n], ofState(s)));
    const y = transfer.first(given);
    const yy = squares ? transfer.second(squaresOf(given, O[i]!, { S, others, w })) : undefined;
    const next = matrix(n + m, jointStates * w);
    for (let to = 0; to < S; to++) {
      const moved = matrix(n + m, others * w);
      for (let s = 0; s < S; s++) add(moved, block(now, all, ofState(s)), transfer.kernel.values[to * S + s]);
      const lifted = multiply(E[i]!, block(y, [to * d, d]));
      add(block(moved, [n, m]), lifted);
      for (let o = 0; o < others; o++) {
        const columns = [o * w, w] as const;
        if (yy !== undefined) {
          add(block(moved, all, [o * w + n, m]), transposed(block(lifted, [0, m], columns)));
          const square = unpack(columnOf(yy, o, to * pd, pd), d);
          add(block(moved, [n, m], [o * w + n, m]), conjugate(E[i]!, matrix(d, d, square)));
        }
        assign(block(next, all, [(o * S + to) * w, w]), block(moved, all, columns));
      }
    }
    now = next;
  });
  return now;

  function squaresOf(
    given: Matrix,
    O: Matrix,
    { S, others, w }: { readonly S: number; readonly others: number; readonly w: number },
  ): Matrix {
    // by state, row of z and state of the others
    const rows = matrix(S * q * others, w, given.values);
    const zz = multiplyTransposed(block(rows, [0, rows.rows], [0, n]), O);
    const out = matrix(S * pq, others);
    for (let s = 0; s < S; s++)
      for (let o = 0; o < others; o++)
        packInto(block(out, [s * pq, pq], [o, 1]), {
          ...{ rows: q, columns: q, values: zz.values },
          ...{ offset: (s * q * others + o) * q, stride: others * q },
        });
    return out;
  }
}

function columnOf(A: Matrix, column: number, top: number, rows: number): Float64Array {
  const out = matrix(rows, 1);
  assign(out, block(A, [top, rows], [column, 1]));
  return out.values;
}
