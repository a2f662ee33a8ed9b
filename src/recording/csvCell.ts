/** How a value is spelled in a CSV file, such that reading it back gives the same value. */

/**
 * A number's cell: the shortest decimal text that reads back as the same double.
 *
 * NaN, a number that does not exist, is an empty cell; infinities are `Infinity` and `-Infinity`;
 * the sign of zero is kept (`-0`), so that a file holds every bit of what was computed.
 */
export function numberCell(x: number): string {
  if (x !== x) return '';
  return x === 0 && 1 / x < 0 ? '-0' : String(x);
}

/** The inverse of {@link numberCell}: an empty cell is NaN (and not 0, as `Number('')` has it). */
export function readNumberCell(cell: string): number {
  return cell === '' ? NaN : Number(cell);
}

/**
 * A text's cell: in quotes, with its own quotes doubled, where it holds a comma or a quote (RFC 4180).
 *
 * @throws RangeError for text with a line break: every row is one line, which is what makes a torn
 * row at the end of a file recognisable
 */
export function textCell(text: string): string {
  if (/[\r\n]/.test(text))
    throw new RangeError(`a cell must not hold a line break, got ${JSON.stringify(text)}`);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
