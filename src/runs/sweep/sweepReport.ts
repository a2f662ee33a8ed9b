/** The report of a sweep, with theory for the runs that it draws, as far as some seconds go. */
import type { Level } from '../../values/level.ts';
import { join } from 'node:path';
import type { BuiltReport } from '../../report/writePage.ts';
import { type ExpectedFloor, expectedOfRun } from '../../report/expectedFloor.ts';
import { buildSweepReport, type Expect } from '../../report/sweep/buildSweepReport.ts';
import { readResults } from '../../report/sweep/sweepData.ts';
import { lockFor } from '../../recording/directoryLock.ts';
import { InputError } from '../../values/failure.ts';
import { writeReach } from './reachFile.ts';
import type { SweepResult } from './sweepResult.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import { withLatePredictions } from '../theory/latePredictions.ts';

/** Milliseconds for the theory of all runs together. */
const TIME = 10_000;

export interface SweepReportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly dataDirectory?: string | undefined;
  /** levels instead of those that were asked for before */
  readonly reach?: readonly Level[];
  /** whether all parts of the page are open */
  readonly full?: boolean | undefined;
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
  { signal, dataDirectory, reach, full }: SweepReportOptions = {},
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
  const expect: Expect = async (keys) => {
    const expected = new Map<string, ExpectedFloor | Unknown>();
    const until = performance.now() + TIME;
    for (const key of keys) {
      if (performance.now() > until || signal?.aborted) {
        expected.set(key, NO_TIME);
        continue;
      }
      try {
        expected.set(
          key,
          expectedOfRun(await withLatePredictions(join(directory, 'runs', key), dataDirectory)),
        );
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expected.set(key, because(error.message));
      }
    }
    return expected;
  };
  return buildSweepReport(directory, expect, full);
}

/** Predictions are kept in the runs' manifests, so that another report has more of them. */
const NO_TIME = because(
  `the ${TIME / 1000} seconds for the theory of all runs were over; fedsa report, given again, computes more`,
);
