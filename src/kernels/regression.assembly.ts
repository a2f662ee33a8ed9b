/**
 * The methods of families whose value is a multiple of a row, less a pull on each coordinate: `G(w, o) = s x − λ ψ(w)`. R gives `current`,
 * which row x is at the current observation, `rowsOf`, the address of all rows, `scaleOf`, s, `regularisationOf`, λ, `pull` and `pulls`,
 * ψ of one and of two coordinates, and `move`. A step takes s x, λ ψ(w) and c together: w is read and written once.
 */
import { correctionOf, dimensionOf, thetaOf, workOf } from './record.assembly';

@unmanaged
export class Regression<R> {
  /** w ← w + η (s x − λ ψ(w) + c), c only where `corrected`. */
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const family = changetype<R>(0);
    const d = dimensionOf(record);
    const row: usize = family.current(record);
    let x: usize = family.rowsOf(record) + row * ((<usize>d) << 3);
    const s: f64 = family.scaleOf(record, row, x, d);
    const lambda: f64 = family.regularisationOf(record);
    const factor = f64x2.splat(s);
    const weight = f64x2.splat(lambda);
    const eta = f64x2.splat(stepSize);
    let w = thetaOf(record);
    const end = w + ((<usize>(d & ~1)) << 3);
    if (!corrected) {
      for (; w < end; w += 16, x += 16) {
        const pair = v128.load(w);
        const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, family.pulls(pair)));
        v128.store(w, f64x2.add(pair, f64x2.mul(eta, value)));
      }
      if (!(d & 1)) return;
      const last = load<f64>(w);
      store<f64>(w, last + stepSize * (s * load<f64>(x) - lambda * family.pull(last)));
      return;
    }
    let c = correctionOf(record);
    for (; w < end; w += 16, x += 16, c += 16) {
      const pair = v128.load(w);
      const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), f64x2.mul(weight, family.pulls(pair)));
      v128.store(w, f64x2.add(pair, f64x2.mul(eta, f64x2.add(value, v128.load(c)))));
    }
    if (!(d & 1)) return;
    const last = load<f64>(w);
    const value = s * load<f64>(x) - lambda * family.pull(last);
    store<f64>(w, last + stepSize * (value + load<f64>(c)));
  }

  /** out ← s x − λ ψ(w). */
  evaluateInto(out: usize, record: usize): void {
    const family = changetype<R>(0);
    const d = dimensionOf(record);
    const row: usize = family.current(record);
    const x: usize = family.rowsOf(record) + row * ((<usize>d) << 3);
    pullInto<R>(out, record);
    subtractFrom(out, family.scaleOf(record, row, x, d), x, d);
  }

  /** λ ψ(w), which stays the same while w does. */
  prepare(record: usize): void {
    pullInto<R>(workOf(record), record);
  }

  /** sum ← sum + (s x − λ ψ(w)), after {@link prepare}. */
  addTo(sum: usize, record: usize): void {
    const family = changetype<R>(0);
    const d = dimensionOf(record);
    const row: usize = family.current(record);
    let x: usize = family.rowsOf(record) + row * ((<usize>d) << 3);
    const s: f64 = family.scaleOf(record, row, x, d);
    let p = workOf(record);
    const factor = f64x2.splat(s);
    const end = sum + ((<usize>(d & ~1)) << 3);
    for (; sum < end; sum += 16, x += 16, p += 16) {
      const value = f64x2.sub(f64x2.mul(factor, v128.load(x)), v128.load(p));
      v128.store(sum, f64x2.add(v128.load(sum), value));
    }
    if (d & 1) store<f64>(sum, load<f64>(sum) + (s * load<f64>(x) - load<f64>(p)));
  }

  move(record: usize, count: i32): void {
    changetype<R>(0).move(record, count);
  }
}

/** out ← λ ψ(w). */
function pullInto<R>(out: usize, record: usize): void {
  const family = changetype<R>(0);
  const d = dimensionOf(record);
  const lambda: f64 = family.regularisationOf(record);
  const weight = f64x2.splat(lambda);
  let w = thetaOf(record);
  const end = w + ((<usize>(d & ~1)) << 3);
  for (; w < end; w += 16, out += 16) v128.store(out, f64x2.mul(weight, family.pulls(v128.load(w))));
  if (d & 1) store<f64>(out, lambda * family.pull(load<f64>(w)));
}

/** p ← s x − p. */
function subtractFrom(p: usize, s: f64, x: usize, d: i32): void {
  const factor = f64x2.splat(s);
  const end = p + ((<usize>(d & ~1)) << 3);
  for (; p < end; p += 16, x += 16) {
    v128.store(p, f64x2.sub(f64x2.mul(factor, v128.load(x)), v128.load(p)));
  }
  if (d & 1) store<f64>(p, s * load<f64>(x) - load<f64>(p));
}
