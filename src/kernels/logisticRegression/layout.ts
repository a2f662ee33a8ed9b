/** The record of logistic regression, in bytes from its beginning. */
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** m */
export const MARGIN = HEAD_BYTES;
/** λ */
export const REGULARISATION = MARGIN + DOUBLE;
/** probability that the current record of the data stays */
export const PERSISTENCE = REGULARISATION + DOUBLE;
/** address of y x, row-major `[n, d]` */
export const SIGNED = PERSISTENCE + DOUBLE;
/** n */
export const COUNT = SIGNED + WORD;
/** number of the current record of the data */
export const CURRENT = COUNT + WORD;
/** four words */
export const GENERATOR = CURRENT + WORD;
export const RECORD_BYTES = GENERATOR + 4 * WORD;
