/**
 * A linear operator with Gauss–Markov noise: `G(θ, z) = b − A θ + z`; the noise follows
 * `z ← Q z + ε`, `ε ∼ N(0, σ² I)`, or is drawn afresh from its stationary law as `z ← L n`,
 * `n ∼ N(0, I)`. Its reference is GaussMarkovOperator, which also writes the records.
 */
import { Evaluated } from '../loops.assembly';
import { multiplyInto, multiplyLowerInto } from '../matrixVector.assembly';
import { normalInto } from '../normal.assembly';
import { dimensionOf, thetaOf, workOf } from '../record.assembly';
import {
  CURVATURE,
  EDGES,
  GENERATOR,
  INDEPENDENT,
  INSIDE,
  NOISE,
  NOISE_MATRIX,
  OFFSET,
  SCALE,
} from './layout';

/** z ← p + σ n. */
function addNoise(z: usize, p: usize, scale: f64, n: usize, d: i32): void {
  const sigma = f64x2.splat(scale);
  const end = z + ((<usize>(d & ~1)) << 3);
  for (; z < end; z += 16, p += 16, n += 16) {
    v128.store(z, f64x2.add(v128.load(p), f64x2.mul(sigma, v128.load(n))));
  }
  if (d & 1) store<f64>(z, load<f64>(p) + scale * load<f64>(n));
}

@unmanaged
class GaussMarkov {
  /** out ← G(θ, z). */
  evaluateInto(out: usize, record: usize): void {
    const d = dimensionOf(record);
    multiplyInto(out, load<u32>(record, CURVATURE), thetaOf(record), d, d);
    let b: usize = load<u32>(record, OFFSET);
    let z = record + NOISE;
    const end = out + ((<usize>(d & ~1)) << 3);
    for (; out < end; out += 16, b += 16, z += 16) {
      v128.store(out, f64x2.add(f64x2.sub(v128.load(b), v128.load(out)), v128.load(z)));
    }
    if (d & 1) store<f64>(out, load<f64>(b) - load<f64>(out) + load<f64>(z));
  }

  /** Moves the noise on by some observations. */
  move(record: usize, count: i32): void {
    const d = dimensionOf(record);
    const matrix: usize = load<u32>(record, NOISE_MATRIX);
    const independent = load<u32>(record, INDEPENDENT) != 0;
    const z = record + NOISE;
    const product = workOf(record);
    const fresh = product + ((<usize>d) << 3);
    for (let k = 1; k <= count; k++) {
      normalInto(fresh, d, record + GENERATOR, load<u32>(record, EDGES), load<u32>(record, INSIDE));
      if (!independent) {
        multiplyInto(product, matrix, z, d, d);
        addNoise(z, product, load<f64>(record, SCALE), fresh, d);
      } else if (k == count) {
        // of independent draws the last one alone is kept
        multiplyLowerInto(z, matrix, fresh, d);
      }
    }
  }
}

@unmanaged
export class Kernel extends Evaluated<GaussMarkov> {}
