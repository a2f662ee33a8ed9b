/** Second moments by functions of the agents' chains, Mathematics (6), between the stages of a round. */
import { add, assign, block, column, kron, type Matrix, matrix, square } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';

export interface Tables {
  /** c_∅ = E[X Xᵀ] `[D, D]` */
  readonly all: Matrix;
  /** c_i[a] = E[X Xᵀ φ_i^a], a = 1 … R, below each other `[R D, D]`, by class of agents */
  readonly single: readonly Matrix[];
  /** c_ij[a, b] = E[X Xᵀ φ_i^a φ_j^b] of classes i ≤ j, `[r_i r_j D, D]`; none for one agent of a class with itself */
  readonly pair: readonly (readonly (Matrix | undefined)[])[];
}

/** All matrices of tables, in one order. */
export const matricesOf = ({ all, single, pair }: Tables): Matrix[] => [
  all,
  ...single,
  ...pair.flatMap((row) => row.filter((c) => c !== undefined)),
];

/** Tables of other matrices, in the same order. */
export function tablesLike({ single, pair }: Tables, matrices: readonly Matrix[]): Tables {
  const [all, ...rest] = matrices as readonly [Matrix, ...Matrix[]];
  let at = single.length;
  return {
    all,
    single: rest.slice(0, single.length),
    pair: pair.map((row) => row.map((c) => c && rest[at++])),
  };
}

/** Σ weight · tables, of which there is at least one. */
export function weightedSum(parts: readonly { readonly weight: number; readonly tables: Tables }[]): Tables {
  const [{ tables: first }] = parts as readonly [(typeof parts)[number]];
  if (parts.length === 1 && parts[0]!.weight === 1) return first;
  const sums = matricesOf(first).map(({ rows, columns }) => matrix(rows, columns));
  for (const { weight, tables } of parts) matricesOf(tables).forEach((c, k) => add(sums[k]!, c, weight));
  return tablesLike(first, sums);
}

/**
 * Tables of an X that is known, from the expectations of φ^1 … φ^R of each class.
 *
 * @param counts - r of each class whose pairs are followed
 */
export function tablesAt(
  X: Vector,
  expectations: readonly (readonly number[])[],
  multiplicity: readonly number[],
  counts: readonly number[],
): Tables {
  const C = square(column(Float64Array.from(X)));
  const times = (factors: readonly number[]): Matrix => kron(column(Float64Array.from(factors)), C);
  return {
    all: times([1]),
    single: expectations.map(times),
    pair: counts.map((ri, i) =>
      counts.map((rj, j) => {
        if (j < i || (i === j && multiplicity[i] === 1)) return undefined;
        const [left, right] = [expectations[i]!.slice(0, ri), expectations[j]!.slice(0, rj)];
        return times(left.flatMap((x) => right.map((y) => x * y)));
      }),
    ),
  };
}

/** Largest change of a table, beside its largest element. */
export function changeOf(before: Tables, after: Tables): number {
  const others = matricesOf(after);
  return Math.max(...matricesOf(before).map((c, k) => change(c.values, others[k]!.values)));
}

/** Largest change beside the largest element. */
export function change(before: Vector, after: Vector): number {
  let size = 0;
  let most = 0;
  for (let j = 0; j < after.length; j++) {
    size = Math.max(size, Math.abs(after[j]!));
    most = Math.max(most, Math.abs(after[j]! - before[j]!));
  }
  return size > 0 ? most / size : 0;
}

/** A matrix below another. */
export function below(upper: Matrix, lower: Matrix): Matrix {
  const out = matrix(upper.rows + lower.rows, upper.columns);
  assign(block(out, [0, upper.rows]), upper);
  assign(block(out, [upper.rows, lower.rows]), lower);
  return out;
}
