/** Reads measured durations: a CSV file of one column. */
import { createRequire } from 'node:module';
import type { CsvError } from 'csv-parse/sync';
import { InputError } from '../../protocol/failure.ts';
import { readOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { decimalOf } from '../../values/text.ts';

/** Largest file that is read: some ten million durations. */
const MOST_MEGABYTES = 64;

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The numbers of a file, in seconds; a first line that is no number is the column's name.
 *
 * @throws InputError naming file and line: it cannot be read, is too large, is no CSV, has more than one column, or
 * holds what is no number above 0
 */
export function readDurations(file: string): number[] {
  const values: number[] = [];
  for (const { record, info } of rowsOf(file)) {
    const where = `${file}: line ${info.lines}`;
    if (record.length !== 1) {
      throw new InputError(`${where}: has ${record.length} columns; durations are one column of numbers`);
    }
    const text = record[0]!.trim();
    const value = decimalOf(text);
    if (Number.isNaN(value) && info.lines === 1) continue;
    if (!(value > 0 && value < Infinity)) {
      throw new InputError(`${where}: ${JSON.stringify(text)} must be a number of seconds above 0`);
    }
    values.push(value);
  }
  if (values.length === 0) throw new InputError(`${file}: holds no numbers; one a line is needed`);
  return values;
}

function rowsOf(file: string): readonly Row[] {
  const text = readOrdinaryFile(file, 'file of durations', MOST_MEGABYTES).toString('utf8');
  // Loaded here, since every command has the option, and hardly one is given a file.
  const { parse } = createRequire(import.meta.url)('csv-parse/sync') as typeof import('csv-parse/sync');
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Row[];
  } catch (error) {
    throw new InputError(`${file}: is no CSV: ${(error as CsvError).message}`, { cause: error });
  }
}
