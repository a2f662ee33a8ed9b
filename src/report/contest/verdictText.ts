/** Verdicts in words. */
import type { SeedNumbers } from '../../configuration/found.ts';
import { amountOver, grouped } from '../../values/numbers.ts';
import { type ComparedIn, comparedPassage, comparedUnit, quantityName } from '../pairs.ts';
import { mean, positiveMeanInterval } from '../statistics.ts';
import { isFirstTouch, type Level } from '../../values/level.ts';
import type { Contender } from './contender.ts';
import type { Contest, Verdict } from './contest.ts';

/** More results in a list are counted, as a rule. */
const MOST_NAMES = 8;

/**
 * `reached first by A after 10.5 s [9.3, 11.9]; later by B after 20.1 s; not reached by C`; where the least is not separated
 * `reached by A after 10.5 s, not separated from B after 10.6 s (24 seeds would separate them)`, where they differ by 5 % at most
 * `reached by A after 10.5 s, and alike by B after 10.6 s`.
 *
 * @param most - names in a list
 */
export function verdictText({ level, axis, ranking }: Verdict, most = MOST_NAMES): string {
  const listOf = (words: readonly string[]): string => shortList(words, most);
  const { first, alike, tied, seedsNeeded, behind, missing, short } = ranking;
  const verb = isFirstTouch(level) ? 'touched' : 'reached';
  const passages = ({ numbers }: Contender): number[] =>
    Array.from(numbers(comparedPassage(axis, level)).values(), ({ high }) => high);
  const isThereAtOnce = (contender: Contender): boolean => passages(contender).every((x) => x === 0);
  const named = (contender: Contender, isFirst = false): string =>
    `${nameOf(contender)} ${passageText(contender, level, axis, isFirst)}`;
  if (first === undefined) return `not ${verb} by any result`;
  const reaching = [first, ...alike, ...tied, ...behind.map(({ result }) => result)];
  if (missing.length === 0 && reaching.every(isThereAtOnce)) return 'all results start below it';
  const isAlone = alike.length === 0 && tied.length === 0 && short.length === 0 && behind.length > 0;
  const isOfOneSeed = passages(first).length === 1;
  const seedsOf = ({ numbers }: Contender): SeedNumbers => numbers(comparedPassage(axis, level));
  const beside = tied.map((each) => {
    const isPaired = [...seedsOf(each).keys()].some((seed) => seedsOf(first).has(seed));
    const seeds = isPaired ? seedsText(seedsNeeded.get(each)) : 'without a common seed';
    return `${named(each)}${seeds === '' ? '' : ` (${seeds})`}`;
  });
  const whyNot = (each: Contender): string => {
    // Some seed has come to it, and the mean error ends above it.
    if (passages(each).some(Number.isFinite)) return ' (its final error is above it)';
    return short.includes(each) ? ' (its runs end sooner)' : '';
  };
  const never = missing.map((each) => `${nameOf(each)}${whyNot(each)}`);
  return [
    `${verb}${isAlone ? ' first' : ''} by ${named(first, true)}${alike.length === 0 ? '' : `, and alike by ${listOf(alike.map((each) => named(each)))}`}${beside.length === 0 ? '' : `, ${isOfOneSeed ? 'which one seed does not separate' : 'not separated'} from ${listOf(beside)}`}`,
    ...(behind.length === 0 ? [] : [`later by ${listOf(behind.map(({ result }) => named(result)))}`]),
    ...(never.length === 0 ? [] : [`not ${verb} by ${listOf(never)}`]),
  ].join('; ');
}

const nameOf = ({ title }: Contender): string => (title.includes(', ') ? `“${title}”` : title);

/** How many seeds would separate two results; empty where that is not known. */
export function seedsText(seeds: number | undefined): string {
  if (seeds === undefined) return '';
  return seeds === Infinity
    ? 'no million seeds would separate them'
    : `${grouped(seeds)} seeds would separate them`;
}

/** Words in a row; of more than `most` the first, and how many follow. */
export function shortList(words: readonly string[], most: number): string {
  const more = words.length - most;
  if (more <= 1) return words.join(', ');
  return `${words.slice(0, most).join(', ')} and ${more} more`;
}

/** `after 10.5 s [9.3, 11.9]`, or in how many seeds the level is reached where not all reach it. */
function passageText({ numbers }: Contender, level: Level, axis: ComparedIn, hasSpread: boolean): string {
  const values = [...numbers(comparedPassage(axis, level)).values()].map(({ high }) => high);
  const reached = values.filter(Number.isFinite).length;
  if (reached < values.length) return `in ${reached} of ${values.length} seeds`;
  const [unit, units] = comparedUnit(axis);
  const middle = mean(values);
  const spread = hasSpread ? { interval: positiveMeanInterval(values), values } : { interval: undefined };
  return `after ${amountOver({ mean: middle, ...spread }, middle === 1 ? unit : units)}`;
}

/** The verdicts on each level that has any: those that are the same on several axes together, those of the leading axis first. */
export function verdictsByLevel({ levels, verdicts }: Contest): {
  readonly level: Level;
  readonly texts: readonly { readonly axes: string; readonly text: string; readonly verdict: Verdict }[];
}[] {
  return levels.flatMap((level) => {
    const groups: { readonly names: string[]; readonly verdict: Verdict }[] = [];
    for (const verdict of verdicts.filter((each) => each.level === level)) {
      const alike = groups.find((group) => isAlike(group.verdict, verdict));
      if (alike === undefined) groups.push({ names: [quantityName(verdict.axis)], verdict });
      else alike.names.push(quantityName(verdict.axis));
    }
    const texts = groups.map(({ names, verdict }) => ({
      axes: names.join(', '),
      text: verdictText(verdict),
      verdict,
    }));
    return texts.length === 0 ? [] : [{ level, texts }];
  });
}

/** Compares two axes: the result that is first, those alike, and those not separated from it. */
function isAlike({ ranking: a }: Verdict, { ranking: b }: Verdict): boolean {
  const areSame = (some: readonly Contender[], others: readonly Contender[]): boolean =>
    some.length === others.length && some.every((each) => others.includes(each));
  return a.first === b.first && areSame(a.alike, b.alike) && areSame(a.tied, b.tied);
}
