/** Reads times of local steps that a user has measured: a CSV file with a column for each agent. */
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { decimalOf } from '../values/text.ts';
import type { TimingOverride } from '../timing/timingModel.ts';
import { csvRows } from './csvRows.ts';

/**
 * The compute times of each agent, in seconds, in the order of its column, again and again; a first line without a number has the
 * columns' names. Columns may end before others do, with empty cells.
 *
 * @throws InputError naming file, line and column
 */
export function readComputeTrace(file: string): TimingOverride[] {
  const rows = csvRows(file, 'compute trace');
  const named = rows[0]?.record.every((text) => Number.isNaN(decimalOf(text.trim()))) ?? false;
  const columns: number[][] = (rows[0]?.record ?? []).map(() => []);
  for (const [at, { record, where }] of rows.slice(named ? 1 : 0).entries()) {
    if (record.length !== columns.length)
      throw new InputError(`${where}: has ${record.length} columns, the first line ${columns.length}`);
    for (const [agent, cell] of record.entries()) {
      const text = cell.trim();
      const column = columns[agent]!;
      if (text === '') continue;
      const value = decimalOf(text);
      if (!(value > 0 && value < Infinity))
        throw new InputError(
          `${where}: agent ${agent}: ${JSON.stringify(quoted(text))} must be a number of seconds above 0`,
        );
      if (column.length < at)
        throw new InputError(
          `${where}: agent ${agent}: a number after an empty cell; only the end may be empty`,
        );
      column.push(value);
    }
  }
  return columns.map((values, agent) => {
    if (values.length > 0) return { agents: [agent, agent], compute: { kind: 'sequence', values } };
    throw new InputError(`${file}: agent ${agent}: has no numbers; each column needs one at least`);
  });
}
