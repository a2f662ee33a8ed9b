/** Rows held as the bytes that a file of them has. */

/** Characters that are turned into bytes at once: long texts grow in many pieces, which costs more than their bytes. */
const BLOCK = 8192;
/** Most bytes of a character. */
const WIDEST = 3;

/** See the head of this file. */
export class RowBuffer {
  #pending = '';
  #bytes = Buffer.allocUnsafe(8 * BLOCK);
  #length = 0;

  /** Adds a row, without its line's end. */
  add(row: string): void {
    this.#pending += row + '\n';
    if (this.#pending.length >= BLOCK) this.#write();
  }

  /** All of them; the memory is used again for further rows. */
  get bytes(): Buffer {
    this.#write();
    return this.#bytes.subarray(0, this.#length);
  }

  #write(): void {
    const needed = this.#length + WIDEST * this.#pending.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(this.#pending, this.#length);
    this.#pending = '';
  }
}
