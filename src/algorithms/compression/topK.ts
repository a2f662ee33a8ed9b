/**
 * Top-k: the k coordinates of largest absolute value, with their places; the others become 0. Of equal ones those of
 * smaller index are sent. `‖Q(x) − x‖² ≤ (1 − k/d) ‖x‖²` for doubles.
 */
import { none } from './none.ts';
import type { Compression, Precision } from './compressor.ts';

/**
 * The k largest coordinates.
 *
 * @param k - at least 1; from d on all are sent
 */
export function topK(k: number, precision: Precision): Compression {
  const whole = none(precision);
  const { bits, round } = precision;
  return {
    // Where places cost more than they save, all coordinates are sent.
    bits: (dimension) => Math.min(k * (bits + Math.ceil(Math.log2(dimension))), whole.bits(dimension)),
    compress: (x, out, coins) => {
      if (k >= x.length) {
        whole.compress(x, out, coins);
        return;
      }
      const sizes = x.map(sizeOf);
      const least = select(sizes, x.length - k);
      // how many of those as large as the k-th there is room for
      let equal = k;
      for (const size of sizes) if (size > least) equal--;
      for (let j = 0; j < x.length; j++) {
        const size = sizeOf(x[j]!);
        out[j] = size > least || (size === least && equal-- > 0) ? round(x[j]!) : 0;
      }
    },
  };
}

/** NaN counts as the largest value and is sent, so that a run that diverges is noticed. */
const sizeOf = (value: number): number => (Number.isNaN(value) ? Infinity : Math.abs(value));

/** The value that would be at a place if the values were sorted (Hoare’s selection); reorders them. */
function select(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[place]!;
    let [up, down] = [low, high];
    while (up <= down) {
      while (values[up]! < pivot) up++;
      while (values[down]! > pivot) down--;
      if (up > down) break;
      const value = values[up]!;
      values[up++] = values[down]!;
      values[down--] = value;
    }
    if (down < place) low = up;
    if (place < up) high = down;
  }
  return values[place]!;
}
