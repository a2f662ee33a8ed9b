/** When an error reaches ε, over the seeds: in seconds, bytes, rounds and local steps. */
import { passageRow } from '../measurement/passage.ts';
import type { MetricName } from '../measurement/metrics/metrics.ts';
import type { Amount } from './axes.ts';
import { amongSeeds } from '../configuration/replications.ts';
import type { Level } from '../values/level.ts';
import type { ReadColumn } from './readRounds.ts';
import type { AlgorithmData } from './curve.ts';
import { type OverSeeds, overSeeds } from './headline.ts';
import { type Interval, medianInterval, quantile } from './statistics.ts';

/** Columns of rounds.csv that say what was spent. */
export const SPENT_COLUMNS = [
  'time',
  'uplinkBytes',
  'downlinkBytes',
  'round',
  'step',
] as const satisfies readonly MetricName[];
type SpentColumn = (typeof SPENT_COLUMNS)[number];

/** In the order of tables. */
export const PASSAGES = [
  'time',
  'uplinkBytes',
  'downlinkBytes',
  'bytes',
  'round',
  'step',
] as const satisfies readonly Amount[];

/** What had been spent by a recorded round. */
export type Spent = Readonly<Record<SpentColumn, number>>;

/** One of the amounts. */
export const amountOf = (name: Amount, spent: (column: SpentColumn) => number): number =>
  name === 'bytes' ? spent('uplinkBytes') + spent('downlinkBytes') : spent(name);

/** Of one number, over the seeds. */
export interface Passage {
  /** `undefined` unless every seed has reached the level */
  readonly mean: OverSeeds | undefined;
  /** seeds that have not reached it count as later than all; `undefined` where the median is one of them */
  readonly median: number | undefined;
  /** 95 % confidence interval of the median, whose end may be Infinity; `undefined` of fewer than six seeds */
  readonly medianInterval: Interval | undefined;
}

/** The passages of some seeds to a level. */
export interface Reached extends Readonly<Record<Amount, Passage>> {
  readonly level: Level;
  /** seeds that have reached it, of those that have completed or diverged */
  readonly reached: number;
  readonly seeds: number;
}

/**
 * The passages to some levels. When a seed would reach a level that it misses is not known, so that there is no mean then.
 *
 * @param levels - of each the passages of the seeds that have completed or diverged
 */
export function reachedBy(
  { series, runs }: AlgorithmData,
  column: ReadColumn,
  levels: readonly Level[],
): Reached[] {
  const [completed, diverged] = (['completed', 'diverged'] as const).map((state) =>
    amongSeeds(runs.filter((run) => run.state === state)),
  );
  const ended = series.filter(({ seed }) => completed!(seed) || diverged!(seed));
  return levels.map((level) =>
    reachedAt(
      level,
      ended.map(({ seed, columns }) => {
        const row = passageRow(columns.round, columns[column]!, level, diverged!(seed));
        return row < 0 ? undefined : spentBy(columns, row);
      }),
    ),
  );
}

const spentBy = (columns: Readonly<Record<SpentColumn, readonly number[]>>, row: number): Spent =>
  Object.fromEntries(SPENT_COLUMNS.map((name) => [name, columns[name][row]!])) as unknown as Spent;

/**
 * The passages of some seeds to a level.
 *
 * @param seeds - those that have ended; `undefined` of one that has not reached it
 */
export function reachedAt(level: Level, seeds: readonly (Spent | undefined)[]): Reached {
  const passages = PASSAGES.map((name) => [
    name,
    overPassages(
      seeds.map((spent) => (spent === undefined ? Infinity : amountOf(name, (column) => spent[column]))),
    ),
  ]);
  return {
    level,
    reached: seeds.filter((seed) => seed !== undefined).length,
    seeds: seeds.length,
    ...(Object.fromEntries(passages) as Record<Amount, Passage>),
  };
}

/** @param values - one of each seed; Infinity of those that miss the level */
function overPassages(values: readonly number[]): Passage {
  const sorted = [...values].sort((a, b) => a - b);
  const isWhole = sorted.length > 0 && sorted.at(-1)! < Infinity;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  return {
    mean: isWhole ? overSeeds(values) : undefined,
    median: middle < Infinity ? quantile(sorted, 0.5) : undefined,
    medianInterval: medianInterval(sorted),
  };
}
