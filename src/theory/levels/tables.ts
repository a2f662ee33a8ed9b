/** Tables of second moments by where agents' chains are, between the stages of a round. */
import { transpose } from '../../maths/linearAlgebra.ts';
import { product } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { addTo } from './blocks.ts';

/** The tables between two stages. */
export interface Tables {
  /** length of X */
  readonly size: number;
  /** E[X Xᵀ] */
  readonly all: Float64Array;
  /** E[X Xᵀ 1{s_i = s}] − π(s) E[X Xᵀ] `[n, size, size]`, by class */
  readonly single: readonly Float64Array[];
  /** of two classes i ≤ j, E[X Xᵀ φ_i^a φ_j^b] `[r_i, r_j, size, size]`; none for one agent of a class with itself */
  readonly pair: readonly (readonly (Float64Array | undefined)[])[];
}

/** All tables times a weight; those of weight 1 as they are. */
export function scaledBy(weight: number, { size, all, single, pair }: Tables): Tables {
  if (weight === 1) return { size, all, single, pair };
  const by = (values: Float64Array): Float64Array => values.map((value) => weight * value);
  return {
    size,
    all: by(all),
    single: single.map(by),
    pair: pair.map((row) => row.map((c) => c && by(c))),
  };
}

/** The sum of the tables of two gaps, in the first. */
export function together(first: Tables, other: Tables): Tables {
  addTo(first.all, other.all, 1);
  first.single.forEach((field, i) => {
    addTo(field, other.single[i]!, 1);
  });
  first.pair.forEach((row, i) => {
    row.forEach((c, j) => {
      if (c !== undefined) addTo(c, other.pair[i]![j]!, 1);
    });
  });
  return first;
}

/** Largest change of a table, beside its largest element. */
export function changeOf(before: Tables, after: Tables): number {
  let most = change(before.all, after.all);
  before.single.forEach((field, i) => {
    most = Math.max(most, change(field, after.single[i]!));
  });
  before.pair.forEach((row, i) => {
    row.forEach((c, j) => {
      if (c !== undefined) most = Math.max(most, change(c, after.pair[i]![j]!));
    });
  });
  return most;
}

/** Σ_s field(s) `[length]` of a field `[n, length]`. */
export function summed(field: Vector, states: number, length: number): Float64Array {
  const out = new Float64Array(length);
  for (let s = 0; s < states; s++) for (let k = 0; k < length; k++) out[k]! += field[s * length + k]!;
  return out;
}

/** Σ_s N(s, s') field(s) `[n, length]`. */
export function carried(N: Vector, field: Vector, n: number, length: number): Float64Array {
  return product(transpose(N, n, n), field, n, n, length);
}

/** Without π(s) times its sum. */
export function centred(field: Float64Array, stationary: Vector, length: number): Float64Array {
  const sum = summed(field, stationary.length, length);
  stationary.forEach((p, s) => {
    for (let k = 0; k < length; k++) field[s * length + k]! -= p * sum[k]!;
  });
  return field;
}

/** weight(s) · E[X Xᵀ] of each state. */
export function spreadOver(
  states: number,
  size: number,
  all: Vector,
  weight: (state: number) => number,
): Float64Array {
  const out = new Float64Array(states * size * size);
  for (let s = 0; s < states; s++)
    for (let k = 0; k < all.length; k++) out[s * all.length + k] = weight(s) * all[k]!;
  return out;
}

/** Makes matrices `[size, size]` one after the other symmetric: what rounding adds would not stay small. */
export function symmetrise(C: Float64Array, size: number): void {
  for (let at = 0; at < C.length; at += size * size) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) {
        const middle = (C[at + i * size + j]! + C[at + j * size + i]!) / 2;
        C[at + i * size + j] = middle;
        C[at + j * size + i] = middle;
      }
    }
  }
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
