/**
 * Rows of numbers in the program's own files, each of an algorithm and a seed. No cell of them is quoted, so lines are split
 * by hand: csv-parse takes 2.2 to 4.1 times as long for half a million updates.
 */
import { InputError } from '../values/failure.ts';
import { LineReader } from '../recording/lineReader.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';

/**
 * Hands over the rows of a file one by one; none where there is no such file.
 *
 * @param columns - wanted of each row, in this order
 * @throws InputError with file, line and what is expected there
 */
export function forEachRow(
  path: string,
  columns: readonly string[],
  take: (algorithm: string, seed: number, values: readonly number[]) => void,
): void {
  if (!isOrdinaryFile(path)) return;
  const reader = new LineReader(path);
  try {
    const header = reader.next()?.split(',');
    if (header === undefined) return;
    const wanted = ['algorithm', 'seed', ...columns].map((column) => ({
      column,
      at: placeOf(column, header, path),
    }));
    const [algorithm, ...numbers] = wanted;
    for (let line = reader.next(), row = 2; line !== undefined; line = reader.next(), row++) {
      const cells = line.split(',');
      if (cells.length !== header.length) throw otherWidth(path, row, cells.length, header.length);
      const [seed, ...values] = numbers.map(({ column, at }) => {
        const value = Number(cells[at]);
        if (Number.isNaN(value)) throw noNumber(path, row, column, cells[at]!, 'a number');
        return value;
      });
      take(cells[algorithm!.at]!, seed!, values);
    }
  } finally {
    reader.close();
  }
}

/** The column's place among the names of a header. */
export function placeOf(column: string, header: readonly string[], path: string): number {
  const at = header.indexOf(column);
  if (at >= 0) return at;
  throw new InputError(`${path}: line 1 has no column ${column}; the header of a fedsa run is expected`);
}

/** What is said of a line with more or fewer cells than the header has. */
export const otherWidth = (path: string, line: number, cells: number, header: number): InputError =>
  new InputError(
    `${path}: line ${line} has ${cells} cells where the header has ${header}; the same number is expected`,
  );

/** Longest piece of a cell that is shown. */
const LONGEST_SHOWN = 40;

/** What is said of a cell that is no number; `expected` is what would be. */
export const noNumber = (
  path: string,
  line: number,
  column: string,
  cell: string,
  expected: string,
): InputError =>
  new InputError(
    `${path}: line ${line}, column ${column}: ${JSON.stringify(cell.slice(0, LONGEST_SHOWN))} is not a number; ${expected} is expected`,
  );
