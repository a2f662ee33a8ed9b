/** Two runs beside each other: what was asked of them, and what came out, seed by seed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { InputError } from '../protocol/failure.ts';
import type { Manifest } from '../recording/manifest.ts';
import { PANELS_NAME } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { isDeciding } from '../settings/runSettings.ts';
import { groupByAlgorithm } from './curve.ts';
import { mainColumn } from './figureList.ts';
import { algorithmNumbers } from './contest/contender.ts';
import { readRounds } from './readRounds.ts';
import { type Numbers, type Pair, pairsOf } from './pairs.ts';
import { type Interval, mean, positiveMeanInterval } from './statistics.ts';
import type { RoundRange } from './tail.ts';
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

export interface AlgorithmComparison {
  /** `undefined` where the run does not have it, or no seed has a floor */
  readonly floors: readonly [ComparedFloor | undefined, ComparedFloor | undefined];
}

export interface RunComparison {
  readonly column: Measure;
  readonly differences: readonly FieldDifference[];
  readonly algorithms: readonly AlgorithmComparison[];
  /** ratios B/A over the seeds that both runs have */
  readonly pairs: readonly Pair[];
}

interface ReadRun {
  readonly manifest: Manifest;
  readonly column: Measure;
  readonly algorithms: ReadonlyMap<string, ReadAlgorithm>;
}

interface ReadAlgorithm {
  readonly title: string;
  readonly rounds: RoundRange;
  readonly numbers: Numbers;
}

/**
 * Compares two runs. Algorithms are compared by their keys; where each run has one alone, these two are.
 *
 * @param epsilons - target errors; by default those that the runs' configurations name
 * @throws InputError, one line, if a directory holds no readable run, or they measure different things
 */
export async function compareRuns(
  directories: readonly [string, string],
  epsilons?: readonly number[],
): Promise<RunComparison> {
  const [first, second] = [await readRun(directories[0]), await readRun(directories[1])];
  if (first.column !== second.column)
    throw new InputError(
      `${directories[0]} measures the error and ${directories[1]} does not, or the other way round: there is nothing to compare`,
    );
  const keys = [first, second].map(({ algorithms }) => [...algorithms.keys()]);
  const compared =
    keys[0]!.length === 1 && keys[1]!.length === 1
      ? [[keys[0]![0]!, keys[1]![0]!] as const]
      : [...new Set(keys.flat())].map((key) => [key, key] as const);
  const named = [first, second].flatMap(({ manifest }) => manifest.configuration.reach ?? []);
  const levels = epsilons ?? [...new Set(named)].sort((x, y) => y - x);
  return {
    column: first.column,
    differences: differencesOf(first.manifest, second.manifest),
    algorithms: compared.map(([mine, theirs]) => ({
      floors: [floorOf(first.algorithms.get(mine)), floorOf(second.algorithms.get(theirs))],
    })),
    pairs: compared.flatMap(([mine, theirs]) => {
      const [a, b] = [first.algorithms.get(mine), second.algorithms.get(theirs)];
      if (a === undefined || b === undefined) return [];
      return pairsOf(mine === theirs ? mine : `${mine}/${theirs}`, [a.numbers, b.numbers], levels);
    }),
  };
}

async function readRun(directory: string): Promise<ReadRun> {
  if (existsSync(join(directory, PANELS_NAME)))
    throw new InputError(`${directory}: holds several panels; name the folder of one`);
  const manifest = readManifest(directory);
  const { configuration, runs } = manifest;
  const data = groupByAlgorithm(
    configuration.algorithms.map(keyOf),
    await readRounds(directory, manifest),
    runs,
    configuration,
  );
  const column = mainColumn(data, manifest);
  const titleOf = titlesOf(configuration.algorithms);
  const algorithms = data.map((own): [string, ReadAlgorithm] => {
    const { algorithm } = own;
    const { rounds, numbers } = algorithmNumbers(own, column, manifest);
    return [algorithm, { title: titleOf(algorithm), rounds, numbers }];
  });
  return { manifest, column, algorithms: new Map(algorithms) };
}

/** The floors of the seeds that have completed. */
function floorOf(algorithm: ReadAlgorithm | undefined): ComparedFloor | undefined {
  if (algorithm === undefined) return undefined;
  const { title, rounds, numbers } = algorithm;
  const values = [...numbers('floor').values()].map(({ high }) => high).filter(Number.isFinite);
  if (values.length === 0) return undefined;
  return {
    ...{ title, rounds, mean: mean(values) },
    ...{ interval: positiveMeanInterval(values), seeds: values.length },
  };
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
