/** agentErrors.csv: each agent's error by round, mean over the seeds. */
import { join } from 'node:path';
import { AGENT_ERRORS_NAME } from '../recording/agentErrors.ts';
import { linesBehindHeader } from '../recording/lineReader.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { noNumber } from './numberRows.ts';

/** Rounds that are read at most: so many lines are all that a figure shows. */
const MOST_ROUNDS = 240;

/** The agents of one algorithm. */
export interface AgentErrors {
  readonly algorithm: string;
  /** ascending */
  readonly rounds: readonly number[];
  /** by agent, and by round in the same order; NaN where no seed has the agent in that round */
  readonly errors: readonly Float64Array[];
}

/**
 * Reads the file of a run; nothing where it has none. Where θ* is not known the errors are the drifts.
 *
 * @param directory - of the run
 * @param agents - M
 * @param roundsOf - rounds that an algorithm has recorded
 * @throws InputError in one line for what is not a number
 */
export function readAgentErrors(
  directory: string,
  agents: number,
  roundsOf: ReadonlyMap<string, readonly number[]>,
): AgentErrors[] {
  const path = join(directory, AGENT_ERRORS_NAME);
  if (!isOrdinaryFile(path)) return [];
  const sums = new Map<
    string,
    { places: Map<number, number>; sums: Float64Array[]; counts: Uint32Array[] }
  >();
  for (const [algorithm, rounds] of roundsOf) {
    const chosen = thinned(rounds);
    const room = <A>(make: (length: number) => A): A[] =>
      Array.from({ length: agents }, () => make(chosen.length));
    sums.set(algorithm, {
      places: new Map(chosen.map((round, place) => [round, place])),
      sums: room((length) => new Float64Array(length)),
      counts: room((length) => new Uint32Array(length)),
    });
  }
  let line = 1;
  for (const row of linesBehindHeader(path)) {
    line++;
    const cells = row.split(',');
    const [drift, error, agent, round] = cells.slice(-4).reverse();
    const found = sums.get(cells[0]!);
    const place = found?.places.get(Number(round));
    if (found === undefined || place === undefined) continue;
    const value = Number(error === '' ? drift : error);
    if (Number.isNaN(value) || !(Number(agent) < agents))
      throw noNumber(path, line, 'error', row, 'a number for each of agent, error and drift');
    found.sums[Number(agent)]![place]! += value;
    found.counts[Number(agent)]![place]!++;
  }
  return [...sums].map(([algorithm, { places, sums: totals, counts }]) => ({
    algorithm,
    rounds: [...places.keys()],
    errors: totals.map((values, agent) => values.map((sum, place) => sum / counts[agent]![place]!)),
  }));
}

/** Evenly spaced ones, first and last included. */
function thinned(rounds: readonly number[]): readonly number[] {
  if (rounds.length <= MOST_ROUNDS) return rounds;
  const step = (rounds.length - 1) / (MOST_ROUNDS - 1);
  return Array.from({ length: MOST_ROUNDS }, (_, k) => rounds[Math.round(k * step)]!);
}
