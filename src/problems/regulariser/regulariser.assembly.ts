/**
 * Steps with the non-convex regulariser `r(w) = ½ Σ_j w_j²/(1 + w_j²)`: the bits of `regulariser.ts` and
 * `regularisedStep.ts`.
 */

/** ∂r/∂w_j = w/(1 + w²)², at w = w_j. */
function slope(w: f64): f64 {
  const q = 1 + w * w;
  return w / (q * q);
}

/** The same of two coordinates. */
function slopes(w: v128): v128 {
  const q = f64x2.add(f64x2.splat(1), f64x2.mul(w, w));
  return f64x2.div(w, f64x2.mul(q, q));
}

/** s x − λ ∇r(w), of two coordinates. */
function values(s: v128, x: usize, lambda: v128, w: v128): v128 {
  return f64x2.sub(f64x2.mul(s, v128.load(x)), f64x2.mul(lambda, slopes(w)));
}

/** w ← w + η (s x − λ ∇r(w)): one local step. */
export function regularisedStep(w: usize, s: f64, x: usize, lambda: f64, stepSize: f64, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const eta = f64x2.splat(stepSize);
  const end = w + ((<usize>(d & ~1)) << 3);
  for (; w < end; w += 16, x += 16) {
    const pair = v128.load(w);
    v128.store(w, f64x2.add(pair, f64x2.mul(eta, values(factor, x, weight, pair))));
  }
  if (d & 1) {
    const last = load<f64>(w);
    store<f64>(w, last + stepSize * (s * load<f64>(x) - lambda * slope(last)));
  }
}

/** w ← w + η (s x − λ ∇r(w) + c). */
export function regularisedStepCorrected(
  w: usize,
  s: f64,
  x: usize,
  lambda: f64,
  stepSize: f64,
  c: usize,
  d: i32,
): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const eta = f64x2.splat(stepSize);
  const end = w + ((<usize>(d & ~1)) << 3);
  for (; w < end; w += 16, x += 16, c += 16) {
    const pair = v128.load(w);
    const direction = f64x2.add(values(factor, x, weight, pair), v128.load(c));
    v128.store(w, f64x2.add(pair, f64x2.mul(eta, direction)));
  }
  if (d & 1) {
    const last = load<f64>(w);
    const value = s * load<f64>(x) - lambda * slope(last);
    store<f64>(w, last + stepSize * (value + load<f64>(c)));
  }
}

/** out ← s x − λ ∇r(w). */
export function regularisedValueInto(out: usize, s: f64, x: usize, lambda: f64, w: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const end = w + ((<usize>(d & ~1)) << 3);
  for (; w < end; w += 16, x += 16, out += 16) {
    v128.store(out, values(factor, x, weight, v128.load(w)));
  }
  if (d & 1) store<f64>(out, s * load<f64>(x) - lambda * slope(load<f64>(w)));
}

/** out ← λ ∇r(w), which stays the same while w does. */
export function pullInto(out: usize, w: usize, lambda: f64, d: i32): void {
  const weight = f64x2.splat(lambda);
  const end = w + ((<usize>(d & ~1)) << 3);
  for (; w < end; w += 16, out += 16) v128.store(out, f64x2.mul(weight, slopes(v128.load(w))));
  if (d & 1) store<f64>(out, lambda * slope(load<f64>(w)));
}

/** out ← out + (s x − p), with p from {@link pullInto}. */
export function addPulled(out: usize, s: f64, x: usize, p: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const end = out + ((<usize>(d & ~1)) << 3);
  for (; out < end; out += 16, x += 16, p += 16) {
    const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), v128.load(p));
    v128.store(out, f64x2.add(v128.load(out), value));
  }
  if (d & 1) store<f64>(out, load<f64>(out) + (s * load<f64>(x) - load<f64>(p)));
}
