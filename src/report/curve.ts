/** A recorded quantity of one algorithm, summarised over its seeds. */
import type { RunConfiguration } from '../configuration/configuration.ts';
import { amongSeeds, countAll } from '../configuration/replications.ts';
import type { RunRecord } from '../recording/manifest.ts';
import { inStep, pointsOnGrid, shownRounds } from './commonGrid.ts';
import type { Horizontal } from './axes.ts';
import type { Curve, CurvePoint } from './curvePoint.ts';
import type { Series } from './readRounds.ts';
import { mean, summaryOf } from './statistics.ts';

/** One algorithm's recorded series and how its runs ended. */
export interface AlgorithmData {
  readonly algorithm: string;
  readonly series: readonly Series[];
  readonly runs: readonly RunRecord[];
  /** Δ, where the rows are on a grid in time: seeds then need not have the same rounds */
  readonly timeGrid?: number;
  /** S, where nothing but seconds ended the runs: a completed seed's last round is its state up to then */
  readonly seconds?: number;
}

/** Groups series and outcomes by algorithm, in the order in which the manifest, then the file, name them. */
export function groupByAlgorithm(
  configured: readonly string[],
  series: readonly Series[],
  runs: readonly RunRecord[],
  { recording, budget, stopWhen }: Partial<Pick<RunConfiguration, 'recording' | 'budget' | 'stopWhen'>> = {},
): AlgorithmData[] {
  const isTimeAlone = budget?.kind === 'limits' && budget.bytes === undefined && stopWhen === undefined;
  const seconds = isTimeAlone ? budget.seconds : undefined;
  const timeGrid = typeof recording === 'object' && 'seconds' in recording ? recording.seconds : undefined;
  const names = new Set([...configured, ...series.map((replication) => replication.algorithm)]);
  return [...names].map((algorithm) => ({
    algorithm,
    series: series.filter((replication) => replication.algorithm === algorithm),
    runs: runs.filter((run) => run.algorithm === algorithm),
    ...(timeGrid !== undefined && { timeGrid }),
    ...(seconds !== undefined && { seconds }),
  }));
}

/** Whether any seed has a finite number in the column. */
export function hasValues(data: readonly AlgorithmData[], column: string): boolean {
  return data.some(({ series }) =>
    series.some((replication) => replication.columns[column]!.some(Number.isFinite)),
  );
}

/** How many of an algorithm's seeds diverged, of those that started. */
export function divergedSeeds({ runs }: AlgorithmData): {
  readonly diverged: number;
  readonly started: number;
} {
  return {
    diverged: countAll(runs.filter((run) => run.state === 'diverged')),
    started: countAll(runs.filter((run) => run.state !== 'pending')),
  };
}

/** The seeds that curves are made of: those that did not diverge, or all of them where every one did. */
function curveSeries({ series, runs }: AlgorithmData): readonly Series[] {
  const diverged = amongSeeds(runs.filter((run) => run.state === 'diverged'));
  const sound = series.filter((replication) => !diverged(replication.seed));
  return sound.length > 0 ? sound : series;
}

/**
 * The column's curve over at most 600 rounds, or places on the horizontal axis where the seeds are at
 * different ones in the same round. One seed on its way to infinity would be all that a mean
 * shows, so diverged seeds are left out where there are others. Completed seeds may end at different rounds (a Bernoulli
 * trigger under a budget of local steps): the curve ends with the first of them, lest its end be a mean
 * over fewer and fewer. Interrupted seeds count for as far as they went.
 */
export function curveOf(data: AlgorithmData, column: string, horizontal: Horizontal = 'round'): Curve {
  const series = curveSeries(data);
  const completed = amongSeeds(data.runs.filter((run) => run.state === 'completed'));
  const { timeGrid } = data;
  const apart =
    horizontal === 'round' ? timeGrid !== undefined && !inStep(series, 'time') : !inStep(series, horizontal);
  if (apart) {
    const place = [series, completed, column, horizontal] as const;
    const points =
      horizontal === 'time' ? pointsOnGrid(...place, timeGrid, data.seconds) : pointsOnGrid(...place);
    return { algorithm: data.algorithm, points };
  }
  let end = Infinity;
  const recorded = new Set<number>();
  for (const { seed, columns } of series) {
    for (const round of columns.round) recorded.add(round);
    if (completed(seed)) end = Math.min(end, columns.round.at(-1) ?? Infinity);
  }
  const rounds = [...recorded].filter((round) => round <= end).sort((a, b) => a - b);
  const gathered = new Map(
    shownRounds(rounds).map((round) => [
      round,
      { values: [] as number[], bytes: [] as number[], times: [] as number[], steps: [] as number[] },
    ]),
  );
  for (const { columns } of series) {
    const values = columns[column]!;
    for (let row = 0; row < values.length; row++) {
      if (!Number.isFinite(values[row])) continue;
      const at = gathered.get(columns.round[row]!);
      if (at === undefined) continue;
      at.values.push(values[row]!);
      at.bytes.push(columns.uplinkBytes[row]!);
      at.times.push(columns.time[row]!);
      at.steps.push(columns.step[row]!);
    }
  }
  const points: CurvePoint[] = [];
  for (const [round, { values, bytes, times, steps }] of gathered) {
    const summary = summaryOf(values);
    if (summary === undefined) continue;
    points.push({ round, uplinkBytes: mean(bytes), time: mean(times), step: mean(steps), ...summary });
  }
  return { algorithm: data.algorithm, points };
}
