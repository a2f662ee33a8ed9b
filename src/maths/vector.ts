/**
 * Dense vectors as Float64Array, and row-major matrices over them.
 *
 * Sums follow one fixed order everywhere, so that every placement and every kernel gives the same
 * bits: {@link dot} adds even and odd positions in two lanes and then the lanes (the order of a
 * two-lane SIMD loop, without fused multiply-add); everything else runs from the first element on.
 */
export type Vector = Readonly<Float64Array>;

/** d zeros. */
export const zeros = (d: number): Float64Array => new Float64Array(d);

/** aᵀb over `n` elements starting at the given offsets: lane 0 + lane 1; an odd last goes to lane 0. */
export function dot(a: Vector, b: Vector, n = a.length, aOffset = 0, bOffset = 0): number {
  let lane0 = 0;
  let lane1 = 0;
  const even = n & ~1;
  for (let j = 0; j < even; j += 2) {
    lane0 += a[aOffset + j]! * b[bOffset + j]!;
    lane1 += a[aOffset + j + 1]! * b[bOffset + j + 1]!;
  }
  if (even < n) lane0 += a[aOffset + even]! * b[bOffset + even]!;
  return lane0 + lane1;
}

/** ‖a − b‖². */
export function squaredDistance(a: Vector, b: Vector): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) {
    const difference = a[j]! - b[j]!;
    sum += difference * difference;
  }
  return sum;
}

/** ‖a‖². */
export function squaredNorm(a: Vector): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * a[j]!;
  return sum;
}

/** The largest |a_j|; 0 of no elements, NaN where one is. */
export function largestSize(a: Vector): number {
  let largest = 0;
  for (let j = 0; j < a.length; j++) largest = Math.max(largest, Math.abs(a[j]!));
  return largest;
}

/** out ← b − A θ, with A `[d, d]` row-major: the linear operator of one observation. */
export function affineInto(
  out: Float64Array,
  A: Vector,
  b: Vector,
  theta: Vector,
  aOffset = 0,
  bOffset = 0,
): void {
  const d = theta.length;
  for (let r = 0; r < d; r++) out[r] = b[bOffset + r]! - dot(A, theta, d, aOffset + r * d);
}

/** Below this length a loop copies faster than a call of `set`. */
const SHORT = 32;

/** out ← a; the lengths are the same. */
export function copyInto(out: Float64Array, a: Vector): void {
  if (a.length > SHORT) out.set(a);
  else for (let j = 0; j < a.length; j++) out[j] = a[j]!;
}

/**
 * The average of vectors of length `d`: each element's sum is in the order of the vectors. Four elements at a time are
 * summed in registers, a third of the time that it takes to add vector after vector in memory.
 */
export function mean(vectors: readonly Vector[], d: number): Float64Array {
  const out = new Float64Array(d);
  const n = vectors.length;
  let j = 0;
  for (; j + 3 < d; j += 4) {
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let k = 0; k < n; k++) {
      const vector = vectors[k]!;
      sum0 += vector[j]!;
      sum1 += vector[j + 1]!;
      sum2 += vector[j + 2]!;
      sum3 += vector[j + 3]!;
    }
    out[j] = sum0 / n;
    out[j + 1] = sum1 / n;
    out[j + 2] = sum2 / n;
    out[j + 3] = sum3 / n;
  }
  for (; j < d; j++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += vectors[k]![j]!;
    out[j] = sum / n;
  }
  return out;
}

/** a + s·b, `[d]`. */
export function addScaled(a: Vector, s: number, b: Vector): Float64Array {
  const out = new Float64Array(a.length);
  for (let j = 0; j < out.length; j++) out[j] = a[j]! + s * b[j]!;
  return out;
}

/** out ← out + s (a − b), element by element. Four at a time, which takes two thirds of the time of one at a time. */
export function addScaledDifference(out: Float64Array, s: number, a: Vector, b: Vector): void {
  const n = out.length;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    const x0 = out[j]! + s * (a[j]! - b[j]!);
    const x1 = out[j + 1]! + s * (a[j + 1]! - b[j + 1]!);
    const x2 = out[j + 2]! + s * (a[j + 2]! - b[j + 2]!);
    const x3 = out[j + 3]! + s * (a[j + 3]! - b[j + 3]!);
    out[j] = x0;
    out[j + 1] = x1;
    out[j + 2] = x2;
    out[j + 3] = x3;
  }
  for (; j < n; j++) out[j]! += s * (a[j]! - b[j]!);
}

/** Whether every element is a finite number. */
export function allFinite(a: Vector): boolean {
  for (let j = 0; j < a.length; j++) if (!Number.isFinite(a[j])) return false;
  return true;
}

/** Vectors one after the other. */
export function concatenated(parts: readonly Vector[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
