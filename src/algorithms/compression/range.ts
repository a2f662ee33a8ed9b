/**
 * Stochastic quantisation of [−D, D] with J bits a coordinate: one of the two of 2^J equidistant values next to it, at random; values
 * beyond the range become its ends. `E Q(x) = x` within the range, where each error is at most 2D/(2^J − 1).
 */
import type { Compression } from './compressor.ts';

/**
 * Equidistant values.
 *
 * @param bits - J, from 1 to 32
 * @param limit - D, positive
 */
export function range(bits: number, limit: number): Compression {
  const steps = 2 ** bits - 1;
  return {
    bits: (dimension) => bits * dimension,
    compress: (x, out, coins) => {
      for (let j = 0; j < x.length; j++) {
        // NaN stays NaN, so that a run that diverges is noticed
        const inside = Math.min(Math.max(x[j]!, -limit), limit);
        const place = ((inside + limit) / (2 * limit)) * steps;
        const below = Math.floor(place);
        const chosen = coins.expected ? place : below + Number(coins.uniform() < place - below);
        out[j] = (chosen / steps) * 2 * limit - limit;
      }
    },
  };
}
