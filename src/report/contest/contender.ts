/** Results that are compared with one another: the curves of a page. */
import { isDeepStrictEqual } from 'node:util';
import { commonRounds } from '../../measurement/commonRounds.ts';
import type { SeedNumbers } from '../../protocol/found.ts';
import { amongSeeds } from '../../protocol/replications.ts';
import type { Manifest } from '../../recording/manifest.ts';
import type { Measure } from '../../scenario/scenario.ts';
import { isTimed } from '../../timing/isTimed.ts';
import { type AlgorithmData, divergedSeeds } from '../curve.ts';
import { roundingOf } from '../headline.ts';
import type { Styles } from '../palette.ts';
import type { PanelData } from '../panelData.ts';
import type { Numbers } from '../pairs.ts';
import { seedNumbers } from '../seedNumbers.ts';
import { meanOver, type RoundRange, tailOf } from '../tail.ts';
import { distinctLevels, type Level } from '../../values/level.ts';
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

/** Results on one problem. */
export interface ContenderGroup {
  /** `undefined` where all results are on one problem */
  readonly title: string | undefined;
  readonly contenders: readonly (Contender & Span)[];
  /** target errors that the runs ask for */
  readonly asked: readonly Level[];
  /** less than this is rounding */
  readonly smallest: number;
  /** whether seconds differ from local steps: under policies, laws of time, or the wall clock */
  readonly isTimed: boolean;
}

/** Rounds of an algorithm's final error, and its numbers by seed. */
export function algorithmNumbers(
  data: AlgorithmData,
  column: Measure,
  { configuration, problem }: Pick<Manifest, 'configuration' | 'problem'>,
): { readonly rounds: RoundRange; readonly numbers: Numbers } {
  const completed = amongSeeds(data.runs.filter(({ state }) => state === 'completed'));
  const last = data.series
    .filter(({ seed }) => completed(seed))
    .reduce((least, { columns }) => Math.min(least, columns.round.at(-1)!), commonRounds(configuration));
  const rounds = tailOf(last);
  const negligible = column === 'error' ? roundingOf(problem.root) : 0;
  return {
    rounds,
    // A floor that is zero, or rounding alone, has no ratio.
    numbers: (quantity): SeedNumbers => {
      const found = [...seedNumbers(data, column, rounds, quantity)];
      return new Map(found.filter(([, { high }]) => quantity !== 'floor' || high > negligible));
    },
  };
}

/** The curves of some panels, those on the same problem together; a run without panels is one panel. */
export function contenderGroups(
  panels: readonly PanelData[],
  column: Measure,
  styles: Styles,
): ContenderGroup[] {
  const problems: { readonly specification: unknown; readonly panels: PanelData[] }[] = [];
  for (const panel of panels) {
    const { specification } = panel.manifest.problem;
    const found = problems.find((each) => isDeepStrictEqual(each.specification, specification));
    if (found === undefined) problems.push({ specification, panels: [panel] });
    else found.panels.push(panel);
  }
  return problems
    .map(({ panels: members }) => groupOf(members, panels.length > 1, column, styles, problems.length > 1))
    .filter(({ contenders }) => contenders.length > 1);
}

function groupOf(
  panels: readonly PanelData[],
  isJoint: boolean,
  column: Measure,
  styles: Styles,
  isTitled: boolean,
): ContenderGroup {
  const algorithms = new Set(panels.flatMap(({ data }) => data.map(({ algorithm }) => algorithm)));
  const contenders = panels.flatMap(({ name, title, data, manifest }) =>
    data
      .filter(({ series }) => series.length > 0)
      .map((each) => ({
        key: isJoint ? `${name}/${each.algorithm}` : each.algorithm,
        title:
          panels.length === 1
            ? styles(each.algorithm).title
            : algorithms.size === 1
              ? title
              : `${styles(each.algorithm).title}, ${title}`,
        numbers: memoised(algorithmNumbers(each, column, manifest).numbers),
        ...spanOf(each, column),
      })),
  );
  const asked = panels.flatMap(({ manifest }) => manifest.configuration.reach ?? []);
  const { root } = panels[0]!.manifest.problem;
  return {
    title: isTitled ? panels.map(({ title }) => title).join(', ') : undefined,
    contenders,
    asked: distinctLevels(asked),
    smallest: column === 'error' ? roundingOf(root) : 0,
    isTimed: panels.some(({ manifest }) => isTimed(manifest.configuration)),
  };
}

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
