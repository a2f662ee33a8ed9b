/** The record of Q-learning, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../chainStreamLayout.ts';
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** γ */
export const DISCOUNT = HEAD_BYTES;
/** address of the pairs' features: row-major `[S·A, d]`, or their coordinates, words `[S·A]` */
export const FEATURES = DISCOUNT + DOUBLE;
/** address of r `[S·A]` */
export const REWARDS = FEATURES + WORD;
/** A */
export const ACTIONS = REWARDS + WORD;
/** 1 where features are vectors, 0 where they are unit vectors */
export const DENSE = ACTIONS + WORD;
/** coordinate of the last step of a call, which the kernel keeps for itself */
export const LAST_COORDINATE = DENSE + WORD;
export const STREAM = LAST_COORDINATE + WORD;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
