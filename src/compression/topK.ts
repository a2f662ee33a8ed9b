/**
 * Top-k: the k coordinates of largest absolute value, with their places; the others become 0. Of equal ones those of
 * smaller index are sent. `‖Q(x) − x‖² ≤ (1 − k/d) ‖x‖²` for doubles.
 */
import type { Vector } from '../maths/vector.ts';
import { none } from './none.ts';
import type { Compressor, Precision } from './compressor.ts';

export function topK(k: number, precision: Precision): Omit<Compressor, 'name'> {
  const whole = none(precision);
  const { bits, round } = precision;
  return {
    // Where places cost more than they save, all coordinates are sent.
    bits: (dimension) => Math.min(k * (bits + Math.ceil(Math.log2(dimension))), whole.bits(dimension)),
    compress: (x, out) => {
      if (k >= x.length) {
        whole.compress(x, out);
        return;
      }
      out.fill(0);
      for (const j of largest(x, k)) out[j] = round(x[j]!);
    },
  };
}

/** Places of the k coordinates of largest absolute value. */
function largest(x: Vector, k: number): number[] {
  const places = Array.from(x, (_, j) => j);
  return places.sort((i, j) => Math.abs(x[j]!) - Math.abs(x[i]!) || i - j).slice(0, k);
}
