/**
 * Products of a matrix and a vector, with the bits of `dot` in `maths/vector.ts` in each row: four
 * rows at a time, so that no sum waits for another one's last addition.
 */
import { dot, sumOfLanes } from './dot.assembly';

/** out ← A x, with A `[rows, d]` row-major. */
export function multiplyInto(out: usize, A: usize, x: usize, rows: i32, d: i32): void {
  const row = (<usize>d) << 3;
  let r = 0;
  for (; r + 4 <= rows; r += 4, A += 4 * row, out += 32) fourInto(out, A, x, d);
  if (r + 2 <= rows) {
    twoInto(out, A, x, d);
    r += 2;
    A += 2 * row;
    out += 16;
  }
  if (r < rows) store<f64>(out, dot(A, x, d));
}

/** out ← b − A x, with A `[d, d]` row-major. */
export function affineInto(out: usize, A: usize, b: usize, x: usize, d: i32): void {
  multiplyInto(out, A, x, d, d);
  const end = out + ((<usize>(d & ~1)) << 3);
  for (; out < end; out += 16, b += 16) v128.store(out, f64x2.sub(v128.load(b), v128.load(out)));
  if (d & 1) store<f64>(out, load<f64>(b) - load<f64>(out));
}

/** Four rows' products. */
function fourInto(out: usize, A: usize, x: usize, d: i32): void {
  const row = (<usize>d) << 3;
  let B = A + row;
  let C = B + row;
  let D = C + row;
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  let c = f64x2.splat(0);
  let e = f64x2.splat(0);
  const unrolled = x + ((<usize>(d & ~3)) << 3);
  for (; x < unrolled; x += 32, A += 32, B += 32, C += 32, D += 32) {
    let pair = v128.load(x);
    a = f64x2.add(a, f64x2.mul(v128.load(A), pair));
    b = f64x2.add(b, f64x2.mul(v128.load(B), pair));
    c = f64x2.add(c, f64x2.mul(v128.load(C), pair));
    e = f64x2.add(e, f64x2.mul(v128.load(D), pair));
    pair = v128.load(x, 16);
    a = f64x2.add(a, f64x2.mul(v128.load(A, 16), pair));
    b = f64x2.add(b, f64x2.mul(v128.load(B, 16), pair));
    c = f64x2.add(c, f64x2.mul(v128.load(C, 16), pair));
    e = f64x2.add(e, f64x2.mul(v128.load(D, 16), pair));
  }
  if (d & 2) {
    const pair = v128.load(x);
    a = f64x2.add(a, f64x2.mul(v128.load(A), pair));
    b = f64x2.add(b, f64x2.mul(v128.load(B), pair));
    c = f64x2.add(c, f64x2.mul(v128.load(C), pair));
    e = f64x2.add(e, f64x2.mul(v128.load(D), pair));
    x += 16;
    A += 16;
    B += 16;
    C += 16;
    D += 16;
  }
  v128.store(out, sumsOfLanes(a, b, A, B, x, d));
  v128.store(out, sumsOfLanes(c, e, C, D, x, d), 16);
}

/** Two rows' products. */
function twoInto(out: usize, A: usize, x: usize, d: i32): void {
  let B = A + ((<usize>d) << 3);
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  const end = x + ((<usize>(d & ~1)) << 3);
  for (; x < end; x += 16, A += 16, B += 16) {
    const pair = v128.load(x);
    a = f64x2.add(a, f64x2.mul(v128.load(A), pair));
    b = f64x2.add(b, f64x2.mul(v128.load(B), pair));
  }
  v128.store(out, sumsOfLanes(a, b, A, B, x, d));
}

/**
 * sumOfLanes of two rows side by side: one store, because a load of both would wait for two stores of
 * one to come through.
 */
function sumsOfLanes(a: v128, b: v128, aLast: usize, bLast: usize, xLast: usize, d: i32): v128 {
  let lane0 = v128.shuffle<f64>(a, b, 0, 2);
  if (d & 1) {
    const last = f64x2.replace_lane(v128.load64_splat(aLast), 1, load<f64>(bLast));
    lane0 = f64x2.add(lane0, f64x2.mul(last, v128.load64_splat(xLast)));
  }
  return f64x2.add(lane0, v128.shuffle<f64>(a, b, 1, 3));
}

/** out ← L x, with L `[d, d]` row-major and lower triangular: row r is a sum of r + 1 products. */
export function multiplyLowerInto(out: usize, L: usize, x: usize, d: i32): void {
  const row = (<usize>d) << 3;
  let r = 0;
  for (; r + 4 <= d; r += 4, L += 4 * row, out += 32) {
    const M = L + row;
    const N = M + row;
    const O = N + row;
    let l = f64x2.splat(0);
    let m = f64x2.splat(0);
    let n = f64x2.splat(0);
    let o = f64x2.splat(0);
    const end = (<usize>r) << 3;
    for (let j: usize = 0; j < end; j += 16) {
      const pair = v128.load(x + j);
      l = f64x2.add(l, f64x2.mul(v128.load(L + j), pair));
      m = f64x2.add(m, f64x2.mul(v128.load(M + j), pair));
      n = f64x2.add(n, f64x2.mul(v128.load(N + j), pair));
      o = f64x2.add(o, f64x2.mul(v128.load(O + j), pair));
    }
    // what is left of the rows are 1, 2, 3 and 4 elements
    const pair = v128.load(x + end);
    m = f64x2.add(m, f64x2.mul(v128.load(M + end), pair));
    n = f64x2.add(n, f64x2.mul(v128.load(N + end), pair));
    o = f64x2.add(o, f64x2.mul(v128.load(O + end), pair));
    o = f64x2.add(o, f64x2.mul(v128.load(O + end, 16), v128.load(x + end, 16)));
    store<f64>(out, sumOfLanes(l, L + end, x + end, 1));
    store<f64>(out, sumOfLanes(m, M, x, 2), 8);
    store<f64>(out, sumOfLanes(n, N + end + 16, x + end + 16, 3), 16);
    store<f64>(out, sumOfLanes(o, O, x, 4), 24);
  }
  for (; r < d; r++, L += row, out += 8) store<f64>(out, dot(L, x, r + 1));
}
