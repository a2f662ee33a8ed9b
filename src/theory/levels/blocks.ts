/** Products of the matrices of a stage: agents read a few coordinates of X and write into a few. */
import type { Vector } from '../../maths/vector.ts';
import type { Lift } from './part.ts';
import type { StageAgent } from './stages.ts';

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
