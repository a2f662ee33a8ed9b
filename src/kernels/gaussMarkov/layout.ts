/** The record of a quadratic with Gauss–Markov noise, in bytes from its beginning. */
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** σ */
export const SCALE = HEAD_BYTES;
/** address of A, row-major `[d, d]` */
export const CURVATURE = SCALE + DOUBLE;
/** address of b `[d]` */
export const OFFSET = CURVATURE + WORD;
/** address of Q, or of L where z is drawn afresh, row-major `[d, d]` */
export const NOISE_MATRIX = OFFSET + WORD;
/** 1 where z is drawn afresh for each observation, else 0 */
export const INDEPENDENT = NOISE_MATRIX + WORD;
/** addresses of the ziggurat's tables */
export const EDGES = INDEPENDENT + WORD;
export const INSIDE = EDGES + WORD;
/** four words */
export const GENERATOR = INSIDE + WORD;
/** z `[d]`, to the record's end */
export const NOISE = GENERATOR + 4 * WORD;
