/** A double's bits, for functions whose last bits are to be the same on every engine. */

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** The bits of the fraction in the upper half. */
export const FRACTION = 0x000fffff;
/** The upper half of 1. */
export const ONE = 0x3ff00000;

/** The upper 32 bits: sign, exponent, and 20 bits of the fraction. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]! | 0;
}

/** With another upper half. */
export function withHighWord(x: number, high: number): number {
  double[0] = x;
  words[HIGH] = high;
  return double[0];
}

/** With the lower 32 bits cleared: products of two such numbers lose less. */
export function upper(x: number): number {
  double[0] = x;
  words[1 - HIGH] = 0;
  return double[0];
}
