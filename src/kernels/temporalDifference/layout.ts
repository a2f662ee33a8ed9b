/** The record of TD(0), in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../chainStreamLayout.ts';
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** γ */
export const DISCOUNT = HEAD_BYTES;
/** address of φ, row-major `[S, d]` */
export const FEATURES = DISCOUNT + DOUBLE;
/** address of r `[S]` */
export const REWARDS = FEATURES + WORD;
export const STREAM = REWARDS + WORD;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
