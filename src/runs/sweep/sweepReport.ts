/** The report of a sweep, with theory for the runs that it draws, as far as some seconds go. */
import { join } from 'node:path';
import type { BuiltReport } from '../../report/buildReport.ts';
import { expectedFloor } from '../../report/headline.ts';
import { buildSweepReport } from '../../report/sweep/buildSweepReport.ts';
import { readResults } from '../../report/sweep/sweepData.ts';
import { tailOf } from '../../report/tail.ts';
import { commonRounds } from '../../measurement/commonRounds.ts';
import { lockFor } from '../../recording/directoryLock.ts';
import { InputError } from '../../protocol/failure.ts';
import { writeReach } from './reachFile.ts';
import type { SweepResult } from './executeSweep.ts';
import { withLatePredictions } from '../theory/latePredictions.ts';

/** Milliseconds for the theory of all runs together. */
const TIME = 10_000;

export interface SweepReportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly dataDirectory?: string | undefined;
  /** levels instead of those that were asked for before */
  readonly reach?: readonly number[];
}

/** The path of the report of a sweep of which nothing is missing; `undefined` of another: it has none yet. */
export async function reportWhereWhole(
  { state, states, directory }: Pick<SweepResult, 'state' | 'states' | 'directory'>,
  options: SweepReportOptions,
): Promise<string | undefined> {
  if (state === 'interrupted' || states.pending > 0) return undefined;
  return (await sweepReport(directory, options)).report;
}

/** Builds the report of a sweep directory. */
export async function sweepReport(
  directory: string,
  { signal, dataDirectory, reach }: SweepReportOptions = {},
): Promise<BuiltReport> {
  if (reach !== undefined) {
    readResults(directory);
    const lock = lockFor(directory);
    try {
      writeReach(directory, reach);
    } finally {
      lock.release();
    }
  }
  return buildSweepReport(directory, async (keys) => {
    const expected = new Map<string, number>();
    const until = performance.now() + TIME;
    for (const key of keys) {
      if (performance.now() > until || signal?.aborted) break;
      try {
        const { predictions, configuration, runs } = await withLatePredictions(
          join(directory, 'runs', key),
          dataDirectory,
        );
        const last = runs.reduce((least, { rounds }) => Math.min(least, rounds), commonRounds(configuration));
        const floor = expectedFloor(predictions[0]?.exact, tailOf(last));
        if (floor !== undefined) expected.set(key, floor.mean);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
    return expected;
  });
}
