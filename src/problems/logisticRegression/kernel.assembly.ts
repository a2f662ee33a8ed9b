/**
 * Logistic regression with l2 regularisation, on a stream of records (x, y), y = ±1:
 * `G(θ, (x, y)) = σ(m − y xᵀθ) y x − λ θ`. Its reference is LogisticOperator in `kernel.ts`,
 * which also writes the records of this kernel.
 */
import { dot } from '../kernels/dot.assembly';
import { below, uniform } from '../kernels/generator.assembly';
import { exp } from '../kernels/javaScriptMath.assembly';
import { correctionOf, dimensionOf, thetaOf } from '../kernels/record.assembly';
import { COUNT, CURRENT, GENERATOR, MARGIN, PERSISTENCE, REGULARISATION, SIGNED } from './layout';

/** λ */
function regularisationOf(record: usize): f64 {
  return load<f64>(record, REGULARISATION);
}

/** Address of y x of the current record. */
function signedOf(record: usize, d: i32): usize {
  return <usize>load<u32>(record, SIGNED) + <usize>load<u32>(record, CURRENT) * ((<usize>d) << 3);
}

/** σ(m − y xᵀθ). */
function weightOf(record: usize, x: usize, d: i32): f64 {
  return 1 / (1 + exp(-(load<f64>(record, MARGIN) - dot(x, thetaOf(record), d))));
}

/** θ ← θ + η (s x − λ θ). */
function step(theta: usize, stepSize: f64, s: f64, x: usize, lambda: f64, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, x += 16) {
    const pair = v128.load(theta);
    const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, pair));
    v128.store(theta, f64x2.add(pair, f64x2.mul(eta, value)));
  }
  if (d & 1) {
    const last = load<f64>(theta);
    store<f64>(theta, last + stepSize * (s * load<f64>(x) - lambda * last));
  }
}

/** θ ← θ + η (s x − λ θ + c). */
function stepCorrected(theta: usize, stepSize: f64, s: f64, x: usize, lambda: f64, c: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const eta = f64x2.splat(stepSize);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, x += 16, c += 16) {
    const pair = v128.load(theta);
    const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, pair));
    v128.store(theta, f64x2.add(pair, f64x2.mul(eta, f64x2.add(value, v128.load(c)))));
  }
  if (d & 1) {
    const last = load<f64>(theta);
    store<f64>(theta, last + stepSize * (s * load<f64>(x) - lambda * last + load<f64>(c)));
  }
}

/** out ← s x − λ θ. */
function valueInto(out: usize, s: f64, x: usize, lambda: f64, theta: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const end = theta + ((<usize>(d & ~1)) << 3);
  for (; theta < end; theta += 16, x += 16, out += 16) {
    v128.store(out, f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, v128.load(theta))));
  }
  if (d & 1) store<f64>(out, s * load<f64>(x) - lambda * load<f64>(theta));
}

/** out ← out + (s x − λ θ). */
function addValue(out: usize, s: f64, x: usize, lambda: f64, theta: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const weight = f64x2.splat(lambda);
  const end = out + ((<usize>(d & ~1)) << 3);
  for (; out < end; out += 16, x += 16, theta += 16) {
    const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, v128.load(theta)));
    v128.store(out, f64x2.add(v128.load(out), value));
  }
  if (d & 1) {
    const value = s * load<f64>(x) - lambda * load<f64>(theta);
    store<f64>(out, load<f64>(out) + value);
  }
}

@unmanaged
export class LogisticRegression {
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const d = dimensionOf(record);
    const theta = thetaOf(record);
    const x = signedOf(record, d);
    const s = weightOf(record, x, d);
    const lambda = regularisationOf(record);
    if (corrected) stepCorrected(theta, stepSize, s, x, lambda, correctionOf(record), d);
    else step(theta, stepSize, s, x, lambda, d);
  }

  evaluateInto(out: usize, record: usize): void {
    const d = dimensionOf(record);
    const x = signedOf(record, d);
    valueInto(out, weightOf(record, x, d), x, regularisationOf(record), thetaOf(record), d);
  }

  addTo(sum: usize, record: usize): void {
    const d = dimensionOf(record);
    const x = signedOf(record, d);
    addValue(sum, weightOf(record, x, d), x, regularisationOf(record), thetaOf(record), d);
  }

  /** Moves the stream on by some observations. */
  move(record: usize, count: i32): void {
    const persistence = load<f64>(record, PERSISTENCE);
    const records = <f64>load<u32>(record, COUNT);
    for (let k = 0; k < count; k++) {
      if (persistence > 0 && uniform(record + GENERATOR) < persistence) continue;
      store<u32>(record, <u32>below(record + GENERATOR, records), CURRENT);
    }
  }
}
