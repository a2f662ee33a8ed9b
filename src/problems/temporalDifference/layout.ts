/** The record of TD(0), in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../kernels/chainStreamLayout.ts';
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of φ, row-major `[S, d]` */
export const FEATURES = HEAD_BYTES;
/** address of r `[S]` */
export const REWARDS = 20;
/** γ */
export const DISCOUNT = 24;
export const STREAM = 32;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
