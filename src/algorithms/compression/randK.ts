/**
 * Rand-k: k of the d coordinates, drawn anew for each message, times d/k. The server draws the same places from the same coins, so that
 * only numbers are sent. `E Q(x) = x`, `E ‖Q(x) − x‖² = (d/k − 1) ‖x‖²` for doubles.
 */
import type { Vector } from '../../maths/vector.ts';
import type { Compression, Precision } from './compressor.ts';
import { none } from './none.ts';

/**
 * k coordinates that are drawn.
 *
 * @param k - at least 1; from d on all are sent
 */
export function randK(k: number, precision: Precision): Compression {
  const whole = none(precision);
  const { bits, round } = precision;
  return {
    isUnbiased: bits === 64,
    secondMoment: (S, d) => drawnMoment(S, d, Math.min(k, d)),
    bits: (dimension) => bits * Math.min(k, dimension),
    compress: (x, out, coins) => {
      const d = x.length;
      if (k >= d || coins.expected) {
        whole.compress(x, out, coins);
        return;
      }
      out.fill(0);
      // the first k of a random order of places (Fisher and Yates)
      const places = Int32Array.from(x, (_, j) => j);
      for (let drawn = 0; drawn < k; drawn++) {
        const next = drawn + coins.below(d - drawn);
        const place = places[next]!;
        places[next] = places[drawn]!;
        out[place] = round((d / k) * x[place]!);
      }
    },
  };
}

/** Two places are drawn together with probability k(k − 1)/(d(d − 1)), one with k/d. */
function drawnMoment(S: Vector, d: number, k: number): Float64Array {
  const apart = d === 1 ? 1 : (d * (k - 1)) / (k * (d - 1));
  return Float64Array.from(S, (value, at) => value * (at % (d + 1) === 0 ? d / k : apart));
}
