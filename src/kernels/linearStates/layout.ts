/** The record of an operator that is linear in each state, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../chainStreamLayout.ts';
import { HEAD_BYTES, WORD } from '../recordLayout.ts';

/** address of A(s), row-major `[S, d, d]` */
export const MATRICES = HEAD_BYTES;
/** address of b(s), row-major `[S, d]` */
export const OFFSETS = MATRICES + WORD;
export const STREAM = OFFSETS + WORD;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
