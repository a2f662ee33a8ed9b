/** Two runs beside each other: what was asked of them, and what came out, seed by seed. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { InputError } from '../values/failure.ts';
import { PANELS_NAME } from '../recording/panelsFile.ts';
import { isDeciding } from '../configuration/settings/runSettings.ts';
import { mainColumn } from './figureList.ts';
import { differingConditions } from './contest/conditions.ts';
import { algorithmNumbers } from './contest/contender.ts';
import type { SeedNumbers } from '../configuration/found.ts';
import { type PanelData, readPanel } from './panelData.ts';
import { type Numbers, type Pair, pairsOf } from './pairs.ts';
import { type Interval, mean, positiveMeanInterval } from './statistics.ts';
import type { RoundRange } from './tail.ts';
import type { Measure } from '../configuration/scenario.ts';
import { distinctLevels, type Level } from '../values/level.ts';

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
  /** NaN where no seed has a floor */
  readonly mean: number;
  readonly interval: Interval | undefined;
  readonly seeds: number;
  /** seeds that diverged, which are not in the mean */
  readonly diverged: number;
}

export interface AlgorithmComparison {
  /** `undefined` where the run does not have it */
  readonly floors: readonly [ComparedFloor | undefined, ComparedFloor | undefined];
}

export interface RunComparison {
  readonly column: Measure;
  readonly differences: readonly FieldDifference[];
  /** the conditions among them: ratios are across these, and a seed need not stand for the same observations */
  readonly conditions: readonly string[];
  readonly algorithms: readonly AlgorithmComparison[];
  /** ratios B/A over the seeds that both runs have */
  readonly pairs: readonly Pair[];
}

/** The two runs with their algorithms paired; `undefined` where a run lacks one. */
export interface RunPair {
  readonly column: Measure;
  readonly panels: readonly [PanelData, PanelData];
  readonly algorithms: readonly (readonly [AlgorithmResult | undefined, AlgorithmResult | undefined])[];
  /** target errors, the largest first */
  readonly levels: readonly Level[];
}

/** An algorithm's numbers in a run. */
export interface AlgorithmResult {
  readonly key: string;
  readonly title: string;
  readonly rounds: RoundRange;
  readonly floors: SeedNumbers;
  readonly numbers: Numbers;
}

/**
 * Reads two runs. Algorithms are paired by their keys; where each run has one alone, these two are.
 *
 * @param epsilons - target errors; by default those that the runs' configurations name
 * @throws InputError, one line, if a directory holds no readable run, or they measure different things
 */
export async function readRunPair(
  directories: readonly [string, string],
  epsilons?: readonly Level[],
): Promise<RunPair> {
  const titles = directories.map((directory) => basename(resolve(directory)));
  const [a, b] = titles[0] === titles[1] ? directories : titles;
  const panels = [await readRun(directories[0], 'a', a), await readRun(directories[1], 'b', b)] as const;
  const [column, other] = panels.map(({ data, manifest }) => mainColumn(data, manifest));
  if (column !== other)
    throw new InputError(
      `${directories[0]} measures the error and ${directories[1]} does not, or the other way round: there is nothing to compare`,
    );
  const results = panels.map((panel) => resultsIn(panel, column!));
  const [first, second] = results as [Map<string, AlgorithmResult>, Map<string, AlgorithmResult>];
  const named = panels.flatMap(({ manifest }) => manifest.configuration.reach ?? []);
  return {
    ...{ column: column!, panels },
    algorithms:
      first.size === 1 && second.size === 1
        ? [[[...first.values()][0], [...second.values()][0]]]
        : [...new Set([...first.keys(), ...second.keys()])].map((key) => [first.get(key), second.get(key)]),
    levels: epsilons ?? distinctLevels(named),
  };
}

/**
 * Compares two runs.
 *
 * @param epsilons - target errors; by default those that the runs' configurations name
 * @throws InputError, one line, if a directory holds no readable run, or they measure different things
 */
export async function compareRuns(
  directories: readonly [string, string],
  epsilons?: readonly Level[],
): Promise<RunComparison> {
  return comparisonOf(await readRunPair(directories, epsilons));
}

/** The comparison of two runs that were read. */
export const comparisonOf = ({ column, panels, algorithms, levels }: RunPair): RunComparison => ({
  column,
  differences: runDifferences(panels),
  conditions: differingConditions(panels[0].manifest, panels[1].manifest),
  algorithms: algorithms.map(([a, b]) => ({ floors: [floorOf(a), floorOf(b)] })),
  pairs: algorithms.flatMap((pair) => algorithmPairs(pair, levels)),
});

/** The ratios of an algorithm that both runs have. */
export function algorithmPairs(pair: RunPair['algorithms'][number], levels: readonly Level[]): Pair[] {
  const [a, b] = pair;
  return a && b ? pairsOf(pairKey(pair), [a.numbers, b.numbers], levels) : [];
}

/** The name by which the ratios of two algorithms are known. */
export const pairKey = (pair: RunPair['algorithms'][number]): string =>
  [...new Set(pair.flatMap((result) => result?.key ?? []))].join('/');

function readRun(directory: string, name: string, title: string): Promise<PanelData> {
  if (existsSync(join(directory, PANELS_NAME)))
    throw new InputError(`${directory}: holds several panels; name the folder of one`);
  return readPanel(directory, { name, title, at: null });
}

function resultsIn({ data, manifest }: PanelData, column: Measure): Map<string, AlgorithmResult> {
  const titleOf = titlesOf(manifest.configuration.algorithms);
  return new Map(
    data.map((each): [string, AlgorithmResult] => {
      const key = each.algorithm;
      return [key, { key, title: titleOf(key), ...algorithmNumbers(each, column, manifest) }];
    }),
  );
}

function floorOf(algorithm: AlgorithmResult | undefined): ComparedFloor | undefined {
  if (algorithm === undefined) return undefined;
  const { title, rounds, floors } = algorithm;
  const values = [...floors.values()].filter(({ high }) => Number.isFinite(high)).map(({ high }) => high);
  const diverged = [...floors.values()].filter(({ low }) => low === Infinity).length;
  return {
    ...{ title, rounds, mean: mean(values), interval: positiveMeanInterval(values) },
    ...{ seeds: values.length, diverged },
  };
}

/** In which conditions two runs differ, and what follows of it; `undefined` where they are the same. */
export const acrossConditions = (conditions: readonly string[]): string | undefined =>
  conditions.length === 0
    ? undefined
    : `The runs differ in conditions (${conditions.join(', ')}): the ratios are across these, and a seed need not stand for the same observations.`;

/** Why there are no ratios at all; `undefined` where there are. */
export function withoutRatios(
  pairs: readonly unknown[],
  algorithms: RunPair['algorithms'],
): string | undefined {
  if (pairs.length > 0) return undefined;
  return algorithms.some(([a, b]) => a && b && [...a.floors.keys()].some((seed) => b.floors.has(seed)))
    ? 'Final errors that are rounding alone have no ratio.'
    : 'The runs have no algorithm with a common seed.';
}

/** The differing fields of two runs, those first that decide numbers. */
export function runDifferences([a, b]: readonly [PanelData, PanelData]): FieldDifference[] {
  const [first, second] = [a.manifest, b.manifest];
  const found: FieldDifference[] = [];
  const walk = (first: unknown, other: unknown, path: readonly string[], decides: boolean): void => {
    if (isRecord(first) && isRecord(other)) {
      for (const key of new Set([...Object.keys(first), ...Object.keys(other)]))
        walk(first[key], other[key], [...path, key], decides);
    } else if (JSON.stringify(first) !== JSON.stringify(other)) {
      found.push({ field: path.join('.'), values: [first, other], decides });
    }
  };
  walk(first.version, second.version, ['version'], true);
  walk(first.scenario.name, second.scenario.name, ['scenario'], false);
  walk(first.problem.specification, second.problem.specification, ['problem'], true);
  const [left, other] = [first, second].map(({ configuration }) => configuration as unknown as Fields);
  for (const name of new Set([...Object.keys(left!), ...Object.keys(other!)])) {
    if (name === 'algorithms') continue;
    walk(left![name], other![name], [name], isDeciding(name));
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
