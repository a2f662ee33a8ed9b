/** The record of TD(0), in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../chainStreamLayout.ts';
import { DOUBLE, HEAD_BYTES, WORD } from '../recordLayout.ts';

/** γ */
export const DISCOUNT = HEAD_BYTES;
/** address of φ, row-major `[S, d]` */
export const FEATURES = DISCOUNT + DOUBLE;
/** address of r, `[S]` or `[S, S]` */
export const REWARDS = FEATURES + WORD;
/** bytes from the rewards of a state to those of the next one; and from r(s, s') to r(s, s' + 1), 0 where r is of s alone */
export const REWARD_ROW = REWARDS + WORD;
export const REWARD_COLUMN = REWARD_ROW + WORD;
export const STREAM = REWARD_COLUMN + WORD;
export const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;
