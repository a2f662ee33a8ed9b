/** The tables of run and sweep directories, and what of them is whole numbers. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** The columns that hold whole numbers; further ones hold doubles. */
export const WHOLE_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  'rounds.csv': [
    ...['seed', 'round', 'uplinkVectors', 'downlinkVectors', 'uplinkBytes', 'downlinkBytes'],
    ...['uplinkBits', 'downlinkBits'],
  ],
  'iterates.csv': ['seed', 'round'],
  'predictions.csv': ['seed', 'round'],
  'root.csv': [],
  'updates.csv': ['seed', 'round', 'agent', 'dispatch', 'staleness', 'localSteps', 'bytes'],
  'agents.csv': [
    ...['seed', 'agent', 'dispatches', 'taken', 'late', 'lost', 'givenUp', 'localSteps', 'wastedSteps'],
    ...['bytes', 'wastedBytes', 'totalStaleness', 'largestStaleness', 'closed'],
  ],
  'agentErrors.csv': ['seed', 'round', 'agent'],
  'staleness.csv': ['seed', 'agent', 'staleness', 'updates'],
  'results.csv': ['seed', 'rounds', 'uplinkBytes'],
};

/** The files that have a Parquet file beside them where one was asked for. */
export const TABLES: readonly string[] = Object.keys(WHOLE_NUMBERS);

/** What a table's file is called as Parquet. */
export const parquetFile = (csv: string): string => csv.replace(/csv$/, 'parquet');

/** Removes what was made of rows that change now. */
export function removeParquet(directory: string, csv: readonly string[] = TABLES): void {
  for (const name of csv) rmSync(join(directory, parquetFile(name)), { force: true });
}
