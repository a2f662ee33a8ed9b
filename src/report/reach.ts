/** When an error was first at most ε, over the seeds: in seconds, bytes and rounds. */
import type { MetricName } from '../metrics/metrics.ts';
import type { ReadColumn } from './readRounds.ts';
import { amongSeeds } from '../protocol/replications.ts';
import type { AlgorithmData } from './curve.ts';
import { type OverSeeds, overSeeds } from './headline.ts';
import { type Interval, medianInterval, quantile } from './statistics.ts';

/** What a first passage is measured in: columns of rounds.csv, and the bytes of both directions. */
export const PASSAGES = ['time', 'uplinkBytes', 'downlinkBytes', 'bytes', 'round'] as const;

/** Of one number, over the seeds. */
export interface Passage {
  /** `undefined` unless every seed has reached the level */
  readonly mean: OverSeeds | undefined;
  /** seeds that have not reached it count as later than all; `undefined` where the median is one of them */
  readonly median: number | undefined;
  /** 95 % confidence interval of the median, whose end may be Infinity; `undefined` of fewer than six seeds */
  readonly medianInterval: Interval | undefined;
}

/** The first recorded round in which a quantity was at most `level`. */
export interface Reached extends Readonly<Record<(typeof PASSAGES)[number], Passage>> {
  /** ε */
  readonly level: number;
  /** seeds that have reached it, of those that have completed or diverged */
  readonly reached: number;
  readonly seeds: number;
}

/** What had been spent when a level was first reached. */
export type Spent = Readonly<Record<SpentColumn, number>>;

/** Columns of rounds.csv. */
export const SPENT_COLUMNS = [
  'time',
  'uplinkBytes',
  'downlinkBytes',
  'round',
] as const satisfies readonly MetricName[];
type SpentColumn = (typeof SPENT_COLUMNS)[number];

/**
 * First passages to some levels. A seed that ends above a level has not reached it: when it would have is not
 * known, so that there is no mean then.
 */
export function reachedBy(
  { series, runs }: AlgorithmData,
  column: ReadColumn,
  levels: readonly number[],
): Reached[] {
  const hasEnded = amongSeeds(runs.filter(({ state }) => state === 'completed' || state === 'diverged'));
  const ended = series.filter(({ seed }) => hasEnded(seed));
  return levels.map((level) =>
    reachedAt(
      level,
      ended.map(({ columns }) => {
        const row = columns[column]!.findIndex((value) => value <= level);
        if (row < 0) return undefined;
        const { time, uplinkBytes, downlinkBytes, round } = columns;
        return {
          ...{ time: time[row]!, round: round[row]! },
          ...{ uplinkBytes: uplinkBytes[row]!, downlinkBytes: downlinkBytes[row]! },
        };
      }),
    ),
  );
}

/**
 * The passages of some seeds to a level.
 *
 * @param seeds - those that have ended; `undefined` of one that has not reached it
 */
export function reachedAt(level: number, seeds: readonly (Spent | undefined)[]): Reached {
  const passage = (name: keyof Spent): Passage => passageOf(seeds.map((seed) => seed?.[name] ?? Infinity));
  const bytes = seeds.map((seed) => (seed === undefined ? Infinity : seed.uplinkBytes + seed.downlinkBytes));
  return {
    level,
    reached: seeds.filter((seed) => seed !== undefined).length,
    seeds: seeds.length,
    time: passage('time'),
    uplinkBytes: passage('uplinkBytes'),
    downlinkBytes: passage('downlinkBytes'),
    bytes: passageOf(bytes),
    round: passage('round'),
  };
}

/** @param values - one of each seed; Infinity of those that have not reached the level */
function passageOf(values: readonly number[]): Passage {
  const sorted = [...values].sort((a, b) => a - b);
  const isWhole = sorted.length > 0 && sorted.at(-1)! < Infinity;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  return {
    mean: isWhole ? overSeeds(values) : undefined,
    median: middle < Infinity ? quantile(sorted, 0.5) : undefined,
    medianInterval: medianInterval(sorted),
  };
}
