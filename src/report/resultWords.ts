/** Results in a sentence: their names, how long their runs were, and verbs that agree with their number. */
import type { Named } from '../configuration/found.ts';
import { grouped } from '../values/numbers.ts';
import { joined } from './comparisons.ts';

/** A name in a sentence: one with a comma or a number of its own is quoted. */
export const nameOf = ({ title }: Named): string => (/,|\d+ of |of \d/.test(title) ? `“${title}”` : title);

/** `Local SA’s`. */
export const genitive = (result: Named): string => {
  const name = nameOf(result);
  return `${name}’${name.endsWith('s') ? '' : 's'}`;
};

/** `5 rounds`, or `600 s` where time alone is the same; empty where neither is. */
function lengthOf(all: readonly Named[], units: readonly ('rounds' | 'seconds')[]): string {
  for (const unit of units) {
    const [length, ...others] = new Set(all.map((result) => result.length[unit]));
    if (length === undefined || others.length > 0 || !Number.isFinite(length)) continue;
    return unit === 'seconds' ? `${grouped(length)} s` : `${grouped(length)} round${length === 1 ? '' : 's'}`;
  }
  return '';
}

/** `after 5 rounds`, where all runs are as long. */
export function lengthText(all: readonly Named[]): string {
  const length = lengthOf(all, ['rounds', 'seconds']);
  return length === '' ? 'in these runs' : `after ${length}`;
}

/** `within 600 s`: seconds say more of who comes first. */
export function withinText(all: readonly Named[]): string {
  const length = lengthOf(all, ['seconds', 'rounds']);
  return length === '' ? 'in these runs' : `within ${length}`;
}

/** A clause about some results: by their names, or if that is too long by how many they are. */
export const listed = (results: readonly Named[], words: (subject: string) => string): readonly string[] => [
  words(joined(results.map(nameOf))),
  ...(results.length > 1 ? [words(`${results.length} others`)] : []),
];

/** A clause about some results, with its verb: by their names, or if that is too long by how many they are. */
export const byName = (
  results: readonly Named[],
  words: (verb: (singular: string, several: string) => string) => string,
): readonly string[] =>
  listed(
    results,
    (subject) => `${subject} ${words((singular, several) => plural(results, singular, several))}`,
  );

/** The verb of one subject, or of several. */
export const plural = (subjects: readonly unknown[], singular: string, several: string): string =>
  subjects.length === 1 ? singular : several;
