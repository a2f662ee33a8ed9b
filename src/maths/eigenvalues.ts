/**
 * The eigenvalues of a real matrix, without its eigenvectors.
 *
 * Written out since ml-matrix's QR iteration loops forever on some small 0–1 matrices (one is in the
 * tests), which a transition matrix may well be. The implicit double-shift QR algorithm: Golub and Van Loan, "Matrix Computations", 4th ed.
 * 2013, §7.4–7.5 (Algorithms 7.4.2 and 7.5.1), after balancing (Parlett and Reinsch, "Balancing a
 * matrix for calculation of eigenvalues and eigenvectors", Numer. Math. 1969). Where an eigenvalue takes many sweeps,
 * as in clusters, shifts and the start of a sweep are those of LAPACK's dlahqr, without which it would not converge.
 */
import { balance } from './balance.ts';
import { NumericalFailure } from './numericalFailure.ts';
import { ofSizeOne, TINY } from './sizeOne.ts';
import type { Vector } from './vector.ts';
import { allFinite } from './vector.ts';

/** One eigenvalue, `re + i im`. */
export interface Eigenvalue {
  readonly re: number;
  readonly im: number;
}

/** QR sweeps allowed for one eigenvalue; two or three are usual. */
const MOST_SWEEPS = 300;

/**
 * The n eigenvalues of A `[n, n]`, row-major, each as often as its multiplicity, in no particular
 * order.
 *
 * @throws NumericalFailure if an element of A is not finite, or the iteration does not converge
 */
export function eigenvalues(A: Vector, n: number): Eigenvalue[] {
  const { matrix: H, scale } = ofSizeOne(A);
  balance(H, n);
  reduceToHessenberg(H, n);
  return hessenbergEigenvalues(H, n).map(({ re, im }) => ({ re: re * scale, im: im * scale }));
}

/** The largest modulus of an eigenvalue of A `[n, n]`; Infinity if an element of A is not finite. */
export function spectralRadius(A: Vector, n: number): number {
  if (!allFinite(A)) return Infinity;
  let largest = 0;
  for (const { re, im } of eigenvalues(A, n)) largest = Math.max(largest, Math.hypot(re, im));
  return largest;
}

/** H ← QᵀHQ with zeros below the subdiagonal, by Householder reflections. */
function reduceToHessenberg(H: Float64Array, n: number): void {
  const v = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    let scale = 0;
    for (let i = k + 2; i < n; i++) scale = Math.max(scale, Math.abs(H[i * n + k]!));
    // Nothing to remove: a reflection could only change the sign of a row and a column.
    if (scale === 0) continue;
    scale = Math.max(scale, Math.abs(H[(k + 1) * n + k]!));
    let square = 0;
    for (let i = k + 1; i < n; i++) {
      v[i] = H[i * n + k]! / scale;
      square += v[i]! * v[i]!;
    }
    const length = v[k + 1]! > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    const half = square - v[k + 1]! * length;
    v[k + 1]! -= length;
    if (half === 0) continue;
    for (let j = k; j < n; j++) {
      let sum = 0;
      for (let i = k + 1; i < n; i++) sum += v[i]! * H[i * n + j]!;
      sum /= half;
      for (let i = k + 1; i < n; i++) H[i * n + j]! -= sum * v[i]!;
    }
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = k + 1; j < n; j++) sum += v[j]! * H[i * n + j]!;
      sum /= half;
      for (let j = k + 1; j < n; j++) H[i * n + j]! -= sum * v[j]!;
    }
    for (let i = k + 2; i < n; i++) H[i * n + k] = 0;
  }
}

/** The eigenvalues of an upper Hessenberg matrix, which is overwritten. */
function hessenbergEigenvalues(H: Float64Array, n: number): Eigenvalue[] {
  const found: Eigenvalue[] = [];
  let last = n - 1;
  let sweeps = 0;
  while (last >= 0) {
    const first = startOfBlock(H, n, last);
    if (first === last) {
      found.push({ re: H[last * n + last]!, im: 0 });
      last -= 1;
      sweeps = 0;
    } else if (first === last - 1) {
      found.push(...pairOf(H, n, first));
      last -= 2;
      sweeps = 0;
    } else {
      sweeps += 1;
      if (sweeps > MOST_SWEEPS) throw new NumericalFailure('the QR algorithm did not converge');
      sweep(H, n, first, last, sweeps);
    }
  }
  return found;
}

/** The first row of the unreduced block that ends at `last`; the negligible element before it is set to 0. */
function startOfBlock(H: Float64Array, n: number, last: number): number {
  for (let i = last; i > 0; i--) {
    const neighbours = Math.abs(H[i * n + i]!) + Math.abs(H[(i - 1) * n + i - 1]!);
    const below = Math.abs(H[i * n + i - 1]!);
    if (below <= Math.max(TINY, Number.EPSILON * neighbours)) {
      H[i * n + i - 1] = 0;
      return i;
    }
  }
  return 0;
}

/** Both eigenvalues of the 2 × 2 diagonal block at row `at`. */
function pairOf(H: Vector, n: number, at: number): [Eigenvalue, Eigenvalue] {
  const a = H[at * n + at]!;
  const b = H[at * n + at + 1]!;
  const c = H[(at + 1) * n + at]!;
  const d = H[(at + 1) * n + at + 1]!;
  const half = (a - d) / 2;
  const discriminant = half * half + b * c;
  const middle = (a + d) / 2;
  if (discriminant < 0) {
    const im = Math.sqrt(-discriminant);
    return [
      { re: middle, im },
      { re: middle, im: -im },
    ];
  }
  // Adding half to a root of the same sign loses no digits; the other root follows from −bc, the product.
  const root = half + (half >= 0 ? Math.sqrt(discriminant) : -Math.sqrt(discriminant));
  return [
    { re: d + root, im: 0 },
    { re: root === 0 ? d : d - (b * c) / root, im: 0 },
  ];
}

/** Two numbers that are real or conjugate: `re[0] + i im` and `re[1] − i im`. */
interface Shifts {
  readonly re: readonly [number, number];
  readonly im: number;
}

/** The eigenvalues of the last 2 × 2 corner, or unrelated ones (`exceptional`) to leave a cycle. */
function shiftsOf(H: Vector, n: number, last: number, exceptional: boolean): Shifts {
  const d = H[last * n + last]!;
  if (exceptional) {
    const size = Math.abs(H[last * n + last - 1]!) + Math.abs(H[(last - 1) * n + last - 2]!);
    const re = d + 0.75 * size;
    return { re: [re, re], im: Math.sqrt(0.4375) * size };
  }
  const [first, other] = pairOf(H, n, last - 1);
  if (first.im !== 0) return { re: [first.re, first.re], im: Math.abs(first.im) };
  // Of two real ones the nearer to the corner, twice, as LAPACK's dlahqr takes it: in a cluster it converges sooner.
  const nearer = Math.abs(first.re - d) < Math.abs(other.re - d) ? first.re : other.re;
  return { re: [nearer, nearer], im: 0 };
}

/**
 * The first column of (H − shift₁)(H − shift₂) at row `at`, up to a factor: three numbers. Differences are taken
 * before they are multiplied: of clustered eigenvalues the products alone would agree in every digit.
 */
function firstColumn(
  H: Vector,
  n: number,
  at: number,
  { re, im }: Shifts,
): readonly [number, number, number] {
  const h00 = H[at * n + at]!;
  const h01 = H[at * n + at + 1]!;
  const h10 = H[(at + 1) * n + at]!;
  const h11 = H[(at + 1) * n + at + 1]!;
  const h21 = H[(at + 2) * n + at + 1]!;
  const size = Math.abs(h00 - re[1]) + Math.abs(im) + Math.abs(h10);
  if (size === 0) return [0, 0, 0];
  const below = h10 / size;
  return [
    below * h01 + (h00 - re[0]) * ((h00 - re[1]) / size) + im * (im / size),
    below * (h00 - re[0] + (h11 - re[1])),
    below * h21,
  ];
}

/** Where a sweep begins, with the first column of the shifted block's square. */
interface SweepStart {
  readonly row: number;
  readonly column: readonly [number, number, number];
}

/**
 * The start of Algorithm 7.5.1: at the block's first row, both eigenvalues of its last corner as shifts, or unrelated
 * ones (`exceptional`) to leave a cycle.
 */
function plainStart(H: Vector, n: number, first: number, last: number, exceptional: boolean): SweepStart {
  const a = H[(last - 1) * n + last - 1]!;
  const d = H[last * n + last]!;
  const size = Math.abs(H[last * n + last - 1]!) + Math.abs(H[(last - 1) * n + last - 2]!);
  const trace = exceptional ? 1.5 * size + 2 * d : a + d;
  const determinant = exceptional
    ? size * size + d * (trace - d)
    : a * d - H[(last - 1) * n + last]! * H[last * n + last - 1]!;
  const h00 = H[first * n + first]!;
  const h10 = H[(first + 1) * n + first]!;
  const h11 = H[(first + 1) * n + first + 1]!;
  return {
    row: first,
    column: [
      h00 * (h00 - trace) + determinant + H[first * n + first + 1]! * h10,
      h10 * (h00 + h11 - trace),
      h10 * H[(first + 2) * n + first + 1]!,
    ],
  };
}

/** The start of LAPACK: where two consecutive subdiagonal elements are so small together that what lies before is not touched. */
function carefulStart(H: Vector, n: number, first: number, last: number, shifts: Shifts): SweepStart {
  let row = last - 2;
  let column = firstColumn(H, n, row, shifts);
  for (; row > first; row--, column = firstColumn(H, n, row, shifts)) {
    const [x, y, z] = column;
    const before = Math.abs(H[row * n + row - 1]!) * (Math.abs(y) + Math.abs(z));
    const diagonal =
      Math.abs(H[(row - 1) * n + row - 1]!) +
      Math.abs(H[row * n + row]!) +
      Math.abs(H[(row + 1) * n + row + 1]!);
    if (before <= Number.EPSILON * Math.abs(x) * diagonal) break;
  }
  return { row, column };
}

/** Sweeps at one eigenvalue after which it is one of the hard ones. */
const EASY_SWEEPS = 25;
/** Every so many sweeps at one eigenvalue are exceptional. */
const EXCEPTIONAL = 10;

/**
 * One implicit double-shift QR step on rows and columns `first` … `last`.
 *
 * @param sweeps - how many there were at this eigenvalue, this one included
 */
function sweep(H: Float64Array, n: number, first: number, last: number, sweeps: number): void {
  const exceptional = sweeps % EXCEPTIONAL === 0;
  const { row: start, column } =
    sweeps < EASY_SWEEPS
      ? plainStart(H, n, first, last, exceptional)
      : carefulStart(H, n, first, last, shiftsOf(H, n, last, exceptional));
  let [x, y, z] = column;
  for (let k = start; k < last; k++) {
    const three = k + 2 <= last;
    reflect(H, n, k, three, x, y, three ? z : 0, first, last);
    if (k + 1 < last) {
      x = H[(k + 1) * n + k]!;
      y = H[(k + 2) * n + k]!;
      z = k + 3 <= last ? H[(k + 3) * n + k]! : 0;
    }
  }
}

/** Applies from both sides the reflection of rows k, k + 1 (, k + 2) that turns (x, y, z) into (∗, 0, 0). */
function reflect(
  H: Float64Array,
  n: number,
  k: number,
  three: boolean,
  x: number,
  y: number,
  z: number,
  first: number,
  last: number,
): void {
  const scale = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (scale === 0) return;
  const u = x / scale;
  const v1 = y / scale;
  const v2 = z / scale;
  const length = u > 0 ? -Math.hypot(u, v1, v2) : Math.hypot(u, v1, v2);
  const v0 = u - length;
  const half = -length * v0;
  if (half === 0) return;
  const r0 = k * n;
  const r1 = r0 + n;
  const r2 = three ? r1 + n : r1;
  for (let j = Math.max(first, k - 1); j <= last; j++) {
    const sum = (v0 * H[r0 + j]! + v1 * H[r1 + j]! + (three ? v2 * H[r2 + j]! : 0)) / half;
    H[r0 + j]! -= sum * v0;
    H[r1 + j]! -= sum * v1;
    if (three) H[r2 + j]! -= sum * v2;
  }
  if (k > first) {
    H[r1 + k - 1] = 0;
    if (three) H[r2 + k - 1] = 0;
  }
  const bottom = Math.min(last, k + 3);
  for (let i = first; i <= bottom; i++) {
    const at = i * n + k;
    const sum = (v0 * H[at]! + v1 * H[at + 1]! + (three ? v2 * H[at + 2]! : 0)) / half;
    H[at]! -= sum * v0;
    H[at + 1]! -= sum * v1;
    if (three) H[at + 2]! -= sum * v2;
  }
}
