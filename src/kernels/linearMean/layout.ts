/** The record of a linear mean operator, in bytes from its beginning. */
import { HEAD_BYTES, WORD } from '../recordLayout.ts';

/** address of A, row-major `[d, d]` */
export const MATRIX = HEAD_BYTES;
/** address of b `[d]` */
export const OFFSET = MATRIX + WORD;
export const RECORD_BYTES = OFFSET + WORD;
