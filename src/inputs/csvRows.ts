/** Reads tables of numbers that a user has measured: CSV files of a few columns. */
import { createRequire } from 'node:module';
import type { CsvError } from 'csv-parse/sync';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';
import { decimalOf } from '../values/text.ts';

/** Largest file that is read: some ten million numbers. */
const MOST_MEGABYTES = 64;

export interface CsvRow {
  readonly record: readonly string[];
  /** `FILE: line 3` */
  readonly where: string;
  /** of the line, from 1 */
  readonly line: number;
}

/**
 * The rows of a file.
 *
 * @param subject - kind of file, for errors
 * @throws InputError naming the file: it cannot be read, is too large or is no CSV
 */
export function csvRows(file: string, subject: string): CsvRow[] {
  const text = readOrdinaryFile(file, subject, MOST_MEGABYTES).toString('utf8');
  // Loaded here, since every command has the options, and hardly one is given a file.
  const { parse } = createRequire(import.meta.url)('csv-parse/sync') as typeof import('csv-parse/sync');
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return rows.map(({ record, info: { lines } }) => ({
      record,
      where: `${file}: line ${lines}`,
      line: lines,
    }));
  } catch (error) {
    throw new InputError(`${file}: is no CSV: ${(error as CsvError).message}`, { cause: error });
  }
}

/** A row of a table with named columns: what a column holds. */
export interface TableRow<Column extends string> {
  /** @throws InputError naming line and column, where it is not a number of at least 0; with `isWhole`, a whole one */
  number(column: Column, isWhole?: boolean): number;
  readonly where: string;
}

/** What is wrong with the names of columns; it names the column and those that may be there. */
function headerFault<Column extends string>(
  columns: readonly Column[],
  known: readonly Column[],
  needed: readonly Column[],
): string | undefined {
  const right = `the first line names columns among ${known.join(', ')}, each once`;
  const unknown = columns.find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown column ${JSON.stringify(unknown)}; ${right}`;
  const twice = columns.find((name, at) => columns.indexOf(name) < at);
  if (twice !== undefined) return `the column ${twice} is there twice; ${right}`;
  const missing = needed.filter((name) => !columns.includes(name));
  return missing.length === 0 ? undefined : `lacks the column ${missing.join(', ')}; ${right}`;
}

/**
 * The rows of a file whose first line names its columns, in capital letters or small ones.
 *
 * @param known - that it may have; @param needed - that it must have
 * @throws InputError naming file and line
 */
export function tableRows<Column extends string>(
  file: string,
  subject: string,
  known: readonly Column[],
  needed: readonly Column[],
): { readonly columns: readonly Column[]; readonly rows: readonly TableRow<Column>[] } {
  const [head, ...rows] = csvRows(file, subject);
  const columns = (head?.record ?? []).map((name) => name.trim().toLowerCase()) as Column[];
  const fault = headerFault(columns, known, needed);
  if (fault !== undefined) throw new InputError(`${file}: line 1: ${fault}`);
  if (rows.length === 0) throw new InputError(`${file}: holds no rows; one at least is needed`);
  return {
    columns,
    rows: rows.map(({ record, where }) => {
      if (record.length !== columns.length)
        throw new InputError(`${where}: has ${record.length} columns, the first line ${columns.length}`);
      return {
        where,
        number: (column, isWhole = false) => {
          const text = record[columns.indexOf(column)]!.trim();
          const value = decimalOf(text);
          if (value >= 0 && value < Infinity && (!isWhole || Number.isSafeInteger(value))) return value;
          const right = isWhole ? 'a whole number from 0' : 'a number of at least 0';
          throw new InputError(`${where}: ${column}: ${JSON.stringify(quoted(text))} must be ${right}`);
        },
      };
    }),
  };
}
