/**
 * What the fields of a problem file may hold (objects with named fields, lists, blocks of numbers),
 * read straight from JSON text (RFC 8259), each fault with its place.
 *
 * `JSON.parse` would do for the values, but says little of where the text breaks, silently takes the
 * last of two equal fields, and holds small matrices as nested lists in many times the text's size.
 * Here the numbers go straight into shared memory, so what a file costs is bounded by its length.
 */
import { InputError } from '../protocol/failure.ts';

/** Nothing in a problem file is deeper than 7; what is much deeper would only exhaust the stack. */
const MAX_DEPTH = 64;
/** Reading stops at this many faults: a file of nothing else must not take minutes. */
const MAX_FAULTS = 100;
/** Longest piece of the file that a message repeats. */
const MAX_SHOWN = 40;
/** Whole numbers of up to 15 digits add up exactly in a double, digit by digit. */
const EXACT_DIGITS = 15;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = 0xfeff;

/** A value that was read, and how a message shows it. */
export interface Found {
  /** the string or number; `undefined` for any other kind of value */
  readonly value: string | number | undefined;
  readonly shown: string;
}

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

/** `text` on one line whatever is in it: control and direction characters are spelled out. */
export function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

/** A list in a message. */
export function listOf(length: number): string {
  return length === 0 ? 'an empty list' : `a list of ${length}`;
}

/** `path` and the indices below it: `agents[0].A` and [2, 1] give `agents[0].A[2][1]`. */
export function indexed(path: string, indices: readonly number[]): string {
  return path + indices.map((index) => `[${index}]`).join('');
}

/** JSON text and the place reached in it; collects what is wrong with the values. */
export class ProblemText {
  readonly #text: string;
  readonly #name: string;
  readonly #start: number;
  readonly #store: Float64Array;
  #stored = 0;
  #at: number;
  #faults = 0;
  #first: string | undefined;

  /**
   * @param text - JSON; a byte order mark before it is passed over
   * @param name - of the file, for the messages
   */
  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = onOneLine(name);
    this.#start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.#at = this.#start;
    // A block of n numbers is a field's value and lies between n − 1 commas or more, so that all the
    // blocks together hold no more numbers than the text has commas and colons.
    let capacity = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === COLON) capacity++;
    }
    try {
      this.#store = new Float64Array(new SharedArrayBuffer(capacity * Float64Array.BYTES_PER_ELEMENT));
    } catch (cause) {
      const megabytes = Math.ceil((capacity * Float64Array.BYTES_PER_ELEMENT) / 1e6);
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
    this.#next();
    if (this.#at < this.#text.length) this.#fail('the end of the file');
  }

  /** Whether an object comes next. */
  atObject(): boolean {
    return this.#next() === OPEN_OBJECT;
  }

  /** Reads any value. */
  value(): Found {
    return this.#value(0);
  }

  /**
   * Reads an object; unknown, repeated and missing fields are reported, as is any other value.
   *
   * @param expected - what the value is to be, in words
   */
  object(path: string, expected: string, fields: ReadonlyMap<string, Field>): void {
    if (!this.atObject()) return this.report(path, `${this.value().shown}; expected ${expected}`);
    const seen = new Set<string>();
    this.#members((key) => {
      const field = fields.get(key);
      const place = member(path, key);
      if (field !== undefined && !seen.has(key)) {
        seen.add(key);
        return field.read(place);
      }
      this.#value(0);
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
    if (this.#next() === OPEN_LIST) return this.#elements((index) => element(`${path}[${index}]`));
    this.report(path, `${this.value().shown}; expected ${expected}`);
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
    if (this.#next() !== OPEN_LIST) {
      const inner = above === block.depth - 1 ? 'a list of numbers' : 'a list of lists of numbers';
      const right = above === 0 ? block.expected : inner;
      return this.report(
        indexed(block.path, indices.slice(0, above)),
        `${this.value().shown}; expected ${right}`,
      );
    }
    const length = this.#elements((index) => {
      indices[above] = index;
      this.#level(block, above + 1);
    });
    shape[above] ??= length;
    if (length !== shape[above]) block.ragged ??= { indices: indices.slice(0, above), length };
  }

  /** Reads one number of a block. */
  #entry(block: BlockInProgress): void {
    const code = this.#next();
    const start = this.#at;
    if (code !== MINUS && !isDigit(code)) {
      return this.report(indexed(block.path, block.indices), `${this.value().shown}; expected a number`);
    }
    const value = this.#number();
    if (!Number.isFinite(value)) {
      const shown = cut(this.#text.slice(start, this.#at));
      const place = indexed(block.path, block.indices);
      this.report(place, `${shown} is too large for a double; expected a finite number`);
    }
    this.#store[this.#stored++] = value;
  }

  /** Passes over white space. The code of the character that follows; NaN at the end of the text. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at++;
    }
  }

  /** Reads a list whose bracket is next. Its length. */
  #elements(element: (index: number) => void): number {
    this.#at++;
    if (this.#next() === CLOSE_LIST) {
      this.#at++;
      return 0;
    }
    for (let index = 0; ;) {
      element(index++);
      const code = this.#next();
      if (code !== COMMA && code !== CLOSE_LIST) this.#fail("',' or ']'");
      this.#at++;
      if (code === CLOSE_LIST) return index;
    }
  }

  /** Reads an object whose brace is next. */
  #members(member: (key: string) => void): void {
    this.#at++;
    if (this.#next() === CLOSE_OBJECT) {
      this.#at++;
      return;
    }
    for (;;) {
      if (this.#next() !== QUOTE) this.#fail('a field name in double quotes');
      const key = this.#string();
      if (this.#next() !== COLON) this.#fail("':'");
      this.#at++;
      member(key);
      const code = this.#next();
      if (code !== COMMA && code !== CLOSE_OBJECT) this.#fail("',' or '}'");
      this.#at++;
      if (code === CLOSE_OBJECT) return;
    }
  }

  #value(depth: number): Found {
    const code = this.#next();
    const start = this.#at;
    if (depth > MAX_DEPTH) this.#fail(`lists and objects nested at most ${MAX_DEPTH} deep`);
    if (code === MINUS || isDigit(code)) {
      const value = this.#number();
      return { value, shown: cut(this.#text.slice(start, this.#at)) };
    }
    if (code === QUOTE) {
      const value = this.#string();
      return { value, shown: quoted(value) };
    }
    if (code === OPEN_LIST) {
      return { value: undefined, shown: listOf(this.#elements(() => this.#value(depth + 1))) };
    }
    if (code === OPEN_OBJECT) {
      this.#members(() => this.#value(depth + 1));
      return { value: undefined, shown: 'an object' };
    }
    const literal = /^(?:null|true|false)(?![\w$])/.exec(this.#text.slice(start, start + 6))?.[0];
    if (literal === undefined) return this.#fail('a value');
    this.#at += literal.length;
    return { value: undefined, shown: literal };
  }

  /** Reads a string whose quote is next. */
  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let escaped = false;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at);
      }
      if (code === BACKSLASH) {
        escaped = true;
        this.#at = at;
        if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6)))
          this.#fail('an escape that JSON has');
        at++;
      } else if (!(code >= 0x20)) {
        this.#at = at;
        this.#fail(`'"' at the end of a string`);
      }
    }
  }

  /** Reads a number whose minus sign or first digit is next; ±Infinity where it overflows. */
  #number(): number {
    const text = this.#text;
    const start = this.#at;
    const negative = text.charCodeAt(start) === MINUS;
    const first = negative ? start + 1 : start;
    if (!isDigit(text.charCodeAt(first))) this.#fail('a number');
    const whole = this.#digits(first);
    const end = this.#at;
    if (text.charCodeAt(first) === ZERO && end > first + 1) {
      this.#at = start;
      this.#fail('a number without leading zeros');
    }
    if (text.charCodeAt(this.#at) === DOT) this.#digits(this.#at + 1);
    const code = text.charCodeAt(this.#at);
    if (code === 0x65 || code === 0x45) {
      const sign = text.charCodeAt(this.#at + 1);
      this.#digits(this.#at + (sign === 0x2b || sign === MINUS ? 2 : 1));
    }
    if (this.#at === end && end - first <= EXACT_DIGITS) return negative ? -whole : whole;
    return Number(text.slice(start, this.#at));
  }

  /** Reads the digits from `at` on, one or more, as a whole number. */
  #digits(at: number): number {
    const text = this.#text;
    const first = at;
    let whole = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(++at))
      whole = 10 * whole + (code - ZERO);
    this.#at = at;
    if (at === first) this.#fail('a digit');
    return whole;
  }

  /** @throws InputError always: the text is no JSON from here on */
  #fail(expected: string): never {
    const before = this.#text.slice(this.#start, this.#at);
    let line = 1;
    let lineStart = 0;
    for (let end = before.indexOf('\n'); end !== -1; end = before.indexOf('\n', lineStart)) {
      line++;
      lineStart = end + 1;
    }
    const rest = this.#text.slice(this.#at, this.#at + MAX_SHOWN);
    const found =
      rest === ''
        ? before.trim() === ''
          ? 'the file is empty'
          : 'the text ends here'
        : `found '${token(rest)}'`;
    const where = `line ${line}, column ${before.length - lineStart + 1}`;
    throw new InputError(`${this.#name}: ${where}: ${found}; expected ${expected}${hint(before, rest)}`);
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 10)}…` : text;
}

function quoted(text: string): string {
  return onOneLine(JSON.stringify(cut(text)));
}

/** The path of a field; a name that is no plain word is quoted. */
function member(path: string, key: string): string {
  if (!/^[A-Za-z_]\w{0,39}$/.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The word, number, start of a comment, or else the character that some text begins with. */
function token(text: string): string {
  return onOneLine(/^(?:[-+]?[\p{L}_$][\p{L}\p{N}_$]*|[-+.]?\d[\w.+-]*|\/[/*]|.)/su.exec(text)?.[0] ?? '');
}

/** What people most often mean by text that is no JSON. */
function hint(before: string, rest: string): string {
  if (/^[-+]?(?:NaN|Infinity)/i.test(rest)) return ' (JSON has neither NaN nor Infinity)';
  if (/^(?:\/[/*]|#)/.test(rest)) return ' (JSON has no comments)';
  if (rest.startsWith("'")) return ' (JSON takes double quotes)';
  if (/^[\]}]/.test(rest) && /,\s*$/.test(before.slice(-MAX_SHOWN))) return ' (JSON has no trailing commas)';
  return '';
}

/** The one of `names` that `word` is most likely a slip for, if any is near. */
function nearest(word: string, names: Iterable<string>): string | undefined {
  const lower = word.slice(0, MAX_SHOWN).toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const other = name.toLowerCase();
    const prefix =
      lower.length > 2 && other.length > 2 && (lower.startsWith(other) || other.startsWith(lower));
    const edits = prefix ? 1 : editDistance(lower, other);
    if (edits < least && 3 * edits <= Math.max(lower.length, other.length)) {
      best = name;
      least = edits;
    }
  }
  return best;
}

/** Levenshtein distance: the fewest insertions, deletions and replacements between two words. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
