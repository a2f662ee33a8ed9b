/**
 * Sentences about final errors. Each verb comes of a test on the numbers: a result is lower or lowest only where the interval of
 * the ratio excludes 1, and nothing has a final error that has not converged.
 */
import type { Ending, Named, SeedNumbers } from '../configuration/found.ts';
import { type Clause, sentenceOf, sentencesOf as twoSentencesOf } from './clauses.ts';
import {
  comparisons,
  costText,
  factorText,
  intervalText,
  isRanked,
  joined,
  sideWords,
} from './comparisons.ts';
import { rankingOf } from './contest/ranking.ts';
import { type PairedRatio, pairedRatio, type Side, sidesOf } from './pairedRatio.ts';
import { genitive, lengthText, listed, nameOf, plural } from './resultWords.ts';

/** An error below this share of the base's is said to be without its bias. */
const BIAS_SHARE = 0.1;

const isConverged = ({ ending }: Named): boolean => ending === 'converged';

/** What an ending that is none is called. */
function unsettledWords(result: Named): string {
  const { ending, length } = result;
  const stopped: Record<Exclude<Ending, 'converged'>, string> = {
    diverged: `diverges in ${length.diverged} of ${length.seeds} seeds`,
    falling: `still falls ${lengthText([result])}`,
    rising: `still rises ${lengthText([result])}`,
    brief: `${convergenceVerb([result])} ${lengthText([result])}`,
  };
  if (ending === 'converged') return '';
  const subject =
    ending === 'falling' || ending === 'rising' ? `the error of ${nameOf(result)}` : nameOf(result);
  return `${subject} ${stopped[ending]}`;
}

const isBrief = ({ ending }: Named): boolean => ending === 'brief';

/** Verb of results without a final error: a brief one may have converged. */
function convergenceVerb(open: readonly Named[]): string {
  if (open.some(isBrief)) return 'may not have converged';
  return open.length === 1 ? 'has not converged' : 'have not converged';
}

/** Verb of `no algorithm`, where none has a final error. */
function verbOfNone(open: readonly Named[]): string {
  if (open.some(isBrief)) return 'is known to have converged';
  return open.some(({ ending }) => ending === 'diverged') ? 'converges' : 'has converged';
}

/**
 * What has not converged, as one clause; empty where all have.
 *
 * @param isWhole - whether these are all results that the sentence is about
 */
function unsettledClause(all: readonly Named[], isWhole = true): Clause {
  const open = all.filter((result) => !isConverged(result));
  if (open.length === 0) return '';
  const verb = convergenceVerb(open);
  if (open.length === 1) return [unsettledWords(open[0]!), `${nameOf(open[0]!)} ${verb}`];
  const names = new Set(all.map(({ algorithm }) => algorithm));
  const noun = names.size === all.length ? 'algorithm' : 'run';
  if (isWhole && open.length === all.length) return `no ${noun} ${verbOfNone(open)} ${lengthText(all)}`;
  return [`${joined(open.map(nameOf))} ${verb}`, `of ${all.length} ${noun}s ${open.length} ${verb}`];
}

/** What has not converged, in one sentence; empty where all have. */
export const unsettled = (all: readonly Named[]): string => sentenceOf(unsettledClause(all));

/** Joined by spaces; those that are empty, and repetitions, are left out. */
export const sentences = (...parts: readonly string[]): string =>
  [...new Set(parts.filter((part) => part !== ''))].join(' ');

/** Final errors compared with one, in a sentence, or two: by how much each differs, and at which cost in bytes. */
export function against(
  base: Named,
  others: readonly Named[],
  noun = 'final error',
  most: 1 | 2 = 2,
): string {
  const sentencesOf = most === 1 ? sentenceOf : twoSentencesOf;
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (all.every((result) => !isConverged(result))) return unsettled(all);
  const alone = (result: Named): string => `${genitive(result)} ${noun} is ${floorText(result)}`;
  if (!isConverged(base))
    return sentencesOf(unsettledClause([base]), ...settled.map(alone), unsettledClause(others, false));
  if (settled.length === 0) return sentencesOf(alone(base), unsettledClause(others, false));
  const found = comparisons(
    settled.map((result) => [result, base]),
    'floor',
  );
  const verdicts = settled.map((result, k) => ({ result, ...found[k]!, cost: costText(result, base) }));
  const isSingle = ({ side, cost }: Verdict): boolean => isRanked(side) || cost !== '';
  const groups = [
    ...verdicts.filter(isSingle).map((verdict) => [verdict]),
    ...(['alike', 'not separated'] as const).map((side) =>
      verdicts.filter((verdict) => verdict.side === side && !isSingle(verdict)),
    ),
  ].filter(([first]) => first !== undefined);
  return sentencesOf(
    ...groups.map((group, k) =>
      k === 0
        ? firstClause(group, base, noun, settled.length === 1)
        : laterClause(
            group,
            base,
            groups
              .slice(0, k)
              .flat()
              .some(({ cost }) => cost !== ''),
          ),
    ),
    unsettledClause(others, false),
  );
}

const floorText = (result: Named): string => intervalText(result.seeds('floor'));

/** A result compared with the base. */
interface Verdict {
  readonly result: Named;
  readonly ratio: PairedRatio;
  readonly side: Side;
  /** with a blank before it; empty where it is the base's */
  readonly cost: string;
}

/** Begins a comparison: it names the quantity and the base; a result that is alone has its own value as well. */
function firstClause(group: readonly Verdict[], base: Named, noun: string, isAlone: boolean): Clause {
  const [{ result, ratio, side, cost }] = group as [Verdict];
  const baseValue = `${genitive(base)}, ${floorText(base)}`;
  const subject = `${genitive(result)} ${noun}`;
  const withValue = `${subject}, ${floorText(result)},`;
  if (group.length === 1) {
    if (side === 'alike')
      return [
        ...(isAlone ? [`${withValue} and ${baseValue}, are alike${cost}`] : []),
        `${subject} and ${baseValue}, are alike${cost}`,
      ];
    if (side === 'not separated')
      return [...(isAlone ? [withValue] : []), subject].map(
        (words) => `${notSeparated(words, 'is', base, baseValue)}${cost}`,
      );
    const factor = factorText(ratio);
    const by = factor === '' ? '' : `, by a factor of ${factor}`;
    const compared = `is ${side} than ${baseValue}`;
    return [
      ...(isAlone || factor === ''
        ? [`${withValue} ${compared}${by}${cost}`, `${withValue} ${compared}${by}`]
        : []),
      `${subject} ${compared}${by}${cost}`,
      `${subject} ${compared}${by}`,
      `${subject} ${compared}`,
    ];
  }
  const named = (isLong: boolean): string =>
    joined([
      ...group.map((verdict) => nameOf(verdict.result) + (isLong ? ` (${floorText(verdict.result)})` : '')),
      ...(side === 'alike'
        ? [nameOf(base) + (isLong ? ` (${floorText(base)})` : `, ${floorText(base)},`)]
        : []),
    ]);
  return [true, false].map((isLong) => {
    const subject = `the ${noun}s of ${named(isLong)}`;
    return side === 'alike' ? `${subject} are alike` : notSeparated(subject, 'are', base, baseValue);
  });
}

/** One seed has no interval, which is another reason than that intervals overlap. */
const notSeparated = (subject: string, verb: string, base: Named, baseValue: string): string =>
  base.seeds('floor').size === 1
    ? `one seed does not separate ${subject} from ${baseValue}`
    : `${subject} ${verb} not separated from ${baseValue}`;

/** @param isKnown - whether an earlier clause says of which bytes a cost is */
function laterClause(group: readonly Verdict[], base: Named, isKnown: boolean): Clause {
  const [{ result, ratio, side, cost }] = group as [Verdict];
  if (group.length > 1)
    return `those of ${joined(group.map((verdict) => nameOf(verdict.result)))} are ${side}`;
  const factor = isRanked(side) ? factorText(ratio) : '';
  const verdict =
    factor === '' && isRanked(side)
      ? `${genitive(result)}, ${floorText(result)}, is ${side}`
      : `${genitive(result)} is ${sideWords(ratio, side)}`;
  return [
    `${verdict}${isKnown ? costText(result, base, '') : cost}`,
    verdict,
    `${genitive(result)} is ${side}`,
  ];
}

/** Which algorithms remove the bias, in one sentence: their final errors are below a tenth of the base's. */
export function bias(base: Named, others: readonly Named[]): string {
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (!isConverged(base) || settled.length === 0) return unsettled(all);
  const ratios = settled.map((result) =>
    pairedRatio(scaled(base.seeds('floor'), BIAS_SHARE), result.seeds('floor')),
  );
  const sides = sidesOf(ratios);
  const onSide = (...wanted: readonly Side[]): Named[] =>
    settled.filter((_, k) => wanted.includes(sides[k]!));
  const [removes, keeps, open] = [onSide('lower'), onSide('higher'), onSide('alike', 'not separated')];
  const whole = `the bias of ${nameOf(base)} to below a tenth`;
  return sentenceOf(
    removes.length === 0
      ? ''
      : listed(removes, (subject) => `${subject} remove${plural(removes, 's', '')} ${whole}`),
    keeps.length === 0
      ? ''
      : listed(keeps, (subject) => {
          const kept = `${subject} ${plural(keeps, 'does', 'do')} not`;
          return removes.length === 0 ? `${kept} remove ${whole}` : kept;
        }),
    open.length === 0
      ? ''
      : listed(
          open,
          (subject) =>
            `whether ${subject} remove${plural(open, 's', '')} ${removes.length + keeps.length === 0 ? whole : 'it'} is not clear`,
        ),
    unsettledClause(others, false),
  );
}

const scaled = (numbers: SeedNumbers, share: number): SeedNumbers =>
  new Map([...numbers].map(([seed, { low, high }]) => [seed, { low: share * low, high: share * high }]));

/** Where results end, in one sentence: their final errors, and of one that has not converged its error in the last round; empty where one is not known. */
export function ends(all: readonly Named[], about = ''): string {
  const parts = all.map((result, k) => {
    const [noun, text] = isConverged(result)
      ? ['final error', floorText(result)]
      : ['error in the last round', intervalText(result.seeds('last'))];
    return { noun: `${genitive(result)} ${noun}`, verb: k === 0 ? ' is' : '', text };
  });
  if (parts.some(({ text }) => text === 'unknown')) return '';
  return sentenceOf(
    `${about === '' ? '' : `${about} `}${joined(parts.map(({ noun, verb, text }) => `${noun}${verb} ${text}`))}`,
  );
}

/** Which final error is the lowest, of those that have converged, and by how much others are higher, in one sentence. */
export function lowest(all: readonly Named[], noun = 'final error'): string {
  const settled = all.filter(isConverged);
  const open = unsettledClause(all);
  if (settled.length === 0) return sentenceOf(open);
  const {
    first = settled[0]!,
    alike,
    tied: apart,
    behind,
  } = rankingOf(settled, (result) => result.seeds('floor'));
  const value = floorText(first);
  if (settled.length === 1) return sentenceOf(`${genitive(first)} ${noun} is ${value}`, open);
  const whole = settled.length === all.length ? '' : ' of those that have converged';
  const begin = `${genitive(first)} ${noun}, ${value},`;
  const [next, ...higher] = behind.map(({ result, ratio }): Clause => {
    const factor = factorText(ratio);
    return factor === ''
      ? [`${genitive(result)}, ${floorText(result)}, is higher`, `${genitive(result)} is higher`]
      : `${genitive(result)} is higher by a factor of ${factor}`;
  });
  return sentenceOf(
    apart.length + alike.length === 0
      ? `${begin} is the lowest${whole}`
      : apart.length === 0
        ? [
            `${begin} and ${joined(alike.map(genitive))} are alike`,
            `${begin} and ${alike.length} others are alike`,
          ]
        : [
            `${begin} is not separated from ${joined(apart.map(genitive))}`,
            `${begin} is not separated from ${apart.length} others`,
          ],
    next ?? '',
    open,
    apart.length > 0 && alike.length > 0
      ? `${joined(alike.map(genitive))} ${plural(alike, 'is', 'are')} alike`
      : '',
    ...higher,
  );
}
