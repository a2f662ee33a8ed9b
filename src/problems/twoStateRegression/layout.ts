/** The record of regression on a two-state chain, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../kernels/chainStreamLayout.ts';
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of V, row-major `[2, d]` */
export const FEATURES = HEAD_BYTES;
/** address of the labels without noise `[2]` */
export const LABELS = 20;
/** λ */
export const REGULARISATION = 24;
/** of the law of ε, its low end and its width */
export const NOISE_LOW = 32;
export const NOISE_WIDTH = 40;
/** ε of the current observation */
export const NOISE = 48;
/** four words, which draw ε */
export const NOISE_GENERATOR = 56;
export const STREAM = 72;
/** address of a working vector `[d]` */
export const WORK = STREAM + CHAIN_STREAM_BYTES;
export const RECORD_BYTES = WORK + 8;
