/** Where text stops being JSON, in words: line and column, what stands there, what people mean by it. */
import { MAX_SHOWN, onOneLine } from './wording.ts';

/**
 * The fault of a text that is no JSON from some place on.
 *
 * @param text - from its first character, behind a byte order mark, to the end
 * @param at - index of the first character that is wrong
 * @param expected - what would be right, in words
 * @returns one line; lines and columns (UTF-16 code units) are counted from 1
 */
export function syntaxFault(text: string, at: number, expected: string): string {
  const before = text.slice(0, at);
  let line = 1;
  let lineStart = 0;
  for (let end = before.indexOf('\n'); end !== -1; end = before.indexOf('\n', lineStart)) {
    line++;
    lineStart = end + 1;
  }
  const rest = text.slice(at, at + MAX_SHOWN);
  const where = `line ${line}, column ${before.length - lineStart + 1}`;
  return `${where}: ${found(before, rest)}; expected ${expected}${hint(before, rest)}`;
}

function found(before: string, rest: string): string {
  if (rest !== '') return `found '${token(rest)}'`;
  return before.trim() === '' ? 'the file is empty' : 'the text ends here';
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
