/** Parts of the tables of an agent, and of those of a pair, that its stages read. */
import { addProduct, assign, block, type Matrix, matrix, multiply, reshaped } from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { byFirst, rowsRead } from '../../maths/places.ts';
import { squaredNorm } from '../../maths/vector.ts';
import type { AgentTables } from './agentTables.ts';

/** Size of N_i N_j at which a pair has forgotten what its chains have in common. */
const FORGOTTEN = 1e-9;

/** Whether what two chains have in common at the end of a stage depends on what they had at its start. */
export const moveTogether = ({ N }: AgentTables, { N: other }: AgentTables): boolean =>
  N !== undefined &&
  other !== undefined &&
  squaredNorm(N.values) * squaredNorm(other.values) > FORGOTTEN ** 2;

/** W[0, 0] `[packed d, packed q]`. */
export const spreadOf = ({ mean, ofPairs }: AgentTables): Matrix =>
  block(ofPairs()!, [0, packedLength(mean.rows)], [0, packedLength(mean.columns)]);

/** T[0, b], b = 1 … r `[d, r q]`. */
export const toConstant = ({ mean, T, r }: AgentTables): Matrix =>
  block(T, [0, mean.rows], [mean.columns, r * mean.columns]);

/** T[e, a], e = 1 … r, a = 0 … r `[r d, (1 + r) q]`. */
export const fromAll = ({ mean, T }: AgentTables, r: number): Matrix =>
  block(T, [mean.rows, r * mean.rows], [0, (1 + r) * mean.columns]);

/** T[e, 0], e = 1 … r `[r d, q]`. */
export const fromConstant = ({ mean, T, r }: AgentTables): Matrix =>
  block(T, [mean.rows, r * mean.rows], [0, mean.columns]);

/** What the functions of agent i beyond those of pairs, b > r, add to its own tables at the functions g ≤ r. */
export interface BeyondPairs {
  /** Σ_b N[g, b] c_i[b] `[r D, D]` */
  readonly moved: Matrix;
  /** Σ_b T[g, b] O_i c_i[b] `[r d, D]` */
  readonly acts: Matrix;
}

/** Of an agent with the tables c_i, of blocks of D rows. */
export function beyondPairs(tables: AgentTables, c: Matrix): BeyondPairs {
  const { agent, mean, T, r } = tables;
  const { columns: D } = c;
  const { rows: d, columns: q } = mean;
  const count = c.rows / D - r;
  const read = rowsRead(agent, byFirst(block(c, [r * D, count * D]), count));
  return {
    moved: movedBeyond(tables, c, D),
    acts: multiply(block(T, [d, r * d], [(1 + r) * q, count * q]), read),
  };
}

/** Σ_b N[g, b] c_i[b], b > r, of blocks of D rows. */
export function movedBeyond({ N, r }: AgentTables, c: Matrix, D: number): Matrix {
  const count = c.rows / D - r;
  const size = D * c.columns;
  const out = matrix(r, size);
  if (N !== undefined)
    addProduct(out, block(N, [0, r], [r, count]), block(reshaped(c, r + count, size), [r, count]));
  return reshaped(out, r * D, c.columns);
}

/** N of the first r functions. */
export const functionsMove = ({ N }: AgentTables, r: number): Matrix => block(N!, [0, r], [0, r]);

/** The blocks of a pair with those of its agents i, before each row, and j, before the first; both begin with that of none. */
export function bordered(ofI: Matrix, ofJ: Matrix, inner: Matrix, ri: number, rj: number): Matrix {
  const size = inner.rows / (ri * rj);
  const row = (1 + rj) * size;
  const out = matrix((1 + ri) * row, inner.columns);
  assign(block(out, [0, row]), block(ofJ, [0, row]));
  for (let a = 1; a <= ri; a++) {
    assign(block(out, [a * row, size]), block(ofI, [a * size, size]));
    assign(block(out, [a * row + size, rj * size]), block(inner, [(a - 1) * rj * size, rj * size]));
  }
  return out;
}
