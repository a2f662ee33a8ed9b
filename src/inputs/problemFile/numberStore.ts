/** The numbers of a problem file, in one block of shared memory, so that threads share them uncopied. */
import { lawsIn, SUM_TOLERANCE } from '../../problems/probabilities.ts';
import type { Path } from '../../values/path.ts';
import { type Fault, listOf, excerpt } from './faults.ts';

/** How long a list is to be, and its entries in words: 2, 'row for each state'. */
export type Extent = readonly [length: number, entry: string];

/** Takes over nested lists of numbers, and notes what is wrong with them. */
export class NumberStore {
  readonly faults: Fault[] = [];
  readonly #numbers: Float64Array;
  #used = 0;

  /** @param numbers - how many are taken over at most */
  constructor(numbers: number) {
    this.#numbers = new Float64Array(new SharedArrayBuffer(numbers * Float64Array.BYTES_PER_ELEMENT));
  }

  /** Notes that the value at a path will not do. */
  report(path: Path, text: string): void {
    this.faults.push({ path, text });
  }

  /**
   * The numbers of lists that are nested as deep as there are extents, row-major.
   *
   * @returns `undefined` where there is anything else, the first of which is reported
   */
  block(path: Path, value: unknown, ...extents: readonly Extent[]): Float64Array | undefined {
    const from = this.#used;
    const fault = this.#take(value, extents, 0);
    if (fault === undefined) return this.#numbers.subarray(from, this.#used);
    this.report([...path, ...fault.path], fault.text);
    return undefined;
  }

  /** A law on as many states: within rounding, which is taken away. */
  law(path: Path, value: unknown, states: Extent): Float64Array | undefined {
    const law = this.block(path, value, states);
    return law !== undefined && this.#isLaw(path, law) ? law : undefined;
  }

  /** Laws, one in each row. */
  laws(path: Path, value: unknown, rows: Extent, states: Extent): Float64Array | undefined {
    const laws = this.block(path, value, rows, states);
    let areLaws = true;
    for (let row = 0; laws !== undefined && row < rows[0]; row++)
      areLaws = this.#isLaw([...path, row], laws.subarray(row * states[0], (row + 1) * states[0])) && areLaws;
    return areLaws ? laws : undefined;
  }

  #take(value: unknown, extents: readonly Extent[], depth: number): Fault | undefined {
    const [length, entry] = extents[depth]!;
    if (!Array.isArray(value) || value.length !== length)
      return { path: [], text: `${excerpt(value)}; expected ${listOf(length)}, one ${entry}` };
    for (let index = 0; index < length; index++) {
      const within: unknown = value[index];
      if (depth + 1 < extents.length) {
        const fault = this.#take(within, extents, depth + 1);
        if (fault !== undefined) return { ...fault, path: [index, ...fault.path] };
      } else if (typeof within === 'number' && Number.isFinite(within)) {
        this.#numbers[this.#used++] = within;
      } else {
        return { path: [index], text: `${excerpt(within)}; expected a finite number` };
      }
    }
    return undefined;
  }

  /** Whether numbers are a law, which is made to sum to 1. */
  #isLaw(path: Path, law: Float64Array): boolean {
    const negative = law.findIndex((probability) => probability < -SUM_TOLERANCE);
    const sum = law.reduce((total, probability) => total + probability, 0);
    if (negative >= 0)
      this.report([...path, negative], `${law[negative]} is negative; expected a probability from 0 to 1`);
    else if (!(Math.abs(sum - 1) <= SUM_TOLERANCE))
      this.report(path, `sums to ${sum}; expected probabilities that sum to 1 within ${SUM_TOLERANCE}`);
    else {
      law.set(lawsIn(law, law.length));
      return true;
    }
    return false;
  }
}
