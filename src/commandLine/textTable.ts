/** Vectors and tables as text for a terminal. */
import { numberText } from '../values/numbers.ts';

/** Coordinates of a vector that are printed. */
const MOST_COORDINATES = 6;

/** Rows as lines: the first column to the left, a last column of text to the left, numbers to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]!.length;
  const widths = Array.from({ length: columns }, (_, c) =>
    Math.max(...rows.map((row) => visibleLength(row[c]!))),
  );
  const isText = Array.from(
    { length: columns },
    (_, c) => c === 0 || rows.slice(1).some((row) => /[ (]|none/.test(row[c]!.replace(' × 10', ''))),
  );
  return rows.map((row) =>
    `  ${row.map((text, c) => (isText[c] ? pad(text, widths[c]!) : ' '.repeat(widths[c]! - visibleLength(text)) + text)).join('  ')}`.trimEnd(),
  );
}

/** A text with spaces after it, up to a number of columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(width - visibleLength(text));
}

/** Columns a text takes on a terminal: combining marks take none. */
export function visibleLength(text: string): number {
  return Array.from(text.replace(/\p{Mn}/gu, '')).length;
}

/** A number, a word, or a dash for nothing. */
export function cell(value: number | string | null): string {
  if (typeof value === 'string') return value;
  return value === null ? '-' : numberText(value);
}

/** The first coordinates, in brackets. */
export function vectorText(values: readonly number[]): string {
  const rounded = values
    .slice(0, MOST_COORDINATES)
    .map((value) => numberText(value))
    .join(', ');
  if (values.length <= MOST_COORDINATES) return `(${rounded})`;
  return `(${rounded}, … ${values.length} in all)`;
}
