/**
 * JSON text (RFC 8259) and the place reached in it: values are read one after another, and text that
 * is no JSON is refused with its line and column.
 *
 * `JSON.parse` would do for the values, but says little of where the text breaks, silently takes the
 * last of two equal fields, and holds small matrices as nested lists in many times the text's size.
 */
import { InputError } from '../../values/failure.ts';
import { syntaxFault } from './syntaxFault.ts';
import { cut, listOf, quoted } from './wording.ts';

/** Nothing in a problem file is deeper than 7; what is much deeper would only exhaust the stack. */
const MAX_DEPTH = 64;
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
  readonly excerpt: string;
}

/** A cursor in JSON text. Every method that reads throws an InputError where the text is no JSON. */
export class JsonText {
  readonly #text: string;
  readonly #name: string;
  readonly #start: number;
  #at: number;

  /**
   * @param text - JSON; a byte order mark before it is passed over
   * @param name - what the text is called at the head of a message
   */
  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
    this.#start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.#at = this.#start;
  }

  /** Index of the character that is next in the text. */
  get at(): number {
    return this.#at;
  }

  /** How a message shows the text read since the index `start`. */
  shownSince(start: number): string {
    return cut(this.#text.slice(start, this.#at));
  }

  /** How many commas and colons the whole text has, those inside strings included. */
  countSeparators(): number {
    const text = this.#text;
    let count = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === COMMA || code === COLON) count++;
    }
    return count;
  }

  /** Whether an object comes next. */
  atObject(): boolean {
    return this.#next() === OPEN_OBJECT;
  }

  /** Whether a list comes next. */
  atList(): boolean {
    return this.#next() === OPEN_LIST;
  }

  /** Whether a number comes next. */
  atNumber(): boolean {
    const code = this.#next();
    return code === MINUS || isDigit(code);
  }

  /** Passes over the white space at the end. */
  end(): void {
    this.#next();
    if (this.#at < this.#text.length) this.#fail('the end of the file');
  }

  /** Reads any value. */
  value(): Found {
    return this.#value(0);
  }

  /** Reads the list that is next, each element by a call of `element`. Its length. */
  elements(element: (index: number) => void): number {
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

  /** Reads the object that is next, the value of each field by a call of `member`. */
  members(member: (key: string) => void): void {
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

  /** Reads the number that is next; ±Infinity where it overflows. */
  number(): number {
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

  /** Passes over white space. The code of the character that follows; NaN at the end of the text. */
  #next(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at++;
    }
  }

  #value(depth: number): Found {
    const code = this.#next();
    const start = this.#at;
    if (depth > MAX_DEPTH) this.#fail(`lists and objects nested at most ${MAX_DEPTH} deep`);
    if (code === MINUS || isDigit(code)) {
      const value = this.number();
      return { value, excerpt: this.shownSince(start) };
    }
    if (code === QUOTE) {
      const value = this.#string();
      return { value, excerpt: quoted(value) };
    }
    if (code === OPEN_LIST) {
      return { value: undefined, excerpt: listOf(this.elements(() => this.#value(depth + 1))) };
    }
    if (code === OPEN_OBJECT) {
      this.members(() => this.#value(depth + 1));
      return { value: undefined, excerpt: 'an object' };
    }
    const literal = /^(?:null|true|false)(?![\w$])/.exec(this.#text.slice(start, start + 6))?.[0];
    if (literal === undefined) return this.#fail('a value');
    this.#at += literal.length;
    return { value: undefined, excerpt: literal };
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
    const fault = syntaxFault(this.#text.slice(this.#start), this.#at - this.#start, expected);
    throw new InputError(`${this.#name}: ${fault}`);
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
