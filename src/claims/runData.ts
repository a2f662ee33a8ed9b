/** What a claim sees of a run: what its directory holds. */
import { join } from 'node:path';
import type { MetricName } from '../measurement/metrics/metrics.ts';
import { amongSeeds } from '../configuration/replications.ts';
import type { Manifest } from '../recording/manifest.ts';
import { linesOf } from '../recording/lineReader.ts';
import { readManifest } from '../recording/readManifest.ts';
import { readRounds, type Series } from '../report/readRounds.ts';
import { mean } from '../report/statistics.ts';

export interface RunData {
  readonly scenario: string;
  /** `undefined` where the scenario has no panels */
  readonly panel: string | undefined;
  /** the number in which the panels differ, where they differ in one */
  readonly at: number | undefined;
  readonly directory: string;
  readonly manifest: Manifest;
  /** by algorithm, then by seed, as the manifest has them */
  readonly series: readonly Series[];
}

/**
 * Reads a run directory.
 *
 * @throws InputError if it holds no readable run
 */
export async function readRun(
  directory: string,
  place: Pick<RunData, 'scenario' | 'panel' | 'at'>,
): Promise<RunData> {
  const manifest = readManifest(directory);
  return { ...place, directory, manifest, series: await readRounds(directory, manifest) };
}

/**
 * The series of one algorithm, by seed, of the replications that completed.
 *
 * @throws RangeError if the run has none: its claim asks for an algorithm that its scenario has not
 */
export function seriesOf({ series, manifest, directory }: RunData, algorithm: string): readonly Series[] {
  const completed = amongSeeds(
    manifest.runs.filter((run) => run.algorithm === algorithm && run.state === 'completed'),
  );
  const selected = series.filter(
    (replication) => replication.algorithm === algorithm && completed(replication.seed),
  );
  if (selected.length === 0)
    throw new RangeError(`${directory}: has no completed replication of ${algorithm}`);
  return selected;
}

/** The values of the last round, one a seed. */
export function finals(run: RunData, algorithm: string, column: MetricName): number[] {
  return seriesOf(run, algorithm).map(({ columns }) => columns[column].at(-1)!);
}

/**
 * The mean over the recorded rounds of the last part of a run, one a seed. What is averaged there is
 * a curve that has settled, or that is compared with another one over the same rounds.
 *
 * @param fraction - of the rounds, in (0, 1]
 * @param transform - what is averaged; the values themselves by default
 */
export function tailMeans(
  run: RunData,
  algorithm: string,
  column: MetricName,
  fraction: number,
  transform: (value: number) => number = (value) => value,
): number[] {
  return seriesOf(run, algorithm).map(({ columns }) => {
    const from = (1 - fraction) * columns.round.at(-1)!;
    return mean(columns[column].filter((_, row) => columns.round[row]! > from).map(transform));
  });
}

/** Rows become columns: from values by run and seed to values by seed and run. */
export function bySeed(byRun: readonly (readonly number[])[]): number[][] {
  return byRun[0]!.map((_, seed) => byRun.map((values) => values[seed]!));
}

/** The prediction that the run's manifest has for an algorithm. */
export function predictionOf({ manifest, directory }: RunData, algorithm: string) {
  const found = manifest.predictions.find((prediction) => prediction.algorithm === algorithm);
  if (found === undefined) throw new RangeError(`${directory}: predicts nothing of ${algorithm}`);
  return found;
}

/**
 * The Polyak–Ruppert averages after the last recorded round, one a seed, in the order of the file.
 *
 * @returns `[d]` each
 * @throws RangeError if the run wrote no averages, or not of this algorithm
 */
export function finalAverages({ directory }: RunData, algorithm: string): number[][] {
  const [header, ...rows] = [...linesOf(join(directory, 'iterates.csv'))];
  const first = header!.split(',').indexOf('average_0');
  const last = new Map<string, readonly string[]>();
  for (const row of rows) {
    const cells = row.split(',');
    if (cells[0] === algorithm) last.set(cells[1]!, cells);
  }
  if (first < 0 || last.size === 0) throw new RangeError(`${directory}: has no averages of ${algorithm}`);
  return [...last.values()].map((cells) => cells.slice(first).map(Number));
}
