/** The record of regression on a two-state chain, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../chainStreamLayout.ts';
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** λ */
export const REGULARISATION = HEAD_BYTES;
/** of the law of ε, its low end and its width */
export const NOISE_LOW = REGULARISATION + DOUBLE;
export const NOISE_WIDTH = NOISE_LOW + DOUBLE;
/** ε of the current observation */
export const NOISE = NOISE_WIDTH + DOUBLE;
/** address of V, row-major `[2, d]` */
export const FEATURES = NOISE + DOUBLE;
/** address of the labels without noise `[2]` */
export const LABELS = FEATURES + WORD;
/** four words, which draw ε */
export const NOISE_GENERATOR = LABELS + WORD;
export const STREAM = NOISE_GENERATOR + 4 * WORD;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
