/** A stream on a finite chain inside a record, in bytes from where the stream begins. */
import { WORD } from './recordLayout.ts';

/** addresses of the alias tables of P: the rows' first slots, and the slots */
export const SUCCESSOR_OFFSETS = 0;
export const SUCCESSOR_SLOTS = SUCCESSOR_OFFSETS + WORD;
/** the same of π; there only where observations are independent */
export const STATIONARY_OFFSETS = SUCCESSOR_SLOTS + WORD;
export const STATIONARY_SLOTS = STATIONARY_OFFSETS + WORD;
/** 1 where observations are drawn afresh from π, else 0 */
export const INDEPENDENT = STATIONARY_SLOTS + WORD;
/** how many slots each row of P has, where all have as many; else 0 */
export const ROW_SLOTS = INDEPENDENT + WORD;
/** four words */
export const GENERATOR = ROW_SLOTS + WORD;
/** the current state, and the one after it: read as one double word; 0 on a stream of states */
export const STATE = GENERATOR + 4 * WORD;
export const NEXT = STATE + WORD;
export const CHAIN_STREAM_BYTES = NEXT + WORD;
