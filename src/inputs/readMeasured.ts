/** Reads delays measured in a real system: a CSV file with a row for each dispatch. */
import { InputError } from '../values/failure.ts';
import type { Delays, MeasuredModel } from '../timing/measured.ts';
import { byAgent } from './byAgent.ts';
import { tableRows } from './csvRows.ts';

const DELAYS = ['compute', 'uplink', 'downlink'] as const;

/**
 * The delays of a file with some of the columns `agent,compute,uplink,downlink`, in any order: agents from 0, seconds. Without
 * `agent` they hold for every agent.
 *
 * @throws InputError naming file and line, or the agent that has no row
 */
export function readMeasured(file: string, order?: MeasuredModel['order']): MeasuredModel {
  const { columns, rows } = tableRows(file, 'file of delays', ['agent', ...DELAYS], []);
  const measured = DELAYS.filter((name) => columns.includes(name));
  if (measured.length === 0)
    throw new InputError(`${file}: line 1: must name compute, uplink or downlink, or several of these`);
  const delaysOf = (some: typeof rows): Delays =>
    Object.fromEntries(measured.map((name) => [name, some.map((row) => row.number(name))]));
  return {
    ...(order !== undefined && { order }),
    ...(columns.includes('agent')
      ? { agents: byAgent(file, rows).map(delaysOf) }
      : { everyone: delaysOf(rows) }),
  };
}
