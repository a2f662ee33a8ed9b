/** Sums and updates of vectors of doubles, with the bits of `maths/vector.ts`: no fused multiply-add. */

/** aᵀb: even positions in lane 0, odd ones in lane 1, an odd last one in lane 0; then lane 0 + lane 1. */
export function dot(a: usize, b: usize, d: i32): f64 {
  let lanes = f64x2.splat(0);
  const end = a + ((<usize>(d & ~1)) << 3);
  for (; a < end; a += 16, b += 16) lanes = f64x2.add(lanes, f64x2.mul(v128.load(a), v128.load(b)));
  return sumOfLanes(lanes, a, b, d);
}

/** Lane 0 + lane 1, after the last elements' product where d is odd. */
export function sumOfLanes(lanes: v128, aLast: usize, bLast: usize, d: i32): f64 {
  let lane0 = f64x2.extract_lane(lanes, 0);
  if (d & 1) lane0 += load<f64>(aLast) * load<f64>(bLast);
  return lane0 + f64x2.extract_lane(lanes, 1);
}

/** out ← s x. */
export function scaleInto(out: usize, s: f64, x: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const end = x + ((<usize>(d & ~1)) << 3);
  for (; x < end; x += 16, out += 16) v128.store(out, f64x2.mul(factor, v128.load(x)));
  if (d & 1) store<f64>(out, s * load<f64>(x));
}

/** out ← out + x. */
export function addInto(out: usize, x: usize, d: i32): void {
  const end = x + ((<usize>(d & ~1)) << 3);
  for (; x < end; x += 16, out += 16) v128.store(out, f64x2.add(v128.load(out), v128.load(x)));
  if (d & 1) store<f64>(out, load<f64>(out) + load<f64>(x));
}

/** out ← out + s x: each element rounded after the product and after the sum. */
export function addScaledInto(out: usize, s: f64, x: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const end = x + ((<usize>(d & ~1)) << 3);
  for (; x < end; x += 16, out += 16) {
    v128.store(out, f64x2.add(v128.load(out), f64x2.mul(factor, v128.load(x))));
  }
  if (d & 1) store<f64>(out, load<f64>(out) + s * load<f64>(x));
}

/** θ ← θ + η (g + c). */
export function stepAlongCorrected(theta: usize, stepSize: f64, g: usize, c: usize, d: i32): void {
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, g += 16, c += 16) {
    const direction = f64x2.add(v128.load(g), v128.load(c));
    v128.store(theta, f64x2.add(v128.load(theta), f64x2.mul(eta, direction)));
  }
  if (d & 1) store<f64>(theta, load<f64>(theta) + stepSize * (load<f64>(g) + load<f64>(c)));
}
