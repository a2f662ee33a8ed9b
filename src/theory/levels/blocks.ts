/** Products of the matrices of a stage: agents read a few coordinates of X and write into a few. */
import { dot, type Vector } from '../../maths/vector.ts';
import type { Lift, StageAgent } from './stages.ts';

/** L P C `[d, width]` of L `[d, q]` and C `[from, width]`. */
export function appliedTo(
  { inputs }: Pick<StageAgent, 'inputs'>,
  L: Vector,
  C: Vector,
  width: number,
  d: number,
  offset = 0,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(d * width);
  for (let i = 0; i < d; i++) {
    const to = i * width;
    for (let k = 0; k < q; k++) {
      const factor = L[offset + i * q + k]!;
      if (factor === 0) continue;
      const from = inputs[k]! * width;
      for (let j = 0; j < width; j++) out[to + j]! += factor * C[from + j]!;
    }
  }
  return out;
}

/** Y P' Lᵀ `[rows, d]` of Y `[rows, from]` and an agent's L `[d, q]`. */
export function appliedRight(
  { inputs }: Pick<StageAgent, 'inputs'>,
  Y: Vector,
  L: Vector,
  rows: number,
  from: number,
  d: number,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(rows * d);
  for (let i = 0; i < rows; i++) {
    for (let a = 0; a < d; a++) {
      let sum = 0;
      for (let k = 0; k < q; k++) sum += Y[i * from + inputs[k]!]! * L[a * q + k]!;
      out[i * d + a] = sum;
    }
  }
  return out;
}

/** P C Pᵀ `[q, q]` of C `[from, from]`. */
export function partOf(
  { inputs }: Pick<StageAgent, 'inputs'>,
  C: Vector,
  from: number,
  offset = 0,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(q * q);
  for (let i = 0; i < q; i++)
    for (let j = 0; j < q; j++) out[i * q + j] = C[offset + inputs[i]! * from + inputs[j]!]!;
  return out;
}

/** out `[to, to]` += E Y + (E Y)ᵀ of Y `[d, to]`. */
export function addLifted(
  out: Float64Array,
  lifts: readonly Lift[],
  Y: Vector,
  d: number,
  to: number,
  offset = 0,
): void {
  for (const { at, factor } of lifts) {
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < to; j++) {
        const value = factor * Y[i * to + j]!;
        out[offset + (at + i) * to + j]! += value;
        out[offset + j * to + at + i]! += value;
      }
    }
  }
}

/** out `[to, to]` += scale · E_i Y E_jᵀ of Y `[d, d]`, and its transpose where it is asked for. */
export function addBetween(
  out: Float64Array,
  left: readonly Lift[],
  Y: Vector,
  right: readonly Lift[],
  d: number,
  to: number,
  { scale = 1, transposed = false, offset = 0 } = {},
): void {
  for (const lift of left) {
    for (const other of right) {
      const factor = scale * lift.factor * other.factor;
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          const value = factor * Y[i * d + j]!;
          out[offset + (lift.at + i) * to + other.at + j]! += value;
          if (transposed) out[offset + (other.at + j) * to + lift.at + i]! += value;
        }
      }
    }
  }
}

/** out `[to, to]` += R C Rᵀ of R `[to, from]` and symmetric C `[from, from]`, at the offsets. */
export function addConjugate(
  out: Float64Array,
  R: Vector,
  C: Vector,
  to: number,
  from: number,
  offset = 0,
  fromC = 0,
): void {
  const half = new Float64Array(to * from);
  for (let i = 0; i < to; i++)
    for (let k = 0; k < from; k++) half[i * from + k] = dot(R, C, from, i * from, fromC + k * from);
  for (let i = 0; i < to; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < from; k++) sum += half[i * from + k]! * R[j * from + k]!;
      out[offset + i * to + j]! += sum;
      if (j < i) out[offset + j * to + i]! += sum;
    }
  }
}

/** out `[to, from]` += scale · E y of y `[d, from]`. */
export function addRows(
  out: Float64Array,
  scale: number,
  y: Vector,
  lifts: readonly Lift[],
  from: number,
  offset = 0,
): void {
  for (const { at, factor } of lifts) {
    const to = offset + at * from;
    for (let k = 0; k < y.length; k++) out[to + k]! += scale * factor * y[k]!;
  }
}

/** out += factor · values */
export function addTo(out: Float64Array, values: Vector, factor: number): void {
  for (let k = 0; k < out.length; k++) out[k]! += factor * values[k]!;
}
