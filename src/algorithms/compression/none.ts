/** No compression: every coordinate is sent. */
import type { Compression, Precision } from './compressor.ts';

/** All coordinates, as doubles or singles. */
export const none = ({ bits, round }: Precision): Compression => ({
  bits: (dimension) => bits * dimension,
  isIdentity: bits === 64,
  compress: (x, out) => {
    for (let j = 0; j < x.length; j++) out[j] = round(x[j]!);
  },
});
