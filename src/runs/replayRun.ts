/** Runs the run of a directory again, and compares every number: what `fedsa replay` does. */
import { lastValueFrom, tap } from 'rxjs';
import { RecordMismatch } from '../../actors/clock/recordedClock.ts';
import { runExperiment } from '../../actors/experiment/experiment.ts';
import { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { ActorFailure, ClockFailure, firstLine, InputError } from '../values/failure.ts';
import type { Inspection } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { AGENT_ERRORS_NAME, agentErrorsRows } from '../recording/agentErrors.ts';
import { AGENTS_NAME, agentsRow, STALENESS_NAME, stalenessRow } from '../recording/agentRows.ts';
import { ARRIVALS_NAME, readArrivals } from '../recording/arrivals.ts';
import { numberCell, textCell } from '../recording/csvCell.ts';
import type { Manifest } from '../recording/manifest.ts';
import { holdsPanels, PANELS_NAME } from '../recording/panelsFile.ts';
import { rowFiles } from '../recording/prepareDirectory.ts';
import { readManifest } from '../recording/readManifest.ts';
import { recordedStops } from '../recording/recordedStops.ts';
import { RowComparison } from '../recording/rowComparison.ts';
import { iteratesRow, roundsRow } from '../recording/rows.ts';
import { sideFile, type SideName, sideNames } from '../recording/sideFiles.ts';
import { UPDATES_NAME, updatesRow } from '../recording/updates.ts';
import { isTimed } from '../timing/isTimed.ts';
import { TICK } from '../values/ticks.ts';
import { metricsOfManifest } from '../inputs/ownMetrics.ts';
import { problemOfManifest } from '../inputs/problemOfManifest.ts';
import { refuseThreads } from './refuseThreads.ts';
import { solveLoaded } from '../inputs/target.ts';

/** What a replay has found. */
export interface ReplayResult {
  /** `interrupted`: by the signal, before anything could be said */
  readonly state: 'same' | 'different' | 'interrupted';
  /** the first number that differs, in words */
  readonly difference: string | undefined;
  /** rows of rounds.csv, iterates.csv, updates.csv, agents.csv and staleness.csv that came out the same */
  readonly rows: number;
  /** whether the run had come to its end; otherwise it was replayed up to where it stopped */
  readonly complete: boolean;
}

/**
 * Runs again what a run directory holds: on the virtual clock as it was, a run on the wall clock in the
 * recorded order and at the recorded times. The directory is only read.
 *
 * @param directory - of a single run
 * @param dataDirectory - folder of recorded data, if the problem needs it
 * @throws InputError for a folder that is no run directory, and where the scenario or the problem is
 *   gone or another by now
 */
export async function replayRun(
  directory: string,
  signal: AbortSignal,
  dataDirectory?: string,
): Promise<ReplayResult> {
  if (holdsPanels(directory)) {
    throw new InputError(
      `${directory}: holds several panels (${PANELS_NAME}); name the folder of one of them, or call replayPanels`,
    );
  }
  const manifest = readManifest(directory);
  if (isTimed(manifest.configuration) && manifest.tick !== TICK)
    throw new InputError(
      `${directory}: its times are no ticks of ${TICK} s, since another version recorded it; \`fedsa run ${directory}\` runs it anew`,
    );
  const loaded = await problemOfManifest(directory, manifest, dataDirectory);
  const metrics = await metricsOfManifest(directory, manifest);
  const complete = manifest.state === 'completed';
  const onWall = manifest.configuration.clock === 'wall';
  const configuration = again(manifest.configuration);
  refuseThreads(configuration, manifest.problem.agents);
  const comparison = new RowComparison(rowFiles(directory, manifest), complete);
  const beside = new Map(
    sideNames(manifest.configuration).map((name) => [
      name,
      new RowComparison([sideFile(directory, name)], complete),
    ]),
  );
  const comparisons = [comparison, ...beside.values()];
  const found = (): string | undefined =>
    comparisons.find((comparison) => comparison.difference !== undefined)?.difference;
  const isOver = (): boolean =>
    found() !== undefined || comparisons.every((rowComparison) => rowComparison.isOver);
  const enough = new AbortController();
  let failure: string | undefined;
  let interrupted = false;
  try {
    await lastValueFrom(
      runExperiment({
        specification: loaded.specification,
        problem: loaded.problem,
        answer: { ...solveLoaded(loaded), metrics },
        configuration,
        stopWhen: recordedStops(manifest.runs),
        signal: AbortSignal.any([signal, enough.signal]),
        ...(onWall ? { record: (replication) => readArrivals(directory, replication) } : {}),
      }).pipe(
        tap((inspection) => {
          // What is given up half way has an account, too.
          if (signal.aborted || isOver()) return;
          if (inspection.kind === 'roundRecorded') {
            comparison.compare(rowsOf(inspection, manifest));
            compareAgents(beside.get(AGENT_ERRORS_NAME), inspection, manifest);
          } else if (inspection.kind === 'timed') compareBeside(comparison, beside, inspection);
          else return;
          if (isOver()) enough.abort();
        }),
      ),
      { defaultValue: undefined },
    );
  } catch (error) {
    if (error instanceof RecordMismatch) failure = `${ARRIVALS_NAME}: ${error.message}`;
    else if (error instanceof ActorFailure || error instanceof ClockFailure) failure = firstLine(error);
    else throw error;
  } finally {
    interrupted = signal.aborted;
    for (const rowComparison of comparisons) {
      if (!interrupted && found() === undefined && !rowComparison.isOver) rowComparison.end();
      rowComparison.close();
    }
  }
  const rows = comparisons.reduce((sum, rowComparison) => sum + rowComparison.rows, 0);
  // A run that failed is replayed when it has failed again; a record that does not fit is a difference.
  const misfit = failure?.startsWith(ARRIVALS_NAME) ? failure : undefined;
  const first = found();
  const difference = first === undefined ? misfit : first + (failure === undefined ? '' : ` (${failure})`);
  if (difference !== undefined) return { state: 'different', difference, rows, complete };
  return { state: interrupted ? 'interrupted' : 'same', difference, rows, complete };
}

/** The same numbers, and nothing else: where actors live and who watches them changes none. */
export function again(configuration: RunConfiguration): RunConfiguration {
  // Of a cluster nothing but the workers is missing here.
  const here =
    configuration.placement === 'cluster' ? ({ placement: 'auto', hosts: undefined } as const) : {};
  const same = { ...configuration, ...here, verify: false, trace: false };
  // In recorded time nothing is gained by threads: whatever is computed is waited for in its turn.
  return configuration.clock === 'wall' ? { ...same, placement: 'inline', threads: undefined } : same;
}

const prefixOf = ({ algorithm, seed }: Replication): string => `${textCell(algorithm)},${numberCell(seed)},`;

/** What a timed replication has written beside its rounds. */
function compareBeside(
  rounds: RowComparison,
  beside: ReadonlyMap<SideName, RowComparison>,
  { replication, event }: Extract<Inspection, { kind: 'timed' }>,
): void {
  const prefix = prefixOf(replication);
  if (event.kind === 'applied') beside.get(UPDATES_NAME)?.compare([updatesRow(prefix, event)]);
  // It comes last: rounds that are left are the difference to be named.
  if (event.kind !== 'account') return;
  rounds.end(prefix);
  if (rounds.difference !== undefined) return;
  for (const agentAccount of event.agents)
    beside.get(AGENTS_NAME)?.compare([agentsRow(prefix, agentAccount)]);
  for (const stalenessCount of event.staleness)
    beside.get(STALENESS_NAME)?.compare([stalenessRow(prefix, stalenessCount)]);
}

/** The agents' own numbers of a round, where they are recorded. */
function compareAgents(
  errors: RowComparison | undefined,
  { replication, record }: Extract<Inspection, { kind: 'roundRecorded' }>,
  { problem }: Manifest,
): void {
  if (errors === undefined) return;
  for (const row of agentErrorsRows(prefixOf(replication), record, problem.agents)) errors.compare([row]);
}

function rowsOf(
  { replication, record, theta, average }: Extract<Inspection, { kind: 'roundRecorded' }>,
  { configuration, problem }: Manifest,
): string[] {
  const prefix = prefixOf(replication);
  const averaging = configuration.averageFrom !== undefined;
  return [
    roundsRow(prefix, record, columnsOf(configuration)),
    ...(configuration.iterates
      ? [iteratesRow(prefix, { round: record.round, theta, average }, problem.dimension, averaging)]
      : []),
  ];
}
