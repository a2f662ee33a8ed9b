/** The numbers of a run that has ended. */
import { type RunSummary, summariseRun } from '../report/summariseRun.ts';
import type { RunResult } from './executeRun.ts';

/**
 * What a run's directory holds in the end.
 *
 * @returns `undefined` where the run has failed, and its directory cannot be read any more
 */
export async function summaryOf({ state, directory }: RunResult): Promise<RunSummary | undefined> {
  try {
    return await summariseRun(directory);
  } catch (error) {
    if (state === 'failed') return undefined;
    throw error;
  }
}
