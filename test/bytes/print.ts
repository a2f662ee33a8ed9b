/** The hashes of a run's files, as a whole and column by column. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The hashes of one CSV file. */
export interface FilePrint {
  readonly whole: string;
  /** by the column's name; the coordinates of a vector are one column */
  readonly columns: Readonly<Record<string, string>>;
}

/** What is compared of a run. */
export interface Print {
  /** how its replications ended; `refused` for bad input, with nothing written */
  readonly status: string;
  /** by the file's name without `.csv` */
  readonly files: Readonly<Record<string, FilePrint>>;
}

const FILES = ['rounds', 'iterates', 'updates', 'agents', 'staleness'];
/** Hexadecimal digits. */
const WHOLE = 12;
const COLUMN = 4;

/**
 * The hashes of a run directory's rows.
 *
 * @param wall - whether times are real: iterates alone are then the same in every run
 */
export function filesOf(directory: string, wall: boolean): Print['files'] {
  const names = (wall ? ['iterates'] : FILES).filter((name) => existsSync(join(directory, `${name}.csv`)));
  return Object.fromEntries(
    names.map((name) => [name, filePrint(readFileSync(join(directory, `${name}.csv`), 'utf8'))]),
  );
}

/** The hashes of a CSV file without quotes. */
export function filePrint(text: string): FilePrint {
  const [header, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const cells = new Map<string, string[]>();
  header!.forEach((column, index) => {
    const name = column.replace(/_\d+$/, '');
    const ours = cells.get(name) ?? [];
    for (const row of rows) ours.push(row[index] ?? '');
    cells.set(name, ours);
  });
  return {
    whole: hash(text, WHOLE),
    columns: Object.fromEntries(
      [...cells]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, ours]) => [name, hash(ours.join('\n'), COLUMN)]),
    ),
  };
}

/** The first digits of the SHA-256. */
export function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
