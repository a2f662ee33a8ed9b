/** A compressor: what becomes of a vector on its way, and the size of what is sent. */
import type { Vector } from '../maths/vector.ts';

export interface Compressor {
  /** as a setting says it: `top-k:4/32` */
  readonly name: string;
  /** size of a compressed vector, in bits */
  readonly bits: (dimension: number) => number;
  /**
   * Q(x), which the receiver decodes.
   *
   * @param x - `[d]`
   * @param out - `[d]`, another vector than x
   */
  readonly compress: (x: Vector, out: Float64Array) => void;
}

/** How the numbers of a compressed vector are sent: doubles, or singles, which are rounded. */
export interface Precision {
  /** 64 or 32 */
  readonly bits: number;
  /** The number as it arrives. */
  readonly round: (x: number) => number;
}

/** A compressor without its name. */
export type Compression = Omit<Compressor, 'name'>;

export const DOUBLE: Precision = { bits: 64, round: (x) => x };
export const SINGLE: Precision = { bits: 32, round: Math.fround };
