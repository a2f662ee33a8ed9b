/**
 * O(1) draws from the rows of a stochastic matrix, by Walker's alias method (Vose 1991), in compact
 * tables: only successors of positive probability have an entry, and an entry is 32 bits of
 * threshold and two successors of 16 bits (32 where there are more than 65,536 states).
 */
import type { Vector } from './vector.ts';

const TWO_POW_32 = 4_294_967_296;
const TWO_POW_MINUS_32 = 1 / TWO_POW_32;
/** Above this many slots a row's index and threshold no longer fit in the 53 bits of a double. */
const MOST_SLOTS = 2_097_152;

type StateArray = Uint16Array | Uint32Array;

/** Alias tables of all rows of a stochastic matrix `[rows, columns]`. */
export class AliasTable {
  /** slots of row r: offset[r] … offset[r + 1] − 1 */
  readonly #offset: Uint32Array;
  /** a slot keeps its own successor when the fraction drawn, in units of 2⁻³², is below this */
  readonly #threshold: Uint32Array;
  readonly #own: StateArray;
  readonly #alias: StateArray;

  /**
   * @param probabilities - row-major `[rows, columns]`, each row a distribution
   * @param rows - number of rows
   * @param columns - number of columns, at most 2²¹ of which may be positive in a row
   */
  constructor(probabilities: Vector, rows: number, columns: number) {
    const offset = new Uint32Array(rows + 1);
    for (let r = 0; r < rows; r++) {
      let slots = 0;
      for (let c = 0; c < columns; c++) if (probabilities[r * columns + c]! > 0) slots++;
      if (slots === 0 || slots > MOST_SLOTS) {
        throw new RangeError(`row ${r} has ${slots} possible successors; there must be 1 to ${MOST_SLOTS}`);
      }
      offset[r + 1] = offset[r]! + slots;
    }
    const total = offset[rows]!;
    const States = columns > 65_536 ? Uint32Array : Uint16Array;
    this.#offset = offset;
    this.#threshold = new Uint32Array(total);
    this.#own = new States(total);
    this.#alias = new States(total);
    for (let r = 0; r < rows; r++) this.#fillRow(probabilities, r, columns);
  }

  #fillRow(probabilities: Vector, row: number, columns: number): void {
    const from = this.#offset[row]!;
    const slots = this.#offset[row + 1]! - from;
    const scaled = new Float64Array(slots);
    let sum = 0;
    for (let c = 0, k = 0; c < columns; c++) {
      const p = probabilities[row * columns + c]!;
      if (p <= 0) continue;
      this.#own[from + k] = c;
      this.#alias[from + k] = c;
      scaled[k] = p;
      sum += p;
      k++;
    }
    const small: number[] = [];
    const large: number[] = [];
    for (let k = 0; k < slots; k++) {
      scaled[k] = (scaled[k]! / sum) * slots;
      (scaled[k]! < 1 ? small : large).push(k);
    }
    while (small.length > 0 && large.length > 0) {
      const lesser = small.pop()!;
      const greater = large.pop()!;
      this.#threshold[from + lesser] = Math.min(Math.round(scaled[lesser]! * TWO_POW_32), TWO_POW_32 - 1);
      this.#alias[from + lesser] = this.#own[from + greater]!;
      scaled[greater] = scaled[greater]! + scaled[lesser]! - 1;
      (scaled[greater] < 1 ? small : large).push(greater);
    }
    // What is left has probability 1 up to rounding: own and alias agree, whatever the threshold.
  }

  /**
   * The successor that a uniform 32-bit word picks from a row; each probability is met to within
   * (slots of the row)·2⁻³².
   */
  draw(row: number, word: number): number {
    const from = this.#offset[row]!;
    const product = word * (this.#offset[row + 1]! - from);
    const slot = from + Math.floor(product * TWO_POW_MINUS_32);
    return product >>> 0 < this.#threshold[slot]! ? this.#own[slot]! : this.#alias[slot]!;
  }
}
