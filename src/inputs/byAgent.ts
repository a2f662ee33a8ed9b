/** Rows of a table by the agents that they are of. */
import { InputError } from '../values/failure.ts';
import type { TableRow } from './csvRows.ts';

/** A number above it is a mistake rather than an agent. */
const MOST_AGENTS = 10_000_000;

/**
 * The rows of each agent from 0 on, in their order.
 *
 * @throws InputError naming the line, or an agent that has no row
 */
export function byAgent<Row extends TableRow<'agent'>>(file: string, rows: readonly Row[]): Row[][] {
  const agents: (Row[] | undefined)[] = [];
  for (const row of rows) {
    const agent = row.number('agent', true);
    if (agent >= MOST_AGENTS) throw new InputError(`${row.where}: agent: must be below ${MOST_AGENTS}`);
    (agents[agent] ??= []).push(row);
  }
  return Array.from(agents, (rows, agent) => {
    if (rows !== undefined) return rows;
    throw new InputError(
      `${file}: agent ${agent} has no row; agents are numbered from 0, and each needs one at least`,
    );
  });
}
