/** The record of regression on a recorded series, in bytes from its beginning. */
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** λ */
export const REGULARISATION = HEAD_BYTES;
/** address of x, row-major `[rows, d]` */
export const FEATURES = REGULARISATION + DOUBLE;
/** address of y `[rows]` */
export const LABELS = FEATURES + WORD;
/** number of rows of the series */
export const ROWS = LABELS + WORD;
/** the window's first row, and its number of rows */
export const START = ROWS + WORD;
export const LENGTH = START + WORD;
/** current row, counted from the window's first */
export const POSITION = LENGTH + WORD;
/** 1 where positions are drawn, else 0 */
export const INDEPENDENT = POSITION + WORD;
/** four words; there only where positions are drawn */
export const GENERATOR = INDEPENDENT + WORD;
export const RECORD_BYTES = GENERATOR + 4 * WORD;
