/** No compression: every coordinate is sent. */
import type { Compressor, Precision } from './compressor.ts';

export const none = ({ bits, round }: Precision): Omit<Compressor, 'name'> => ({
  bits: (dimension) => bits * dimension,
  compress: (x, out) => {
    for (let j = 0; j < x.length; j++) out[j] = round(x[j]!);
  },
});
