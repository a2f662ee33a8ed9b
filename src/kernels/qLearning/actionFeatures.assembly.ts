/**
 * Steps along the features of a pair: `θ ← θ + η (δ φ + c)`, where φ is a vector, or the unit vector of a
 * coordinate.
 *
 * The reference adds δ φ to a vector of zeros before it steps, and `0 + (−0)` is 0: hence the zeros
 * that are added here.
 */

/** θ ← θ + η (0 + δ φ). */
export function stepOnVector(theta: usize, stepSize: f64, delta: f64, phi: usize, d: i32): void {
  const zero = f64x2.splat(0);
  const factor = f64x2.splat(delta);
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, phi += 16) {
    const value = f64x2.add(zero, f64x2.mul(factor, v128.load(phi)));
    v128.store(theta, f64x2.add(v128.load(theta), f64x2.mul(eta, value)));
  }
  if (d & 1) store<f64>(theta, load<f64>(theta) + stepSize * (0 + delta * load<f64>(phi)));
}

/** θ ← θ + η ((0 + δ φ) + c). */
export function stepOnVectorCorrected(
  theta: usize,
  stepSize: f64,
  delta: f64,
  phi: usize,
  c: usize,
  d: i32,
): void {
  const zero = f64x2.splat(0);
  const factor = f64x2.splat(delta);
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, phi += 16, c += 16) {
    const value = f64x2.add(zero, f64x2.mul(factor, v128.load(phi)));
    const direction = f64x2.add(value, v128.load(c));
    v128.store(theta, f64x2.add(v128.load(theta), f64x2.mul(eta, direction)));
  }
  if (d & 1) {
    const value = 0 + delta * load<f64>(phi);
    store<f64>(theta, load<f64>(theta) + stepSize * (value + load<f64>(c)));
  }
}

/** θ ← θ + η (0 + δ e), with e the unit vector of a coordinate. */
export function stepOnIndicator(theta: usize, stepSize: f64, delta: f64, coordinate: u32, d: i32): void {
  const at = theta + ((<usize>coordinate) << 3);
  const stepped = load<f64>(at) + stepSize * (0 + delta);
  const nothing = stepSize * 0;
  const end = theta + ((<usize>d) << 3);
  for (; theta < end; theta += 8) store<f64>(theta, load<f64>(theta) + nothing);
  store<f64>(at, stepped);
}

/**
 * The same where the last step touched coordinate `last`, and a step before it all of them: adding η·0
 * twice is as adding it once, so that it need only be added to the coordinate that did not yet get it.
 */
export function stepOnCoordinate(theta: usize, stepSize: f64, delta: f64, coordinate: u32, last: u32): void {
  const at = theta + ((<usize>coordinate) << 3);
  const stepped = load<f64>(at) + stepSize * (0 + delta);
  const before = theta + ((<usize>last) << 3);
  store<f64>(before, load<f64>(before) + stepSize * 0);
  store<f64>(at, stepped);
}

/** θ ← θ + η ((0 + δ e) + c). */
export function stepOnIndicatorCorrected(
  theta: usize,
  stepSize: f64,
  delta: f64,
  coordinate: u32,
  c: usize,
  d: i32,
): void {
  const at = theta + ((<usize>coordinate) << 3);
  const correction = load<f64>(c + ((<usize>coordinate) << 3));
  const stepped = load<f64>(at) + stepSize * (0 + delta + correction);
  const zero = f64x2.splat(0);
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, c += 16) {
    const direction = f64x2.add(zero, v128.load(c));
    v128.store(theta, f64x2.add(v128.load(theta), f64x2.mul(eta, direction)));
  }
  if (d & 1) store<f64>(theta, load<f64>(theta) + stepSize * (0 + load<f64>(c)));
  store<f64>(at, stepped);
}
