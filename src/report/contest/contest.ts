/** Results compared on common seeds: their ratios to a base, and which of them is first at each target error. */
import { type ComparedIn, comparedPassage, type Pair, pairsOf } from '../pairs.ts';
import type { Contender, ContenderGroup } from './contender.ts';
import { levelsAmong } from './levels.ts';
import type { Level } from '../../values/level.ts';
import { type Ranking, rankingOf } from './ranking.ts';

/** Results that reach ε first on one axis. */
export interface Verdict {
  readonly level: Level;
  readonly axis: ComparedIn;
  readonly ranking: Ranking<Contender>;
}

/** A contender's ratios to the base. */
export interface ContenderPairs {
  readonly contender: Contender;
  readonly pairs: readonly Pair[];
}

export interface Contest {
  /** what is compared, where a page has several contests */
  readonly title: string | undefined;
  readonly base: Contender;
  readonly contenders: readonly Contender[];
  /** target errors, the largest first */
  readonly levels: readonly Level[];
  /** whether the levels were chosen by the curves, rather than asked for */
  readonly isChosen: boolean;
  /** the first axis: seconds under a policy or a law of time, else rounds */
  readonly leading: ComparedIn;
  readonly verdicts: readonly Verdict[];
  readonly ratios: readonly ContenderPairs[];
}

/**
 * Compares the results of a group.
 *
 * @param levels - by default those that the runs ask for, or three where curves lie
 * @param base - index of the contender that others are compared with
 */
export function contestOf(group: ContenderGroup, levels?: readonly Level[], base = 0): Contest {
  const { title, contenders, asked, smallest, isTimed } = group;
  const given = levels ?? (asked.length > 0 ? asked : undefined);
  const chosen = given ?? levelsAmong(contenders, smallest);
  const axes: readonly ComparedIn[] = isTimed
    ? ['seconds', 'uplinkBytes', 'bytes']
    : ['rounds', 'uplinkBytes', 'bytes'];
  const first = contenders[base]!;
  return {
    ...{ title, contenders, base: first, levels: chosen, isChosen: given === undefined, leading: axes[0]! },
    verdicts: chosen.flatMap((level) =>
      axes.map((axis) => ({
        ...{ level, axis },
        ranking: rankingOf(
          contenders,
          ({ numbers }) => numbers(comparedPassage(axis, level)),
          ({ settles }) => settles?.(level) ?? true,
        ),
      })),
    ),
    ratios: contenders
      .filter((contender) => contender !== first)
      .map((contender) => ({
        contender,
        pairs: pairsOf(`${first.key}/${contender.key}`, [first.numbers, contender.numbers], chosen),
      })),
  };
}
