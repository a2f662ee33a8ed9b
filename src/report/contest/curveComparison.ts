/** The curves of one folder compared with one another: of a run, of its panels, or the points of a sweep. */
import { keyOf } from '../../algorithms/parts.ts';
import { InputError } from '../../values/failure.ts';
import { holdsPanels, readPanels } from '../../recording/panelsFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { holdsSweep } from '../../recording/sweepFile.ts';
import type { Measure } from '../../configuration/scenario.ts';
import { epsilonOf, isFirstTouch, type Level } from '../../values/level.ts';
import { nearest } from '../../values/nearest.ts';
import { groupByAlgorithm } from '../curve.ts';
import type { ComparedIn, Pair } from '../pairs.ts';
import { commonColumn, jointStyles, readPanelData, type PanelData } from '../panelData.ts';
import { readRounds } from '../readRounds.ts';
import { titlesIn } from '../sweep/buildSweepReport.ts';
import { readSweep } from '../sweep/sweepData.ts';
import { levelsOf, sweepGroups } from '../sweep/sweepContest.ts';
import { type ContenderGroup, contenderGroups } from './contender.ts';
import { type Contest, contestOf } from './contest.ts';

/** Which curves are first at ε, by their keys. */
export interface FirstRecord {
  readonly epsilon: number;
  /** whether it is about the first touch of ε */
  readonly firstTouch?: true;
  readonly axis: ComparedIn;
  /** null where no curve reaches ε */
  readonly first: string | null;
  /** those that differ from it by 5 % at most */
  readonly alike: readonly string[];
  readonly notSeparated: readonly string[];
  /** of each of these, how many seeds would separate it with 80 % power; null where that is not known */
  readonly seedsToSeparate: readonly (number | null)[];
  readonly later: readonly string[];
  readonly notReached: readonly string[];
}

/** The curves under one condition, or of one algorithm under several. */
export interface ContestRecord {
  readonly title: string | null;
  /** its key: ratios are to it */
  readonly base: string;
  readonly curves: readonly { readonly key: string; readonly title: string }[];
  readonly levels: readonly number[];
  readonly first: readonly FirstRecord[];
  /** `algorithm` is the keys of the base and of the curve, with a slash between them */
  readonly pairs: readonly Pair[];
}

export interface CurveComparison {
  readonly column: Measure;
  readonly contests: readonly Contest[];
}

/**
 * Compares the curves of a folder.
 *
 * @param epsilons - target errors; by default those that the runs ask for, or three where curves lie; a sweep has those of its `--reach`
 * @param base - key of the curve that others are compared with; by default the first, or of a sweep the best point
 * @throws InputError in one line
 */
export async function compareCurves(
  directory: string,
  epsilons?: readonly Level[],
  base?: string,
): Promise<CurveComparison> {
  const { column, groups, levels } = holdsSweep(directory)
    ? sweepCurves(directory, epsilons)
    : await runCurves(directory, epsilons);
  if (groups.length === 0)
    throw new InputError(`${directory}: holds one curve; name a second run directory to compare it with`);
  const found = groups.map(({ group, base: usual }) => {
    const place = group.contenders.findIndex(({ key, title }) => base === key || base === title);
    return { group, usual, place };
  });
  if (base !== undefined && found.every(({ place }) => place < 0)) {
    const keys = groups.flatMap(({ group }) => group.contenders.map(({ key }) => key));
    const near = nearest(base, keys) ?? keys[0]!;
    throw new InputError(`\`base\`: ${directory} has no curve ${base}; did you mean ${near}?`);
  }
  return {
    column,
    contests: found.map(({ group, usual, place }) => contestOf(group, levels, place < 0 ? usual : place)),
  };
}

interface Curves {
  readonly column: Measure;
  readonly groups: readonly { readonly group: ContenderGroup; readonly base: number }[];
  readonly levels: readonly Level[] | undefined;
}

function sweepCurves(directory: string, epsilons: readonly Level[] | undefined): Curves {
  const data = readSweep(directory);
  const known = levelsOf(data);
  const unknown = epsilons?.find((level) => !known.includes(level));
  if (unknown !== undefined)
    throw new InputError(
      `\`epsilons\`: the sweep has no passages to ${unknown}; run its command again with --reach ${epsilons!.join(',')}`,
    );
  return {
    column: data.quantity,
    groups: sweepGroups(data, titlesIn(directory, data)),
    levels: epsilons ?? known,
  };
}

async function runCurves(directory: string, epsilons: readonly Level[] | undefined): Promise<Curves> {
  const panels = holdsPanels(directory)
    ? await readPanelData(directory, readPanels(directory))
    : [await readRun(directory)];
  const column = commonColumn(panels);
  const groups = contenderGroups(panels, column, jointStyles(panels));
  return { column, groups: groups.map((group) => ({ group, base: 0 })), levels: epsilons };
}

async function readRun(directory: string): Promise<PanelData> {
  const manifest = readManifest(directory);
  const { configuration, runs } = manifest;
  const series = await readRounds(directory, manifest);
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), series, runs, configuration);
  return { name: '', title: '', at: null, manifest, data };
}

const finiteOrNull = (value = NaN): number | null => (Number.isFinite(value) ? value : null);

/** A comparison as JSON has it. */
export const contestRecord = ({
  title,
  base,
  contenders,
  levels,
  verdicts,
  ratios,
}: Contest): ContestRecord => ({
  title: title ?? null,
  base: base.key,
  curves: contenders.map(({ key, title: name }) => ({ key, title: name })),
  levels: levels.map(epsilonOf),
  first: verdicts.map(({ level, axis, ranking: { first, alike, tied, seedsNeeded, behind, missing } }) => ({
    ...{ epsilon: epsilonOf(level), ...(isFirstTouch(level) && { firstTouch: true as const }) },
    ...{ axis, first: first?.key ?? null },
    alike: alike.map(({ key }) => key),
    notSeparated: tied.map(({ key }) => key),
    seedsToSeparate: tied.map((result) => finiteOrNull(seedsNeeded.get(result))),
    later: behind.map(({ result }) => result.key),
    notReached: missing.map(({ key }) => key),
  })),
  pairs: ratios.flatMap(({ pairs }) => pairs),
});
