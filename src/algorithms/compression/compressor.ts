/** A compressor: what becomes of a vector on its way, and the size of what is sent. */
import type { Coins, SecondMoment } from '../../maths/coins.ts';
import type { Vector } from '../../maths/vector.ts';

export interface Compressor {
  /** as a setting says it: `top-k:4/32` */
  readonly name: string;
  /** size of a compressed vector, in bits */
  readonly bits: (dimension: number) => number;
  /**
   * Q(x), which the receiver decodes; E Q(x) = x where coins stand for their expectation, of those that are unbiased.
   *
   * @param x - `[d]`
   * @param out - `[d]`, another vector than x
   * @param coins - of this message; only random compressors draw them
   */
  readonly compress: (x: Vector, out: Float64Array, coins: Coins) => void;
}

/** Precision of the numbers of a compressed vector: doubles, or singles, which are rounded. */
export interface Precision {
  readonly bits: 64 | 32;
  /** The number as it arrives. */
  readonly round: (x: number) => number;
}

/** A compressor without its name. */
export interface Compression extends Omit<Compressor, 'name'> {
  /** whether Q(x) = x, bit for bit */
  readonly isIdentity?: boolean;
  /** whether E Q(x) = x */
  readonly isUnbiased?: boolean;
  /** of Q(x), where that is linear in the second moment of x */
  readonly secondMoment?: SecondMoment;
}

export const DOUBLE: Precision = { bits: 64, round: (x) => x };
export const SINGLE: Precision = { bits: 32, round: Math.fround };
