/** The record of a linear mean operator, in bytes from its beginning. */
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of A, row-major `[d, d]` */
export const MATRIX = HEAD_BYTES;
/** address of b `[d]` */
export const OFFSET = 20;
/** address of a working vector `[d]` */
export const WORK = 24;
export const RECORD_BYTES = 32;
