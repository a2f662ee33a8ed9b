/** JSON text that a user has written: its value, or the line and column where it breaks; and where in it a value stands. */
import { printParseErrorCode, visit } from 'jsonc-parser';
import { InputError } from '../values/failure.ts';
import { MOST_SHOWN, type Path, pathText } from '../values/path.ts';
import { visibleWord } from '../values/foreignText.ts';

/** No such file is deeper than 12; what is much deeper would only exhaust the stack. */
const MOST_LEVELS = 64;

/**
 * The value of JSON text (RFC 8259); a byte order mark before it is passed over.
 *
 * @param name - what the text is called at the head of a message
 * @throws InputError in one line: it is no JSON, a field is there twice, or it is nested too deep
 */
export function parseJson(text: string, name: string): unknown {
  const content = withoutMark(text);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    refuse(content, name);
    throw new InputError(`${name}: is not JSON (${(error as Error).message})`, { cause: error });
  }
  // Of two equal fields JSON.parse takes the last. What looks like a field's name is counted, which may be the text of a string.
  if (countFields(value, 0) !== (content.match(/"\s*:/g)?.length ?? 0)) refuse(content, name);
  return value;
}

/** Where the value at a path begins, or else what is nearest around it: `line 3, column 14`. */
export function placeIn(text: string, path: Path): string {
  let place = '';
  const ignored = (): void => undefined;
  const visited = (line: number, column: number, here: Path): boolean => {
    const leads = here.length <= path.length && here.every((key, level) => key === path[level]);
    if (leads) place = placeText(line, column);
    return leads;
  };
  visit(withoutMark(text), {
    // the parser leaves out what is in a list that does not lead there only if it hears of its end
    onObjectEnd: ignored,
    onArrayEnd: ignored,
    onObjectBegin: (...[, , line, column, path]) => visited(line, column, path()),
    onArrayBegin: (...[, , line, column, path]) => visited(line, column, path()),
    onLiteralValue: (...[, , , line, column, path]) => void visited(line, column, path()),
  });
  return place;
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Lines and columns, of UTF-16 code units, are counted from 1. */
const placeText = (line: number, column: number): string => `line ${line + 1}, column ${column + 1}`;

/** How many fields the objects of a value have; NaN where it is nested too deep. */
function countFields(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (level > MOST_LEVELS) return NaN;
  let count = 0;
  if (Array.isArray(value)) for (const entry of value) count += countFields(entry, level + 1);
  else for (const entry of Object.values(value)) count += 1 + countFields(entry, level + 1);
  return count;
}

/** Reads the text once more, with its places. @throws InputError on the first fault of the text, if there is one */
function refuse(text: string, name: string): void {
  const levels: { readonly names: Set<string>; readonly end: string }[] = [];
  const fail = (fault: string, line: number, column: number): never => {
    throw new InputError(`${name}: ${placeText(line, column)}: ${fault}`);
  };
  const enter = (at: number, _length: number, line: number, column: number): void => {
    levels.push({ names: new Set(), end: text[at] === '[' ? ']' : '}' });
    if (levels.length > MOST_LEVELS + 1)
      fail(
        `found '${text[at]}'; expected lists and objects nested at most ${MOST_LEVELS} deep`,
        line,
        column,
      );
  };
  const leave = (): void => void levels.pop();
  visit(
    text,
    {
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onObjectProperty: (...[field, , , line, column, path]) => {
        const { names } = levels.at(-1)!;
        if (names.has(field))
          fail(`${pathText([...path(), field])}: given twice; expected once`, line, column);
        names.add(field);
      },
      onError: (...[code, at, , line, column]) => {
        const right = RIGHT[printParseErrorCode(code)] ?? `',' or '${levels.at(-1)!.end}'`;
        fail(`${foundAt(text, at)}; expected ${right}${hintAt(text, at)}`, line, column);
      },
    },
    { disallowComments: true },
  );
}

/** What would be right, by the parser's name of a fault. */
const RIGHT: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value or a name in double quotes',
  PropertyNameExpected: 'a field name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: "':'",
  CloseBraceExpected: "',' or '}'",
  CloseBracketExpected: "',' or ']'",
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'JSON, which has no comments',
  UnexpectedEndOfString: `'"' at the end of a string`,
  UnexpectedEndOfNumber: 'a digit',
  InvalidUnicode: 'four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'escapes that JSON has',
  InvalidCharacter: 'control characters as escapes, such as \\n',
};

function foundAt(text: string, at: number): string {
  if (at < text.length) {
    // a string, a word, a number, the start of a comment, or else a character
    const token = /^(?:"[^"\n]*"?|[-+]?[\p{L}_$][\p{L}\p{N}_$]*|[-+.]?\d[\w.+-]*|\/[/*]|.)/su;
    return `found '${visibleWord(token.exec(text.slice(at, at + MOST_SHOWN))?.[0] ?? '')}'`;
  }
  return text.trim() === '' ? 'the file is empty' : 'the text ends here';
}

/** What people most often mean by text that is no JSON. */
function hintAt(text: string, at: number): string {
  const rest = text.slice(at, at + MOST_SHOWN);
  if (/^[-+]?(?:NaN|Infinity)/i.test(rest)) return ' (JSON has neither NaN nor Infinity)';
  if (rest.startsWith('#')) return ' (JSON has no comments)';
  if (rest.startsWith("'")) return ' (JSON takes double quotes)';
  if (/^[\]}]/.test(rest) && /,\s*$/.test(text.slice(Math.max(0, at - MOST_SHOWN), at)))
    return ' (JSON has no trailing commas)';
  return '';
}
