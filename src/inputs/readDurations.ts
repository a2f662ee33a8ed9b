/** Reads measured durations: a CSV file of one column. */
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { decimalOf } from '../values/text.ts';
import { csvRows } from './csvRows.ts';

/**
 * The numbers of a file, in seconds; a first line that is no number is the column's name.
 *
 * @throws InputError naming file and line: it cannot be read, is too large, is no CSV, has more than one column, or
 * holds what is no number above 0
 */
export function readDurations(file: string): number[] {
  const values: number[] = [];
  for (const { record, where, line } of csvRows(file, 'file of durations')) {
    if (record.length !== 1) {
      throw new InputError(`${where}: has ${record.length} columns; durations are one column of numbers`);
    }
    const text = record[0]!.trim();
    const value = decimalOf(text);
    if (Number.isNaN(value) && line === 1) continue;
    if (!(value > 0 && value < Infinity)) {
      throw new InputError(`${where}: ${JSON.stringify(quoted(text))} must be a number of seconds above 0`);
    }
    values.push(value);
  }
  if (values.length === 0) throw new InputError(`${file}: holds no numbers; one a line is needed`);
  return values;
}
