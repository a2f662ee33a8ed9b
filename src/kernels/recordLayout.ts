/**
 * Head of every record, in bytes from its beginning. Kernels, their references and tests share this. In a layout each field
 * comes after the one before it, doubles first: they lie at multiples of eight.
 */

/** Bytes of an address or a whole number, and of a double. */
export const WORD = 4;
export const DOUBLE = 8;

/** address of θ `[d]` */
export const THETA = 0;
/** address of the correction c `[d]` */
export const CORRECTION = THETA + WORD;
/** address of the value G `[d]` that is asked for */
export const VALUE = CORRECTION + WORD;
/** address of doubles that hold nothing between calls; only of families that need some */
export const WORK = VALUE + WORD;
/** d */
export const DIMENSION = WORK + WORD;
/** what a family's own fields come after: a multiple of eight */
export const HEAD_BYTES = DIMENSION + DOUBLE;
