/**
 * O(1) draws from the rows of a stochastic matrix, by Walker's alias method (Vose 1991), in compact
 * tables: only successors of positive probability have an entry, and an entry is two words of 32
 * bits: the threshold, and the two successors (three words where there are more than 65,536 states).
 */
import { type SparseRows, sparseRows } from './sparseRows.ts';
import type { Vector } from './vector.ts';

const TWO_POW_32 = 4_294_967_296;
const TWO_POW_MINUS_32 = 1 / TWO_POW_32;
/** Above this many slots a row's index and threshold no longer fit in the 53 bits of a double. */
const MOST_SLOTS = 2_097_152;

/** Up to this many states two successors fit in one word. */
const MOST_PACKED = 65_536;

/** Alias tables of all rows of a stochastic matrix `[rows, columns]`. */
export class AliasTable {
  /** slots of row r: offset[r] … offset[r + 1] − 1 */
  readonly #offset: Uint32Array;
  /**
   * slot k: the threshold at 2k, below which a fraction, in units of 2⁻³², keeps the slot's own
   * successor; at 2k + 1 that successor and, 16 bits higher, the alias
   */
  readonly #packed: Uint32Array | undefined;
  /** slot k, where states do not fit in 16 bits: threshold, own successor, alias at 3k, 3k + 1, 3k + 2 */
  readonly #wide: Uint32Array | undefined;

  /**
   * @param probabilities - row-major `[rows, columns]`, or the positive entries; each row a distribution
   * @param rows - number of rows
   * @param columns - number of columns, at most 2²¹ of which may be positive in a row
   */
  constructor(probabilities: Vector | SparseRows, rows: number, columns: number) {
    const entries = 'offset' in probabilities ? probabilities : sparseRows(probabilities, rows, columns);
    const { offset } = entries;
    let most = 0;
    for (let r = 0; r < rows; r++) {
      const slots = offset[r + 1]! - offset[r]!;
      if (slots === 0 || slots > MOST_SLOTS) {
        throw new RangeError(`row ${r} has ${slots} possible successors; there must be 1 to ${MOST_SLOTS}`);
      }
      most = Math.max(most, slots);
    }
    this.#offset = new Uint32Array(offset);
    if (columns <= MOST_PACKED) this.#packed = new Uint32Array(2 * offset[rows]!);
    else this.#wide = new Uint32Array(3 * offset[rows]!);
    const scaled = new Float64Array(most);
    const small = new Int32Array(most);
    const large = new Int32Array(most);
    for (let r = 0; r < rows; r++) this.#fillRow(entries, offset[r]!, offset[r + 1]!, scaled, small, large);
  }

  /** offsets[r] … offsets[r + 1] − 1 are the slots of row r, `[rows + 1]` */
  get offsets(): Readonly<Uint32Array> {
    return this.#offset;
  }

  /**
   * The slots one after another, each two words: threshold, and own successor with the alias 16 bits
   * higher; or, with more than 65,536 columns, three: threshold, own successor, alias.
   */
  get slots(): Readonly<Uint32Array> {
    return this.#packed ?? this.#wide!;
  }

  /** How many slots each row has, where all have as many; else 0. */
  get rowSlots(): number {
    const offset = this.#offset;
    return offset.every((first, r) => first === r * offset[1]!) ? offset[1]! : 0;
  }

  /** @param scaled - and the others: room for a row */
  #fillRow(
    { column, value }: SparseRows,
    from: number,
    to: number,
    scaled: Float64Array,
    small: Int32Array,
    large: Int32Array,
  ): void {
    const slots = to - from;
    let sum = 0;
    for (let k = from; k < to; k++) sum += value[k]!;
    let smalls = 0;
    let larges = 0;
    for (let k = 0; k < slots; k++) {
      const own = column[from + k]!;
      // What is left over in the end has probability 1 up to rounding: its alias is itself.
      this.#setSlot(from + k, 0, own, own);
      scaled[k] = (value[from + k]! / sum) * slots;
      if (scaled[k]! < 1) small[smalls++] = k;
      else large[larges++] = k;
    }
    while (smalls > 0 && larges > 0) {
      const lesser = small[--smalls]!;
      const greater = large[--larges]!;
      const threshold = Math.min(Math.round(scaled[lesser]! * TWO_POW_32), TWO_POW_32 - 1);
      this.#setSlot(from + lesser, threshold, column[from + lesser]!, column[from + greater]!);
      scaled[greater] = scaled[greater]! + scaled[lesser]! - 1;
      if (scaled[greater] < 1) small[smalls++] = greater;
      else large[larges++] = greater;
    }
  }

  #setSlot(slot: number, threshold: number, own: number, alias: number): void {
    if (this.#packed) {
      this.#packed[2 * slot] = threshold;
      this.#packed[2 * slot + 1] = own | (alias << 16);
    } else {
      this.#wide!.set([threshold, own, alias], 3 * slot);
    }
  }

  /**
   * The successor that a uniform 32-bit word picks from a row; each probability is met to within
   * (slots of the row)·2⁻³².
   *
   * `word · slots` has the slot in its upper 32 bits and the fraction in its lower ones.
   */
  draw(row: number, word: number): number {
    const from = this.#offset[row]!;
    const slots = this.#offset[row + 1]! - from;
    const packed = this.#packed;
    if (packed === undefined) return this.#drawWide(from, slots, word);
    // The 64-bit product by halves, in integers: both halves and their sum fit in 32 bits.
    const low = Math.imul(word & 0xffff, slots);
    const high = (Math.imul(word >>> 16, slots) + (low >>> 16)) | 0;
    const slot = (from + (high >>> 16)) << 1;
    const fraction = (high << 16) | (low & 0xffff);
    const threshold = packed[slot]! | 0;
    // 1 where fraction < threshold as unsigned numbers: the borrow of their difference. A branch
    // here would be mispredicted half of the time.
    const keeps = ((~fraction & threshold) | (~(fraction ^ threshold) & (fraction - threshold))) >>> 31;
    return (packed[slot + 1]! >>> ((1 - keeps) << 4)) & 0xffff;
  }

  #drawWide(from: number, slots: number, word: number): number {
    const product = word * slots;
    const slot = 3 * (from + Math.floor(product * TWO_POW_MINUS_32));
    const wide = this.#wide!;
    return product >>> 0 < wide[slot]! ? wide[slot + 1]! : wide[slot + 2]!;
  }
}
