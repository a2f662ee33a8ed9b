/**
 * Natural compression (Horváth et al. 2022): each number becomes one of the two powers of two next to it, at random: a sign and an
 * exponent. `E Q(x) = x`, `E ‖Q(x) − x‖² ≤ ‖x‖²/8` away from the smallest numbers.
 */
import type { Compression, Precision } from './compressor.ts';

/** Sign and exponent, and the smallest power of two that these can say, of numbers with 64 and with 32 bits. */
const FORMATS = { 64: { bits: 12, smallest: 2 ** -1022 }, 32: { bits: 9, smallest: 2 ** -126 } } as const;

/** Powers of two. */
export function natural(precision: Precision): Compression {
  const { bits, smallest } = FORMATS[precision.bits];
  return {
    bits: (dimension) => bits * dimension,
    isUnbiased: precision.bits === 64,
    compress: (x, out, coins) => {
      for (let j = 0; j < x.length; j++) {
        const value = precision.round(x[j]!);
        const size = Math.abs(value);
        if (coins.expected || size === 0 || !Number.isFinite(size)) {
          // NaN and infinities arrive as the largest exponent.
          out[j] = Number.isFinite(value) ? value : value < 0 ? -Infinity : Infinity;
          continue;
        }
        const power = size < smallest ? 0 : powerBelow(size);
        const next = Math.max(2 * power, smallest);
        const chosen = precision.round(coins.uniform() < (size - power) / (next - power) ? next : power);
        out[j] = value < 0 ? -chosen : chosen;
      }
    },
  };
}

/** The largest power of two that is at most a positive number. */
function powerBelow(size: number): number {
  const guess = 2 ** Math.floor(Math.log2(size));
  return guess > size ? guess / 2 : 2 * guess <= size ? 2 * guess : guess;
}
