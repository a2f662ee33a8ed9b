/** The record of an operator that is linear in each state, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../kernels/chainStreamLayout.ts';
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of A(s), row-major `[S, d, d]` */
export const MATRICES = HEAD_BYTES;
/** address of b(s), row-major `[S, d]` */
export const OFFSETS = 20;
/** address of a working vector `[d]` */
export const WORK = 24;
export const STREAM = 32;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
