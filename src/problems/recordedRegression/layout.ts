/** The record of regression on a recorded series, in bytes from its beginning. */
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of x, row-major `[rows, d]` */
export const FEATURES = HEAD_BYTES;
/** address of y `[rows]` */
export const LABELS = 20;
/** number of rows of the series */
export const ROWS = 24;
/** the window's first row, and its number of rows */
export const START = 28;
export const LENGTH = 32;
/** current row, counted from the window's first */
export const POSITION = 36;
/** λ */
export const REGULARISATION = 40;
/** four words; there only where positions are drawn */
export const GENERATOR = 48;
/** 1 where positions are drawn, else 0 */
export const INDEPENDENT = 64;
/** address of a working vector `[d]` */
export const WORK = 68;
export const RECORD_BYTES = 72;
