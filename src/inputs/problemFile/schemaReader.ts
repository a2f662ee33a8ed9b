/**
 * What the fields of a problem file may hold (objects with named fields, lists, blocks of numbers),
 * read straight from its text, each fault with its path.
 *
 * The numbers go straight into shared memory, so what a file costs is bounded by its length.
 */
import { InputError } from '../../values/failure.ts';
import { JsonText } from './jsonText.ts';
import type { Found } from './jsonText.ts';
import { nearest } from '../../values/nearest.ts';
import { indexed, member, onOneLine } from './wording.ts';

/** Reading stops at this many faults: a file of nothing else must not take minutes. */
const MAX_FAULTS = 100;

/** A field of an object: what it holds, in words, and how to read it, given its path. */
export interface Field {
  readonly expected: string;
  readonly optional?: boolean;
  readonly read: (path: string) => void;
}

/** Nested lists of numbers, all of the same depth. */
export interface NumberBlock {
  /** all numbers in the order of the text, in shared memory */
  readonly values: Float64Array;
  /** length of the first list at each depth; ends early where a list is empty */
  readonly shape: readonly number[];
  /** the first list that is not as long as the first one at its depth */
  readonly ragged: { readonly indices: readonly number[]; readonly length: number } | undefined;
}

/** A block that is being read. */
interface BlockInProgress {
  readonly path: string;
  /** of the lists: 1 for a vector, 2 for a matrix */
  readonly depth: number;
  readonly expected: string;
  readonly shape: number[];
  /** where the reading is, as far as its depth goes */
  readonly indices: number[];
  ragged: NumberBlock['ragged'];
}

/** Reads values as they are expected; collects what is wrong with them. */
export class SchemaReader {
  readonly #json: JsonText;
  readonly #name: string;
  readonly #store: Float64Array;
  #stored = 0;
  #faults = 0;
  #first: string | undefined;

  /**
   * @param text - JSON; a byte order mark before it is passed over
   * @param name - of the file, for the messages
   */
  constructor(text: string, name: string) {
    this.#name = onOneLine(name);
    this.#json = new JsonText(text, this.#name);
    // A block of n numbers is a field's value and lies between n − 1 commas or more, so that all the
    // blocks together hold no more numbers than the text has commas and colons.
    const bytes = this.#json.countSeparators() * Float64Array.BYTES_PER_ELEMENT;
    try {
      this.#store = new Float64Array(new SharedArrayBuffer(bytes));
    } catch (cause) {
      const megabytes = Math.ceil(bytes / 1e6);
      throw new InputError(`${this.#name}: its numbers take ${megabytes} MB of memory, more than there is`, {
        cause,
      });
    }
  }

  /** Notes that the value at `path` will not do; {@link settle} throws the first of these faults. */
  report(path: string, message: string): void {
    this.#first ??= path === '' ? message : `${path}: ${message}`;
    if (++this.#faults === MAX_FAULTS) this.settle();
  }

  /** How many faults have been reported. */
  get faults(): number {
    return this.#faults;
  }

  /** @throws InputError if anything was reported */
  settle(): void {
    if (this.#first === undefined) return;
    const others = this.#faults - 1;
    const counted = this.#faults < MAX_FAULTS ? `${others}` : `at least ${others}`;
    const more = others === 0 ? '' : ` (and ${counted} more problem${others === 1 ? '' : 's'})`;
    throw new InputError(`${this.#name}: ${this.#first}${more}`);
  }

  /** @throws InputError if anything follows the value that was read */
  end(): void {
    this.#json.end();
  }

  /** Whether an object comes next. */
  atObject(): boolean {
    return this.#json.atObject();
  }

  /** Reads any value. */
  value(): Found {
    return this.#json.value();
  }

  /**
   * Reads an object; unknown, repeated and missing fields are reported, as is any other value.
   *
   * @param expected - what the value is to be, in words
   */
  object(path: string, expected: string, fields: ReadonlyMap<string, Field>): void {
    if (!this.atObject()) return this.report(path, `${this.value().excerpt}; expected ${expected}`);
    const seen = new Set<string>();
    this.#json.members((key) => {
      const field = fields.get(key);
      const place = member(path, key);
      if (field !== undefined && !seen.has(key)) {
        seen.add(key);
        return field.read(place);
      }
      this.value();
      if (field !== undefined) return this.report(place, 'given twice; expected once');
      const near = nearest(key, fields.keys());
      const question = near === undefined ? '' : ` (did you mean ${near}?)`;
      this.report(place, `unknown field; expected one of ${[...fields.keys()].join(', ')}${question}`);
    });
    for (const [key, field] of fields) {
      if (!seen.has(key) && field.optional !== true) {
        this.report(member(path, key), `missing; expected ${field.expected}`);
      }
    }
  }

  /** Reads a list, handing each element's path to `element`. Its length; `undefined` if it is none. */
  list(path: string, expected: string, element: (path: string) => void): number | undefined {
    if (this.#json.atList()) return this.#json.elements((index) => element(`${path}[${index}]`));
    this.report(path, `${this.value().excerpt}; expected ${expected}`);
    return undefined;
  }

  /**
   * Reads lists of numbers, nested to the given depth.
   *
   * @returns `undefined` where anything else is found among them, which is reported
   */
  numbers(path: string, depth: number, expected: string): NumberBlock | undefined {
    const from = this.#stored;
    const before = this.#faults;
    const block: BlockInProgress = { path, depth, expected, shape: [], indices: [], ragged: undefined };
    this.#level(block, 0);
    if (this.#faults > before) return undefined;
    return { values: this.#store.subarray(from, this.#stored), shape: block.shape, ragged: block.ragged };
  }

  /** Reads the part of a block below the current indices, of which there are `above`. */
  #level(block: BlockInProgress, above: number): void {
    const { shape, indices } = block;
    if (above === block.depth) return this.#entry(block);
    if (!this.#json.atList()) {
      const inner = above === block.depth - 1 ? 'a list of numbers' : 'a list of lists of numbers';
      const right = above === 0 ? block.expected : inner;
      return this.report(
        indexed(block.path, indices.slice(0, above)),
        `${this.value().excerpt}; expected ${right}`,
      );
    }
    const length = this.#json.elements((index) => {
      indices[above] = index;
      this.#level(block, above + 1);
    });
    shape[above] ??= length;
    if (length !== shape[above]) block.ragged ??= { indices: indices.slice(0, above), length };
  }

  /** Reads one number of a block. */
  #entry(block: BlockInProgress): void {
    const json = this.#json;
    if (!json.atNumber()) {
      return this.report(indexed(block.path, block.indices), `${this.value().excerpt}; expected a number`);
    }
    const start = json.at;
    const value = json.number();
    if (!Number.isFinite(value)) {
      const place = indexed(block.path, block.indices);
      this.report(place, `${json.shownSince(start)} is too large for a double; expected a finite number`);
    }
    this.#store[this.#stored++] = value;
  }
}
