/** The record of logistic regression, in bytes from its beginning. */
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of y x, row-major `[n, d]` */
export const SIGNED = HEAD_BYTES;
/** n */
export const COUNT = 20;
/** number of the current record of the data */
export const CURRENT = 24;
/** m */
export const MARGIN = 32;
/** λ */
export const REGULARISATION = 40;
/** probability that the current record of the data stays */
export const PERSISTENCE = 48;
/** four words */
export const GENERATOR = 56;
export const RECORD_BYTES = 72;
