/** A sentence about which results reach a level, and when: one is first only where the interval of the ratio excludes 1. */
import type { Named } from '../configuration/found.ts';
import { exact } from '../values/numbers.ts';
import { sentenceOf } from './clauses.ts';
import { intervalText, joined } from './comparisons.ts';
import { settlesAt } from './contest/contender.ts';
import { rankingOf } from './contest/ranking.ts';
import { byName, listed, nameOf, withinText } from './resultWords.ts';
import { mean } from './statistics.ts';

/** One sentence on a level: the results that reach it and after how many seconds, the first where there is one, and those that do not reach it, by name; `about` comes before a colon. */
export function reaches(level: number, all: readonly Named[], about = ''): string {
  const prefix = about === '' ? '' : `${about}: `;
  const quantity = { seconds: level };
  const passages = all.map((result) => {
    const values = [...result.seeds(quantity).values()].map(({ high }) => high);
    return { result, reached: values.filter(Number.isFinite).length, seeds: values.length };
  });
  const above = passages
    .filter(({ result, reached }) => reached > 0 && endsAbove(result, level))
    .map(({ result }) => result);
  const stays = passages.filter(({ result }) => !above.includes(result));
  const full = stays.filter(({ reached, seeds }) => reached === seeds && seeds > 0);
  const part = stays.filter(({ reached, seeds }) => reached > 0 && reached < seeds);
  const never = passages.filter(({ reached }) => reached === 0).map(({ result }) => result);
  const epsilon = exact(level);
  const passageText = (result: Named): string => intervalText(result.seeds(quantity), 's');
  if (all.length === 0) return '';
  if (never.length === all.length)
    return sentenceOf(
      all.length === 1
        ? `${prefix}${nameOf(all[0]!)} does not reach ${epsilon} ${withinText(all)}`
        : `${prefix}no run reaches ${epsilon} ${withinText(all)}`,
    );
  const misses = never.length === 0 ? '' : byName(never, (verb) => `${verb('does', 'do')} not reach it`);
  const returns = above.length === 0 ? '' : byName(above, (verb) => `${verb('ends', 'end')} above it`);
  const partly = part.map(({ result, reached, seeds }): readonly string[] => [
    `${nameOf(result)} reaches ${epsilon} in ${reached} of ${seeds} seeds`,
    `${nameOf(result)} reaches it in some seeds only`,
  ]);
  if (full.length === 0) {
    const comes = byName(
      above,
      (verb) => `${verb('comes', 'come')} to ${epsilon} and ${verb('ends', 'end')} above it`,
    );
    const [begin = comes, ...others] = partly;
    return sentenceOf(
      begin.map((words) => prefix + words),
      ...others,
      misses,
      ...(part.length === 0 ? [] : [returns]),
    );
  }
  if (full.length === 1 && never.length > 1 && part.length + above.length === 0)
    return sentenceOf(
      `${prefix}only ${nameOf(full[0]!.result)} reaches ${epsilon} ${withinText(all)}, after ${passageText(full[0]!.result)}`,
    );
  const ranking = rankingOf(
    all,
    (result) => result.seeds(quantity),
    (result) => !above.includes(result),
  );
  const first = ranking.first!;
  const { alike, tied } = ranking;
  // A run that ended before the first passage might have been earlier.
  const isFirst =
    full.length + part.length > 1 && tied.length + alike.length === 0 && ranking.short.length === 0;
  const behind = ranking.behind.map(({ result }) => result);
  const isWhole = (result: Named): boolean => full.some((each) => each.result === result);
  const begin = `${prefix}${nameOf(first)} reaches ${epsilon} ${isFirst ? 'first, ' : ''}after ${passageText(first)}`;
  const [other] = tied;
  const [next] = behind;
  const nextText =
    next === undefined || !isWhole(next)
      ? []
      : behind.length === 1
        ? [`${nameOf(next)} reaches it later, after ${passageText(next)}`]
        : listed(
            behind,
            (subject) => `${subject} reach it later, ${nameOf(next)} after ${passageText(next)}`,
          );
  return sentenceOf(
    other === undefined
      ? begin
      : [
          ...(isWhole(other) && tied.length === 1
            ? [`${begin}, not separated from ${nameOf(other)}, ${passageText(other)}`]
            : []),
          `${begin}, not separated from ${joined(tied.map(nameOf))}`,
          `${begin}, not separated from ${tied.length === 1 ? 'the next one' : `${tied.length} others`}`,
        ],
    alike.length === 0 ? '' : byName(alike, (verb) => `${verb('takes', 'take')} about as long`),
    misses,
    returns,
    next === undefined
      ? ''
      : [...nextText, ...byName(behind, (verb) => `${verb('reaches', 'reach')} it later`)],
    ...(part.length > 1
      ? [
          byName(
            part.map(({ result }) => result),
            () => 'reach it in some seeds only',
          ),
        ]
      : partly),
  );
}

/** True where an error that comes to a level is above it in the end, in the mean of the seeds. */
function endsAbove(result: Named, level: number): boolean {
  const errors = [...result.seeds('floor').values()].map(({ high }) => high);
  return errors.every(Number.isFinite) && !settlesAt(mean(errors), level);
}
