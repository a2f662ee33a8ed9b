/** Verdicts in words. */
import { passageNumber, spreadText } from '../numbers.ts';
import { PASSAGES, QUANTITY_NAMES } from '../pairs.ts';
import { mean, positiveMeanInterval } from '../statistics.ts';
import type { Contender } from './contender.ts';
import type { Axis, Contest, Verdict } from './contest.ts';

/** More results in a list are counted. */
const MOST_NAMES = 6;

const UNITS: Readonly<Record<Axis, string>> = {
  seconds: ' s',
  rounds: ' rounds',
  uplinkBytes: ' bytes',
  bytes: ' bytes',
};

/** `first: A (10.5 s [9.3, 11.9]); not separated: B, C`; that no result reaches ε where none does. */
export function verdictText({ epsilon, axis, ranking }: Verdict): string {
  const { first, tied, missing } = ranking;
  if (first === undefined) return 'no result reaches it';
  return [
    `first: ${nameOf(first)}${passageText(first, epsilon, axis)}`,
    ...(tied.length === 0 ? [] : [`not separated: ${listOf(tied)}`]),
    ...(missing.length === 0 ? [] : [`not reached by ${listOf(missing)}`]),
  ].join('; ');
}

const nameOf = ({ title }: Contender): string => (title.includes(', ') ? `“${title}”` : title);

function listOf(contenders: readonly Contender[]): string {
  const more = contenders.length - MOST_NAMES;
  if (more <= 1) return contenders.map(nameOf).join(', ');
  return `${contenders.slice(0, MOST_NAMES).map(nameOf).join(', ')} and ${more} more`;
}

/** The mean with its interval, or how many seeds reach ε where not all do. */
function passageText({ numbers }: Contender, epsilon: number, axis: Axis): string {
  const values = [...numbers(PASSAGES[axis](epsilon)).values()].map(({ high }) => high);
  const reached = values.filter(Number.isFinite).length;
  if (reached < values.length) return ` (${reached} of ${values.length} seeds)`;
  const spread = spreadText({ interval: positiveMeanInterval(values), values }, passageNumber);
  return ` (${passageNumber(mean(values))}${UNITS[axis]}${spread === '' ? '' : ` ${spread}`})`;
}

/** The verdicts on each ε that has any: those that are the same on several axes together, those of the leading axis first. */
export function verdictsByLevel({ levels, verdicts }: Contest): {
  readonly epsilon: number;
  readonly texts: readonly { readonly axes: string; readonly text: string; readonly verdict: Verdict }[];
}[] {
  return levels.flatMap((epsilon) => {
    const groups: { readonly names: string[]; readonly verdict: Verdict }[] = [];
    for (const verdict of verdicts.filter((each) => each.epsilon === epsilon)) {
      const alike = groups.find((group) => isAlike(group.verdict, verdict));
      if (alike === undefined) groups.push({ names: [QUANTITY_NAMES[verdict.axis]], verdict });
      else alike.names.push(QUANTITY_NAMES[verdict.axis]);
    }
    const texts = groups.map(({ names, verdict }) => ({
      axes: names.join(', '),
      text: verdictText(verdict),
      verdict,
    }));
    return texts.length === 0 ? [] : [{ epsilon, texts }];
  });
}

/** Compares two axes: the result that is first, and those not separated from it. */
function isAlike({ ranking: a }: Verdict, { ranking: b }: Verdict): boolean {
  return (
    a.first === b.first && a.tied.length === b.tied.length && a.tied.every((each) => b.tied.includes(each))
  );
}
