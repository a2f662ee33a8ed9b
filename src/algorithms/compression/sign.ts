/** Scaled signs: `(‖x‖₁/d) sign x`, a bit for each coordinate and one number; a 0 is sent as +. */
import type { Compression, Precision } from './compressor.ts';

/** The signs and their mean absolute value. */
export const sign = ({ bits, round }: Precision): Compression => ({
  bits: (dimension) => dimension + bits,
  compress: (x, out) => {
    let sum = 0;
    for (let j = 0; j < x.length; j++) sum += Math.abs(x[j]!);
    const scale = round(sum / x.length);
    for (let j = 0; j < x.length; j++) out[j] = x[j]! < 0 ? -scale : scale;
  },
});
