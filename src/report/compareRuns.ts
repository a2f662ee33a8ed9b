/** Two runs beside each other: what was asked of them, and what came out, seed by seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { commonRounds } from '../measurement/commonRounds.ts';
import { InputError } from '../protocol/failure.ts';
import type { SeedNumbers } from '../protocol/found.ts';
import { amongSeeds } from '../protocol/replications.ts';
import type { Manifest } from '../recording/manifest.ts';
import { PANELS_NAME } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { isDeciding } from '../settings/runSettings.ts';
import { groupByAlgorithm } from './curve.ts';
import { mainColumn } from './figureList.ts';
import { roundingOf } from './headline.ts';
import { readRounds } from './readRounds.ts';
import { pairedRatio } from './pairedRatio.ts';
import { type Interval, mean, positiveMeanInterval } from './statistics.ts';
import { meanOver, type RoundRange, tailOf } from './tail.ts';
import type { Measure } from '../scenario/scenario.ts';

/** A field in which two runs differ; `undefined` where one lacks it. */
export interface FieldDifference {
  /** dotted, `configuration.` left out */
  readonly field: string;
  readonly values: readonly [unknown, unknown];
  /** whether numbers may depend on it */
  readonly decides: boolean;
}

/** The floors of an algorithm in one of the runs: the mean over the last 30 % of the rounds, by seed. */
export interface ComparedFloor {
  readonly title: string;
  readonly rounds: RoundRange;
  readonly mean: number;
  readonly interval: Interval | undefined;
  readonly seeds: number;
}

/** The second run's floors over the first's, of the seeds that both have: the same seed sees the same observations. */
export interface FloorRatio {
  readonly seeds: number;
  /** geometric mean over the seeds, and its 95 % confidence interval by Student's t for logarithms; of one seed none */
  readonly ratio: number;
  readonly interval: Interval | undefined;
  /** of a two-sided paired t test of the logarithms; null of one seed, and where all ratios are the same */
  readonly pValue: number | null;
}

export interface AlgorithmComparison {
  /** `undefined` where the run does not have it, or no seed has a floor */
  readonly floors: readonly [ComparedFloor | undefined, ComparedFloor | undefined];
  readonly paired: FloorRatio | undefined;
}

export interface RunComparison {
  readonly column: Measure;
  readonly differences: readonly FieldDifference[];
  readonly algorithms: readonly AlgorithmComparison[];
}

interface ReadRun {
  readonly manifest: Manifest;
  readonly column: Measure;
  readonly floors: ReadonlyMap<string, AlgorithmFloors>;
}

interface AlgorithmFloors {
  readonly title: string;
  readonly rounds: RoundRange;
  readonly bySeed: ReadonlyMap<number, number>;
}

/**
 * Compares two runs. Algorithms are compared by their keys; where each run has one alone, these two are.
 *
 * @throws InputError, one line, if a directory holds no readable run, or they measure different things
 */
export async function compareRuns(directories: readonly [string, string]): Promise<RunComparison> {
  const [first, second] = [await readRun(directories[0]), await readRun(directories[1])];
  if (first.column !== second.column)
    throw new InputError(
      `${directories[0]} measures the error and ${directories[1]} does not, or the other way round: there is nothing to compare`,
    );
  const keys = [first, second].map(({ floors }) => [...floors.keys()]);
  const pairs =
    keys[0]!.length === 1 && keys[1]!.length === 1
      ? [[keys[0]![0]!, keys[1]![0]!] as const]
      : [...new Set(keys.flat())].map((key) => [key, key] as const);
  return {
    column: first.column,
    differences: differencesOf(first.manifest, second.manifest),
    algorithms: pairs.map(([one, other]) => compared(first.floors.get(one), second.floors.get(other))),
  };
}

async function readRun(directory: string): Promise<ReadRun> {
  if (existsSync(join(directory, PANELS_NAME)))
    throw new InputError(`${directory}: holds several panels; name the folder of one`);
  const manifest = readManifest(directory);
  const { configuration, problem, runs } = manifest;
  const data = groupByAlgorithm(
    configuration.algorithms.map(keyOf),
    await readRounds(directory, manifest),
    runs,
    configuration,
  );
  const column = mainColumn(data, manifest);
  const titleOf = titlesOf(configuration.algorithms);
  const negligible = column === 'error' ? roundingOf(problem.root) : 0;
  const floors = data.map(({ algorithm, series, runs: records }): [string, AlgorithmFloors] => {
    const completed = amongSeeds(records.filter(({ state }) => state === 'completed'));
    const whole = series.filter(({ seed }) => completed(seed));
    const last = whole.reduce(
      (least, { columns }) => Math.min(least, columns.round.at(-1)!),
      commonRounds(configuration),
    );
    const rounds = tailOf(last);
    const bySeed = whole.map(
      ({ seed, columns }) => [seed, meanOver(columns.round, columns[column]!, rounds)] as const,
    );
    const found = bySeed.filter(([, value]) => value > negligible);
    return [algorithm, { title: titleOf(algorithm), rounds, bySeed: new Map(found) }];
  });
  return { manifest, column, floors: new Map(floors) };
}

function compared(
  first: AlgorithmFloors | undefined,
  second: AlgorithmFloors | undefined,
): AlgorithmComparison {
  const summed = (floors: AlgorithmFloors | undefined): ComparedFloor | undefined => {
    if (floors === undefined || floors.bySeed.size === 0) return undefined;
    const { title, rounds } = floors;
    const values = [...floors.bySeed.values()];
    return {
      ...{ title, rounds, mean: mean(values) },
      ...{ interval: positiveMeanInterval(values), seeds: values.length },
    };
  };
  return { floors: [summed(first), summed(second)], paired: first && second && floorRatio(first, second) };
}

/** A floor that is zero, or rounding alone, has no ratio: its seed is not among those compared. */
function floorRatio(first: AlgorithmFloors, second: AlgorithmFloors): FloorRatio | undefined {
  const measured = ({ bySeed }: AlgorithmFloors): SeedNumbers =>
    new Map([...bySeed].map(([seed, value]) => [seed, { low: value, high: value }]));
  const { seeds, ratio, interval, pValue } = pairedRatio(measured(first), measured(second));
  if (seeds === 0) return undefined;
  const isTested = interval !== undefined && interval.low < interval.high;
  return { seeds, ratio, interval, pValue: isTested ? pValue : null };
}

/** In the order of the fields; those that decide numbers come first. */
function differencesOf(first: Manifest, second: Manifest): FieldDifference[] {
  const found: FieldDifference[] = [];
  const walk = (one: unknown, other: unknown, path: readonly string[], decides: boolean): void => {
    if (isRecord(one) && isRecord(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk(one[key], other[key], [...path, key], decides);
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      found.push({ field: path.join('.'), values: [one, other], decides });
    }
  };
  walk(first.version, second.version, ['version'], true);
  walk(first.scenario.name, second.scenario.name, ['scenario'], false);
  walk(first.problem.specification, second.problem.specification, ['problem'], true);
  const [one, other] = [first, second].map(({ configuration }) => configuration as unknown as Fields);
  for (const name of new Set([...Object.keys(one!), ...Object.keys(other!)])) {
    if (name === 'algorithms') continue;
    walk(one![name], other![name], [name], isDeciding(name));
  }
  const [its, others] = [first, second].map(
    ({ configuration: { algorithms } }) => new Map(algorithms.map((each) => [keyOf(each), each as unknown])),
  );
  for (const key of new Set([...its!.keys(), ...others!.keys()]))
    walk(its!.get(key), others!.get(key), [key], true);
  return [...found.filter(({ decides }) => decides), ...found.filter(({ decides }) => !decides)];
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
