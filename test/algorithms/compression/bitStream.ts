/** A stream of bits: what a codec writes of a compressed vector, and reads again. */

/** Writes whole numbers and floating-point numbers, the most significant bit first. */
export class BitWriter {
  readonly bits: number[] = [];

  whole(value: number, width: number): void {
    for (let k = width - 1; k >= 0; k--) this.bits.push(Math.floor(value / 2 ** k) % 2);
  }

  /** A double, or a single. */
  number(value: number, width: number): void {
    const view = new DataView(new ArrayBuffer(8));
    if (width === 32) view.setFloat32(0, value);
    else view.setFloat64(0, value);
    for (let byte = 0; byte < width / 8; byte++) this.whole(view.getUint8(byte), 8);
  }
}

/** Reads what {@link BitWriter} has written. */
export class BitReader {
  readonly #bits: readonly number[];
  #at = 0;

  constructor(bits: readonly number[]) {
    this.#bits = bits;
  }

  whole(width: number): number {
    let value = 0;
    for (let k = 0; k < width; k++) value = 2 * value + this.#bits[this.#at++]!;
    return value;
  }

  number(width: number): number {
    const view = new DataView(new ArrayBuffer(8));
    for (let byte = 0; byte < width / 8; byte++) view.setUint8(byte, this.whole(8));
    return width === 32 ? view.getFloat32(0) : view.getFloat64(0);
  }
}
