/**
 * O(1) draws from the rows of a stochastic matrix, by Walker's alias method (Vose 1991), in compact
 * tables: only successors of positive probability have an entry, and an entry is two words of 32
 * bits: the threshold, and the two successors.
 */
import { type SparseRows, sparseRows } from './sparseRows.ts';
import type { Vector } from './vector.ts';

const TWO_POW_32 = 4_294_967_296;

/** Up to this many columns two successors fit in one word. */
const MOST_COLUMNS = 65_536;

/** Room for the slots of a row, which each table of very many agents would otherwise make and drop. */
let scaled = new Float64Array(0);
let small = new Int32Array(0);
let large = new Int32Array(0);

/** Alias tables of all rows of a stochastic matrix `[rows, columns]`. */
export class AliasTable {
  /** offsets[r] … offsets[r + 1] − 1 are the slots of row r, `[rows + 1]` */
  readonly offsets: Readonly<Uint32Array>;
  /**
   * slot k: the threshold at 2k, below which a fraction, in units of 2⁻³², keeps the slot's own
   * successor; at 2k + 1 that successor and, 16 bits higher, the alias
   */
  readonly slots: Readonly<Uint32Array>;

  /** @param slots - as {@link fillSlots} has written them */
  constructor(offsets: Readonly<Uint32Array>, slots: Readonly<Uint32Array>) {
    this.offsets = offsets;
    this.slots = slots;
  }

  /** How many slots each row has, where all have as many; else 0. */
  get rowSlots(): number {
    const { offsets } = this;
    const each = offsets[1]!;
    for (let r = 2; r < offsets.length; r++) if (offsets[r] !== r * each) return 0;
    return each;
  }

  /**
   * The successor that a uniform 32-bit word picks from a row; each probability is met to within
   * (slots of the row)·2⁻³².
   *
   * `word · slots` has the slot in its upper 32 bits and the fraction in its lower ones.
   */
  draw(row: number, word: number): number {
    const from = this.offsets[row]!;
    const slots = this.offsets[row + 1]! - from;
    const packed = this.slots;
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
}

/**
 * Alias tables of the rows of a matrix.
 *
 * @param probabilities - row-major `[rows, columns]`, or the positive entries; each row a distribution
 * @param rows - number of rows
 * @param columns - number of columns, at most 65,536
 */
export function aliasTable(probabilities: Vector | SparseRows, rows: number, columns: number): AliasTable {
  const entries = 'offset' in probabilities ? probabilities : sparseRows(probabilities, rows, columns);
  if (columns > MOST_COLUMNS) throw new RangeError(`${columns} columns; there may be ${MOST_COLUMNS}`);
  const slots = new Uint32Array(2 * entries.offset[rows]!);
  fillSlots(entries, slots);
  return new AliasTable(new Uint32Array(entries.offset), slots);
}

/**
 * Writes the slots of a table.
 *
 * @param entries - of a matrix with at most 65,536 columns; each row a distribution
 * @param slots - two words for each entry, as {@link AliasTable.slots} has them
 */
export function fillSlots(entries: SparseRows, slots: Uint32Array): void {
  const { offset } = entries;
  for (let r = 0; r + 1 < offset.length; r++) {
    const count = offset[r + 1]! - offset[r]!;
    if (count === 0) throw new RangeError(`row ${r} has no possible successors; there must be 1 at least`);
    if (count > scaled.length) {
      scaled = new Float64Array(count);
      small = new Int32Array(count);
      large = new Int32Array(count);
    }
    fillRow(entries, offset[r]!, offset[r + 1]!, slots);
  }
}

function fillRow({ column, value }: SparseRows, from: number, to: number, out: Uint32Array): void {
  const slots = to - from;
  let sum = 0;
  for (let k = from; k < to; k++) sum += value[k]!;
  let smalls = 0;
  let larges = 0;
  for (let k = 0; k < slots; k++) {
    const threshold = column[from + k]!;
    // What is left over in the end has probability 1 up to rounding: its alias is itself.
    out[2 * (from + k)] = 0;
    out[2 * (from + k) + 1] = threshold | (threshold << 16);
    scaled[k] = (value[from + k]! / sum) * slots;
    if (scaled[k]! < 1) small[smalls++] = k;
    else large[larges++] = k;
  }
  while (smalls > 0 && larges > 0) {
    const lesser = small[--smalls]!;
    const greater = large[--larges]!;
    out[2 * (from + lesser)] = Math.min(Math.round(scaled[lesser]! * TWO_POW_32), TWO_POW_32 - 1);
    out[2 * (from + lesser) + 1] = column[from + lesser]! | (column[from + greater]! << 16);
    scaled[greater] = scaled[greater]! + scaled[lesser]! - 1;
    if (scaled[greater] < 1) small[smalls++] = greater;
    else large[larges++] = greater;
  }
}
