/** The record of a quadratic with Gauss–Markov noise, in bytes from its beginning. */
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of A, row-major `[d, d]` */
export const CURVATURE = HEAD_BYTES;
/** address of b `[d]` */
export const OFFSET = 20;
/** address of Q, or of L where z is drawn afresh, row-major `[d, d]` */
export const NOISE_MATRIX = 24;
/** 1 where z is drawn afresh for each observation, else 0 */
export const INDEPENDENT = 28;
/** σ */
export const SCALE = 32;
/** four words */
export const GENERATOR = 40;
/** addresses of the ziggurat's tables */
export const EDGES = 56;
export const INSIDE = 60;
/** address of two working vectors `[d]`, one after the other */
export const WORK = 64;
/** z `[d]`, to the record's end */
export const NOISE = 80;
