/** Reads when agents are there: a CSV file with a row for each stretch of time. */
import { InputError } from '../values/failure.ts';
import type { TraceModel } from '../timing/availabilityModel.ts';
import { byAgent } from './byAgent.ts';
import { tableRows } from './csvRows.ts';

/**
 * The availability trace of a file with the columns `agent,from,to`, in any order: agents from 0, seconds.
 *
 * @param period - seconds after which it begins again; without it agents are gone after its end
 * @throws InputError naming file and line, or the agent that has no row
 */
export function readAvailabilityTrace(file: string, period?: number): TraceModel {
  const columns = ['agent', 'from', 'to'] as const;
  const { rows } = tableRows(file, 'availability trace', columns, columns);
  return {
    ...(period !== undefined && { period }),
    agents: byAgent(file, rows).map((agentRows) => {
      const stretches = agentRows
        .map((row) => ({ where: row.where, from: row.number('from'), to: row.number('to') }))
        .sort((a, b) => a.from - b.from);
      return stretches.map(({ where, from, to }, k): [number, number] => {
        if (from >= to) throw new InputError(`${where}: to must be after from`);
        if (to > (period ?? Infinity))
          throw new InputError(`${where}: to must be at most the period, ${period}`);
        if (k > 0 && stretches[k - 1]!.to > from)
          throw new InputError(`${where}: overlaps another row of the same agent`);
        return [from, to];
      });
    }),
  };
}
