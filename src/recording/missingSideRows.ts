/**
 * Notices that rows of agents.csv, staleness.csv or updates.csv are missing, which the manifest does not count. How many there must
 * be follows from one another: a row for each agent of each replication; for each agent whose updates weighed something the
 * staleness of all of them; and each of these updates.
 */
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { countAll } from '../configuration/replications.ts';
import { AGENT_COLUMNS, type AgentColumn, AGENTS_NAME, STALENESS_NAME } from './agentRows.ts';
import { linesBehindHeader } from './lineReader.ts';
import type { Manifest } from './manifest.ts';
import { missingRows } from './missingRows.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { UPDATES_HEADER, UPDATES_NAME } from './updates.ts';

/** What a manifest says of a run, and of how many rows it has. */
type KnownAgents = Pick<Manifest, 'state' | 'runs'> & {
  readonly problem: Pick<Manifest['problem'], 'agents'>;
};

/** Of one replication. */
interface Staleness {
  /** agents with updates that weigh something; 1 where all agents have one histogram */
  agents: number;
  /** the sum over these updates */
  total: number;
}

/** By algorithm and seed. */
type ByReplication = ReadonlyMap<string, Staleness>;

/** Behind algorithm and seed. */
const placeOf = (column: AgentColumn): number => 2 + AGENT_COLUMNS.indexOf(column);
const CONTRIBUTION = placeOf('contribution');
const TOTAL = placeOf('totalStaleness');
const WEIGHT = UPDATES_HEADER.split(',').indexOf('weight');

/**
 * Refuses a complete run one of whose files beside rounds.csv lacks rows; a file that is not there at all is none that was cut.
 *
 * @throws InputError in one line
 */
export function refuseMissingSideRows(directory: string, { state, runs, problem }: KnownAgents): void {
  if (state !== 'completed') return;
  const [agents, staleness, updates] = [AGENTS_NAME, STALENESS_NAME, UPDATES_NAME].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  if (!isOrdinaryFile(agents)) return;
  const expected = stalenessOfAgents(agents, countAll(runs) * problem.agents);
  if (!isOrdinaryFile(staleness)) return;
  const taken = updatesOfStaleness(staleness, expected);
  if (!isOrdinaryFile(updates)) return;
  refuseMissingUpdates(updates, taken);
}

/** Whether a complete run's files beside lack rows. */
export function lacksSideRows(directory: string, run: KnownAgents): boolean {
  try {
    refuseMissingSideRows(directory, run);
    return false;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}

/** What staleness.csv has to say, after agents.csv, which must have `all` rows. */
function stalenessOfAgents(path: string, all: number): ByReplication {
  const expected = new Map<string, Staleness>();
  let [rows, last, staleness]: [number, string, Staleness | undefined] = [0, '', undefined];
  for (const cells of rowsOf(path)) {
    rows++;
    const replication = `${cells[0]},${cells[1]}`;
    if (staleness === undefined || replication !== last)
      expected.set((last = replication), (staleness = noStaleness()));
    if (Number(cells[CONTRIBUTION]) !== 0) staleness.agents++;
    staleness.total += Number(cells[TOTAL]);
  }
  if (rows < all) throw missingRows(path, rows, all);
  return expected;
}

/** How many updates staleness.csv counts, which must be what agents.csv has of them. */
function updatesOfStaleness(path: string, expected: ByReplication): number {
  let taken = 0;
  const found = new Map<string, Staleness & { agent: string; isShared: boolean }>();
  for (const [algorithm, seed, agent, steps, count] of rowsOf(path)) {
    const key = `${algorithm},${seed}`;
    const counted = found.get(key) ?? { ...noStaleness(), agent: '', isShared: agent === '-1' };
    found.set(key, counted);
    if (counted.agent !== agent) counted.agents++;
    counted.agent = agent!;
    counted.total += Number(steps) * Number(count);
    taken += Number(count);
  }
  for (const [key, { agents: stale, total }] of expected) {
    const counted = found.get(key);
    const least = counted?.isShared ? Math.min(1, stale) : stale;
    if ((counted?.agents ?? 0) < least || (counted?.total ?? 0) < total) throw missingRows(path);
  }
  return taken;
}

function refuseMissingUpdates(path: string, taken: number): void {
  let weighed = 0;
  for (const cells of rowsOf(path)) if (Number(cells[WEIGHT]) !== 0) weighed++;
  if (weighed < taken) throw missingRows(path, weighed, taken);
}

const noStaleness = (): Staleness => ({ agents: 0, total: 0 });

/** The cells of each row. */
function* rowsOf(path: string): Generator<readonly string[]> {
  for (const line of linesBehindHeader(path)) yield line.split(',');
}
