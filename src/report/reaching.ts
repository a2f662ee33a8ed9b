/** A sentence about which results reach a level, and when: one is first only where the interval of the ratio excludes 1. */
import type { Named } from '../configuration/found.ts';
import { exact } from '../values/numbers.ts';
import { type Clause, sentenceOf } from './clauses.ts';
import { intervalText, joined } from './comparisons.ts';
import { settlesAt } from './contest/contender.ts';
import { rankingOf } from './contest/ranking.ts';
import { byName, listed, nameOf, withinText } from './resultWords.ts';
import { mean } from './statistics.ts';

/** One sentence on a level: the results that reach it and after how many seconds, the first where there is one, and those that do not reach it, by name; `about` comes before a colon. */
export function reaches(level: number, all: readonly Named[], about = ''): string {
  if (all.length === 0) return '';
  const asked: Asked = {
    ...{ level, all, prefix: about === '' ? '' : `${about}: ` },
    passageText: (result) => intervalText(result.seeds({ seconds: level }), 's'),
  };
  const { prefix, passageText } = asked;
  const passages = passagesOf(level, all);
  const { full, part, above, never } = passages;
  const epsilon = exact(level);
  if (never.length === all.length) {
    const subject = all.length === 1 ? `${nameOf(all[0]!)} does not reach` : 'no run reaches';
    return sentenceOf(`${prefix}${subject} ${epsilon} ${withinText(all)}`);
  }
  if (full.length === 0) return someSeeds(asked, passages);
  const [sole] = full;
  if (full.length === 1 && never.length > 1 && part.length + above.length === 0)
    return sentenceOf(
      `${prefix}only ${nameOf(sole!)} reaches ${epsilon} ${withinText(all)}, after ${passageText(sole!)}`,
    );
  return inOrder(asked, passages);
}

interface Asked {
  readonly level: number;
  readonly all: readonly Named[];
  readonly prefix: string;
  readonly passageText: (result: Named) => string;
}

/** Results by what they do at a level. */
interface Passages {
  /** reach it in all seeds, or in some, and stay */
  readonly full: readonly Named[];
  readonly part: readonly { readonly result: Named; readonly reached: number; readonly seeds: number }[];
  /** come to it and end above it */
  readonly above: readonly Named[];
  readonly never: readonly Named[];
}

function passagesOf(level: number, all: readonly Named[]): Passages {
  const passages = all.map((result) => {
    const values = [...result.seeds({ seconds: level }).values()].map(({ high }) => high);
    return { result, reached: values.filter(Number.isFinite).length, seeds: values.length };
  });
  const come = passages.filter(({ reached }) => reached > 0);
  const stay = come.filter(({ result }) => !endsAbove(result, level));
  const resultOf = ({ result }: (typeof passages)[number]): Named => result;
  return {
    full: stay.filter(({ reached, seeds }) => reached === seeds).map(resultOf),
    part: stay.filter(({ reached, seeds }) => reached < seeds),
    above: come.filter((passage) => !stay.includes(passage)).map(resultOf),
    never: passages.filter(({ reached }) => reached === 0).map(resultOf),
  };
}

const missText = ({ never }: Passages): Clause =>
  never.length === 0 ? '' : byName(never, (verb) => `${verb('does', 'do')} not reach it`);

const returnText = ({ above }: Passages): Clause =>
  above.length === 0 ? '' : byName(above, (verb) => `${verb('ends', 'end')} above it`);

/** For each result that reaches a level in some of its seeds, with and without how many. */
const partTexts = (level: number, { part }: Passages): (readonly string[])[] =>
  part.map(({ result, reached, seeds }) => [
    `${nameOf(result)} reaches ${exact(level)} in ${reached} of ${seeds} seeds`,
    `${nameOf(result)} reaches it in some seeds only`,
  ]);

/** Where no result reaches the level in all seeds and stays. */
function someSeeds({ level, prefix }: Asked, passages: Passages): string {
  const { part, above } = passages;
  const comes = byName(
    above,
    (verb) => `${verb('comes', 'come')} to ${exact(level)} and ${verb('ends', 'end')} above it`,
  );
  const [begin = comes, ...others] = partTexts(level, passages);
  return sentenceOf(
    begin.map((words) => prefix + words),
    ...others,
    missText(passages),
    ...(part.length === 0 ? [] : [returnText(passages)]),
  );
}

/** Where some do: the first, what is not separated from it, and the others. */
function inOrder({ level, all, prefix, passageText }: Asked, passages: Passages): string {
  const { full, part, above } = passages;
  const ranking = rankingOf(
    all,
    (result) => result.seeds({ seconds: level }),
    (result) => !above.includes(result),
  );
  const first = ranking.first!;
  const { alike, tied } = ranking;
  // A run that ended before the first passage might have been earlier.
  const isFirst =
    full.length + part.length > 1 && tied.length + alike.length === 0 && ranking.short.length === 0;
  const begin = `${prefix}${nameOf(first)} reaches ${exact(level)} ${isFirst ? 'first, ' : ''}after ${passageText(first)}`;
  const [other] = tied;
  const nearest =
    other !== undefined && full.includes(other) && tied.length === 1
      ? [`${begin}, not separated from ${nameOf(other)}, ${passageText(other)}`]
      : [];
  return sentenceOf(
    other === undefined
      ? begin
      : [
          ...nearest,
          `${begin}, not separated from ${joined(tied.map(nameOf))}`,
          `${begin}, not separated from ${tied.length === 1 ? 'the next one' : `${tied.length} others`}`,
        ],
    alike.length === 0 ? '' : byName(alike, (verb) => `${verb('takes', 'take')} about as long`),
    missText(passages),
    returnText(passages),
    laterText(
      ranking.behind.map(({ result }) => result),
      full,
      passageText,
    ),
    ...(part.length > 1
      ? [
          byName(
            part.map(({ result }) => result),
            () => 'reach it in some seeds only',
          ),
        ]
      : partTexts(level, passages)),
  );
}

/** Those behind the first, with the passage of the next where it is known. */
function laterText(
  behind: readonly Named[],
  full: readonly Named[],
  passageText: (result: Named) => string,
): Clause {
  const [next] = behind;
  if (next === undefined) return '';
  const names = byName(behind, (verb) => `${verb('reaches', 'reach')} it later`);
  if (!full.includes(next)) return names;
  const passage = passageText(next);
  return behind.length === 1
    ? [`${nameOf(next)} reaches it later, after ${passage}`, ...names]
    : [
        ...listed(behind, (subject) => `${subject} reach it later, ${nameOf(next)} after ${passage}`),
        ...names,
      ];
}

/** True where an error that comes to a level is above it in the end, in the mean of the seeds. */
function endsAbove(result: Named, level: number): boolean {
  const errors = [...result.seeds('floor').values()].map(({ high }) => high);
  return errors.every(Number.isFinite) && !settlesAt(mean(errors), level);
}
