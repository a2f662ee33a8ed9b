/**
 * QSGD with s levels (Alistarh et al. 2017): ‖x‖₂, and for each coordinate its sign and one of the s + 1 multiples of ‖x‖₂/s from 0 to
 * ‖x‖₂, at random one of the two next to it. `E Q(x) = x`, `E ‖Q(x) − x‖² ≤ min(d/(4s²), √d/s) ‖x‖²` for doubles.
 */
import type { Compression, Precision } from './compressor.ts';

/** @param levels - s, at least 1 */
export const qsgd = (levels: number, { bits, round }: Precision): Compression => ({
  bits: (dimension) => bits + dimension * (1 + Math.ceil(Math.log2(levels + 1))),
  isUnbiased: bits === 64,
  compress: (x, out, coins) => {
    if (coins.expected) {
      out.set(x);
      return;
    }
    const norm = round(Math.hypot(...x));
    if (!Number.isFinite(norm)) {
      out.fill(NaN);
      return;
    }
    for (let j = 0; j < x.length; j++) {
      const level = norm === 0 ? 0 : (Math.abs(x[j]!) / norm) * levels;
      const below = Math.floor(level);
      // a norm that was rounded down would let a level exceed s
      const chosen = Math.min(levels, below + Number(coins.uniform() < level - below));
      out[j] = (x[j]! < 0 ? -norm : norm) * (chosen / levels);
    }
  },
});
