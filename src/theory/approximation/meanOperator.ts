/** The mean operator about the root, and what the local steps do with it. */
import type { LinearMean } from '../../problems/operator.ts';
import { identity, multiply, transpose } from '../../maths/linearAlgebra.ts';
import { solveColumns } from '../../maths/linearSolve.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import { addProduct } from '../../maths/rectangular.ts';
import type { LocalShape } from './localSteps.ts';

/** `Ḡ(θ* + e) = r − A e`. */
export interface MeanOperator {
  /** `[d, d]` */
  readonly A: Vector;
  /** `[d]` */
  readonly r: Vector;
}

/** An agent's mean operator about the root. */
export function meanOperator({ A, b }: LinearMean, root: Vector): MeanOperator {
  const r = new Float64Array(root.length);
  affineInto(r, A, b, root);
  return { A, r };
}

/** Ḡ at a point about the root. */
export function meanValue({ A, r }: MeanOperator, x: Vector, from: number): Float64Array {
  const d = r.length;
  const out = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    let sum = r[i]!;
    for (let j = 0; j < d; j++) sum -= A[i * d + j]! * x[from + j]!;
    out[i] = sum;
  }
  return out;
}

/** One step of the mean local vector (v, f, 1), in place. */
export function meanStep(shape: LocalShape, mean: MeanOperator, z: Float64Array): void {
  const { dimension: d, source, gain, shift } = shape;
  const value = meanValue(mean, z, source);
  for (let i = 0; i < d; i++) z[i]! += gain * value[i]! + (shift === 0 ? 0 : shift * z[d + i]!);
}

/**
 * v after so many steps as a map of (v, f, 1) at their start `[d, local size]`, in the mean over a chain that starts from π.
 *
 * With `B = I − η Ā` and `K_j = E[A(o_j) A(o_0)] − Ā²`, the mean of the product of the steps follows, but for terms of the third
 * order in η, `P_{ℓ+1} = B P_ℓ + η² Σ_j K_j P_{ℓ−j}`, and v is `P_H v + Σ_{ℓ<H} P_ℓ η (f + r)`.
 *
 * @param lagged - K_1, K_2, … until they are negligible
 */
export function meanMap(
  shape: LocalShape,
  { A, r }: MeanOperator,
  lagged: readonly Vector[],
  steps: number,
): Float64Array {
  const { dimension: d, size: D, source, gain, shift } = shape;
  const out = new Float64Array(d * D);
  if (source !== 0) {
    for (let i = 0; i < d; i++) {
      out[i * D + i] = 1;
      for (let j = 0; j < d; j++) out[i * D + d + j] = -steps * gain * A[i * d + j]!;
      out[i * D + D - 1] = steps * gain * r[i]!;
    }
    return out;
  }
  const { power, sum } = products(A, lagged, gain, d, steps);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      out[i * D + j] = power[i * d + j]!;
      if (shape.second) out[i * D + d + j] = shift * sum[i * d + j]!;
      out[i * D + D - 1]! += gain * sum[i * d + j]! * r[j]!;
    }
  }
  return out;
}

/** Steps beyond the last lag after which the mean product is multiplied by the same matrix at every step. */
const SETTLING = 20;

/** P_H and `Σ_{ℓ<H} P_ℓ`. */
function products(
  A: Vector,
  lagged: readonly Vector[],
  gain: number,
  d: number,
  steps: number,
): { readonly power: Float64Array; readonly sum: Float64Array } {
  const explicit = Math.min(steps, lagged.length === 0 ? 0 : 2 * lagged.length + SETTLING);
  const all: Float64Array[] = [identity(d)];
  const sum = new Float64Array(d * d);
  for (let step = 0; step < explicit; step++) {
    const now = all[step]!;
    const next = Float64Array.from(now);
    addProduct(next, 0, -gain, A, 0, now, d, d, d);
    for (let j = 1; j <= Math.min(step, lagged.length); j++)
      addProduct(next, 0, gain * gain, lagged[j - 1]!, 0, all[step - j]!, d, d, d);
    for (let j = 0; j < d * d; j++) sum[j]! += now[j]!;
    all.push(next);
  }
  const last = all[explicit]!;
  if (explicit === steps) return { power: last, sum };
  const rest = steps - explicit;
  const N = lagged.length === 0 ? stepOf(A, gain, d) : quotient(last, all[explicit - 1]!, d);
  const { power, sum: after } = powerSum(N, d, rest);
  const later = multiply(after, last, d);
  for (let j = 0; j < d * d; j++) sum[j]! += later[j]!;
  return { power: multiply(power, last, d), sum };
}

/** I − η A. */
function stepOf(A: Vector, gain: number, d: number): Float64Array {
  const B = identity(d);
  for (let j = 0; j < d * d; j++) B[j]! -= gain * A[j]!;
  return B;
}

/** N with N X = Y. */
function quotient(Y: Vector, X: Vector, d: number): Float64Array {
  return transpose(solveColumns(transpose(X, d), transpose(Y, d), d, d), d);
}

/** Nᵐ and `Σ_{k<m} Nᵏ`, by doubling. */
function powerSum(N: Vector, d: number, count: number): { power: Float64Array; sum: Float64Array } {
  let power: Float64Array = identity(d);
  const sum = new Float64Array(d * d);
  for (const bit of count.toString(2)) {
    const later = multiply(power, sum, d);
    for (let j = 0; j < d * d; j++) sum[j]! += later[j]!;
    power = multiply(power, power, d);
    if (bit !== '1') continue;
    for (let j = 0; j < d * d; j++) sum[j]! += power[j]!;
    power = multiply(power, N, d);
  }
  return { power, sum };
}
