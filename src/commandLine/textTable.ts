/** Vectors and tables as text for a terminal. */
import { wrapped } from '../report/chart/wrapped.ts';
import { numberText } from '../values/numbers.ts';

/** Coordinates of a vector that are printed. */
const MOST_COORDINATES = 6;

/** Between two columns, and before the first. */
const GAP = '  ';

/**
 * Rows as lines: the first column to the left, columns of text to the left, numbers to the right. In a terminal that has not the
 * columns for all, those that fit come first, and the others below them, each with the first; a text that does not fit at all is
 * a sentence for each row.
 *
 * @param room - columns of the terminal; without a limit where there is none
 */
export function table(
  rows: readonly (readonly string[])[],
  room = (process.stdout as { readonly columns?: number }).columns ?? Infinity,
): string[] {
  const [head, ...body] = rows as readonly [readonly string[], ...(readonly string[])[]];
  const widths = head.map((_, c) => Math.max(...rows.map((row) => visibleLength(row[c]!))));
  const isText = head.map(
    (_, c) => c === 0 || body.some((row) => /[ (]|none/.test(row[c]!.replace(' × 10', ''))),
  );
  const fits = (columns: readonly number[]): boolean =>
    columns.reduce((sum, c) => sum + GAP.length + widths[c]!, 0) <= room;
  const lineOf = (row: readonly string[], columns: readonly number[]): string =>
    columns
      .map((c) => `${GAP}${(isText[c] ? pad : padStart)(row[c]!, widths[c]!)}`)
      .join('')
      .trimEnd();
  const others = [...head.keys()].slice(1);
  const isShort = (c: number): boolean => fits([0, c]);
  const blocks: number[][] = [];
  for (const c of others.filter(isShort)) {
    const last = blocks.at(-1);
    if (last !== undefined && fits([0, ...last, c])) last.push(c);
    else blocks.push([c]);
  }
  const long = others.filter((c) => !isShort(c));
  return [
    ...blocks.flatMap((columns) => rows.map((row) => lineOf(row, [0, ...columns]))),
    ...long.flatMap((c) =>
      body.flatMap((row) =>
        wrapped(`${row[0]!}, ${head[c]!}: ${row[c]!}`, room - 2 * GAP.length, visibleLength).map(
          (line, k) => `${k === 0 ? GAP : GAP + GAP}${line}`,
        ),
      ),
    ),
  ];
}

const padStart = (text: string, width: number): string => ' '.repeat(width - visibleLength(text)) + text;

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
  return value === null ? '–' : numberText(value);
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
