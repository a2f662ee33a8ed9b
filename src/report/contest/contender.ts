/** Results that are compared with one another: the curves of a page. */
import { isDeepStrictEqual } from 'node:util';
import { commonRounds } from '../../configuration/budget.ts';
import type { SeedNumbers } from '../../configuration/found.ts';
import { amongSeeds } from '../../configuration/replications.ts';
import type { Manifest } from '../../recording/manifest.ts';
import type { Measure } from '../../configuration/scenario.ts';
import { isTimed } from '../../timing/isTimed.ts';
import { type AlgorithmData, divergedSeeds } from '../curve.ts';
import { resolutionOf } from '../headline.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { conditionOf, methodOf } from './conditions.ts';
import type { Styles } from '../palette.ts';
import type { PanelData } from '../panelData.ts';
import type { Numbers } from '../pairs.ts';
import { mean } from '../statistics.ts';
import { seedNumbers } from '../seedNumbers.ts';
import { meanOver, type RoundRange, tailOf } from '../tail.ts';
import { distinctLevels, epsilonOf, isFirstTouch, type Level } from '../../values/level.ts';
import type { Span } from './levels.ts';

/** A result that is compared with others. */
export interface Contender {
  /** of the algorithm; before it the panel's name and a slash, where there are several panels */
  readonly key: string;
  readonly title: string;
  readonly numbers: Numbers;
  /** whether it may be said to reach a level; by default it may */
  readonly settles?: (level: Level) => boolean;
}

/** Results of one condition, or of one method under several. */
export interface ContenderGroup {
  /** `undefined` where all results are compared */
  readonly title: string | undefined;
  readonly contenders: readonly (Contender & Span)[];
  /** target errors that the runs ask for */
  readonly asked: readonly Level[];
  /** less than this is rounding */
  readonly smallest: number;
  /** whether seconds differ from local steps: under policies, laws of time, or the wall clock */
  readonly isTimed: boolean;
}

/** Rounds of an algorithm's final error, that error by seed, and the numbers that have ratios. */
export function algorithmNumbers(
  data: AlgorithmData,
  column: Measure,
  { configuration, problem }: Pick<Manifest, 'configuration' | 'problem'>,
): { readonly rounds: RoundRange; readonly floors: SeedNumbers; readonly numbers: Numbers } {
  const completed = amongSeeds(data.runs.filter(({ state }) => state === 'completed'));
  const last = data.series
    .filter(({ seed }) => completed(seed))
    .reduce((least, { columns }) => Math.min(least, columns.round.at(-1)!), commonRounds(configuration));
  const rounds = tailOf(last);
  const negligible = column === 'error' ? resolutionOf(problem) : 0;
  const numbers: Numbers = (quantity) => seedNumbers(data, column, rounds, quantity);
  return { rounds, floors: numbers('floor'), numbers: withRatios(numbers, negligible) };
}

/** Numbers without floors that are zero, or rounding alone: these have no ratio. */
export const withRatios =
  (numbers: Numbers, negligible: number): Numbers =>
  (quantity) => {
    const found = [...numbers(quantity)];
    return new Map(found.filter(([, { high }]) => quantity !== 'floor' || high > negligible));
  };

/** A curve of a panel. */
interface Entry {
  readonly panel: PanelData;
  readonly data: AlgorithmData;
}

/**
 * The curves of some panels: those of one condition together, and across conditions those of one algorithm with one method; a run without panels is
 * one panel.
 */
export function contenderGroups(
  panels: readonly PanelData[],
  column: Measure,
  styles: Styles,
): ContenderGroup[] {
  const entries = panels.flatMap((panel) =>
    panel.data.filter(({ series }) => series.length > 0).map((data): Entry => ({ panel, data })),
  );
  const conditions = alike(entries, ({ panel }) => conditionOf(panel.manifest));
  const methods =
    conditions.length < 2
      ? []
      : alike(entries, ({ panel: { manifest }, data: { algorithm } }) =>
          methodOf(
            manifest,
            manifest.configuration.algorithms.find((each) => keyOf(each) === algorithm),
          ),
        );
  const isOneMethod = methods.length === 1;
  const within = conditions.map((each) => {
    const titles = [...new Set(each.map(({ panel }) => panel.title))];
    return { entries: each, title: conditions.length > 1 ? titles.join(', ') : undefined };
  });
  const across = methods.map((each) => ({
    entries: each,
    title: isOneMethod ? undefined : acrossTitle(each, methods, styles),
  }));
  return [...within, ...across]
    .filter((group) => group.entries.length > 1)
    .map(({ entries: members, title }) => groupOf(members, title, panels.length > 1, column, styles));
}

/** Entries that have an equal property, together. */
function alike(entries: readonly Entry[], propertyOf: (entry: Entry) => unknown): (readonly Entry[])[] {
  const groups: { readonly property: unknown; readonly entries: Entry[] }[] = [];
  for (const entry of entries) {
    const property = propertyOf(entry);
    const found = groups.find((group) => isDeepStrictEqual(group.property, property));
    if (found === undefined) groups.push({ property, entries: [entry] });
    else found.entries.push(entry);
  }
  return groups.map((group) => group.entries);
}

/** `Local SA in each panel`; of an algorithm with several methods the panels are named. */
function acrossTitle(entries: readonly Entry[], all: readonly (readonly Entry[])[], styles: Styles): string {
  const { algorithm } = entries[0]!.data;
  const { title } = styles(algorithm);
  const isAlone = all.filter(([entry]) => entry!.data.algorithm === algorithm).length === 1;
  return `${title}: ${isAlone ? 'each panel' : entries.map(({ panel }) => panel.title).join(', ')}`;
}

function groupOf(
  entries: readonly Entry[],
  title: string | undefined,
  isJoint: boolean,
  column: Measure,
  styles: Styles,
): ContenderGroup {
  const algorithms = new Set(entries.map(({ data }) => data.algorithm));
  const panels = [...new Set(entries.map(({ panel }) => panel))];
  const contenders = entries.map(({ panel: { name, title: panelTitle, manifest }, data }) => ({
    key: isJoint ? `${name}/${data.algorithm}` : data.algorithm,
    title:
      panels.length === 1
        ? styles(data.algorithm).title
        : algorithms.size === 1
          ? panelTitle
          : `${styles(data.algorithm).title}, ${panelTitle}`,
    ...numbersAndLevels(data, column, manifest),
    ...spanOf(data, column),
  }));
  const asked = panels.flatMap(({ manifest }) => manifest.configuration.reach ?? []);
  return {
    title,
    contenders,
    asked: distinctLevels(asked),
    smallest: column === 'error' ? resolutionOf(panels[0]!.manifest.problem) : 0,
    isTimed: panels.some(({ manifest }) => isTimed(manifest.configuration)),
  };
}

/** Its numbers, and which levels it may be said to reach: those that its final error is at most, where no seed diverged. */
function numbersAndLevels(
  data: AlgorithmData,
  column: Measure,
  manifest: Manifest,
): Pick<Contender, 'numbers' | 'settles'> {
  const { numbers, rounds } = algorithmNumbers(data, column, manifest);
  const completed = amongSeeds(data.runs.filter(({ state }) => state === 'completed'));
  const floors = data.series
    .filter(({ seed }) => completed(seed))
    .map(({ columns }) => meanOver(columns.round, columns[column]!, rounds));
  const floor = floors.length === 0 || divergedSeeds(data).diverged > 0 ? undefined : mean(floors);
  return { numbers: memoised(numbers), settles: (level) => settlesAt(floor, level) };
}

/**
 * Whether a result may be said to reach a level: all of its seeds have completed, and their final error is at most ε in the mean. At the end of a
 * run an error that goes up and down around a larger one may have no time left to rise. First touches do not settle.
 *
 * @param floor - `undefined` where not all seeds have completed
 */
export const settlesAt = (floor: number | undefined, level: Level): boolean =>
  isFirstTouch(level) || (floor !== undefined && floor <= epsilonOf(level));

/** Numbers that are asked for several times are computed once. */
function memoised(numbers: Numbers): Numbers {
  const known = new Map<string, SeedNumbers>();
  return (quantity) => {
    const key = JSON.stringify(quantity);
    const found = known.get(key) ?? numbers(quantity);
    known.set(key, found);
    return found;
  };
}

/** Error at the start of an algorithm's curves, and at the end of every seed, over the last 30 % and in the last round; infinite where a seed diverged. */
function spanOf(data: AlgorithmData, column: Measure): Span {
  const starts = data.series.map(({ columns }) => columns[column]![0] ?? NaN).filter(Number.isFinite);
  const depths = data.series.map(({ columns: { round, ...columns } }) => {
    const errors = columns[column]!;
    const depth = Math.max(errors.at(-1)!, meanOver(round, errors, tailOf(round.at(-1)!)));
    return Number.isNaN(depth) ? Infinity : depth;
  });
  return {
    start: starts.reduce((smallest, value) => Math.min(smallest, value), Infinity),
    depth:
      divergedSeeds(data).diverged > 0 ? Infinity : depths.reduce((most, each) => Math.max(most, each), 0),
  };
}
