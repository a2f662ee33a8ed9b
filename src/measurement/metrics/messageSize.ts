/** Bits and bytes of messages. */

export const BITS_PER_BYTE = 8;

/** Bytes that hold so many bits: ⌈bits/8⌉. */
export const wholeBytes = (bits: number): number => Math.ceil(bits / BITS_PER_BYTE);
