/** A stream on a finite chain inside a record, in bytes from where the stream begins. */

/** addresses of the alias tables of P: the rows' first slots, and the slots */
export const SUCCESSOR_OFFSETS = 0;
export const SUCCESSOR_SLOTS = 4;
/** the same of π; there only where observations are independent */
export const STATIONARY_OFFSETS = 8;
export const STATIONARY_SLOTS = 12;
/** 1 where observations are drawn afresh from π, else 0 */
export const INDEPENDENT = 16;
/** how many slots each row of P has, where all have as many; else 0 */
export const ROW_SLOTS = 20;
/** four words */
export const GENERATOR = 24;
/** the current state, and the one after it: read as one double word; 0 on a stream of states */
export const STATE = 40;
export const NEXT = 44;
export const CHAIN_STREAM_BYTES = 48;
