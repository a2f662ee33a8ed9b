/** The size of a sentence about results: at most 25 words and four numbers. */
import { SUPERSCRIPTS } from '../values/numbers.ts';

const MOST_WORDS = 25;
const MOST_NUMBERS = 4;

const POWER = `(?: × 10[⁻${SUPERSCRIPTS}]+|(?<=\\b10)[⁻${SUPERSCRIPTS}]+)?`;

/**
 * A number with its unit and what it is worth: `320 s [124, 821]`, `(5.37 [4.05, 7.12]) × 10⁻⁶`, `0.3 (seeds 0.29, 0.31)`; a range of
 * rounds, `22–30`, is one. A parameter's value, `α = 0.05`, is part of its name.
 */
const NUMBER = new RegExp(
  `(?:[^\\s\\d] = )?\\(?[−±]?(?:∞|\\d(?:[\\d,.–]*\\d)?)${POWER}(?: s(?!\\w))?` +
    `(?: \\[[^\\]]*\\]| \\(seeds [^)]*\\)| ± [\\d.]+)?\\)?${POWER}(?: %)?`,
  'g',
);
const QUOTED = /“[^”]*”/g;

/** How many words and numbers a sentence has; a number is a word, its interval is part of it, and the numbers of a quoted name are none. */
export function sizeOf(sentence: string): { readonly words: number; readonly numbers: number } {
  const named = sentence.replaceAll(QUOTED, (name) => name.replaceAll(/[\d=]/g, 'N'));
  const numbers = named.match(NUMBER) ?? [];
  const words = named.replaceAll(NUMBER, '0').split(/\s+/);
  return {
    words: words.filter((word) => /[\p{L}\d]/u.test(word)).length,
    numbers: numbers.filter((number) => !number.includes(' = ')).length,
  };
}

const fits = (sentence: string): boolean => {
  const { words, numbers } = sizeOf(sentence);
  return words <= MOST_WORDS && numbers <= MOST_NUMBERS;
};

/** A clause, or its wordings from the longest to the shortest. */
export type Clause = string | readonly string[];

/** One sentence of clauses in order of their importance: of each the longest wording with which the sentence is not too long; empty of none. */
export const sentenceOf = (...clauses: readonly Clause[]): string => sentencesWithin(1, clauses);

/** One sentence or two of clauses in order of their importance; what has no place in the first begins the second. */
export const sentencesOf = (...clauses: readonly Clause[]): string => sentencesWithin(2, clauses);

function sentencesWithin(most: number, clauses: readonly Clause[]): string {
  const sentences: string[] = [];
  for (const clause of clauses) {
    const wordings = (typeof clause === 'string' ? [clause] : clause)
      .filter((words) => words !== '')
      .map(asClause);
    if (wordings.length === 0) continue;
    const last = sentences.at(-1);
    const longer = last === undefined ? [] : wordings.map((words) => `${last}; ${words}`);
    const hasRoom = sentences.length < most;
    const added = longer.find((words, k) => fits(words) && (k === 0 || !hasRoom));
    if (added !== undefined) sentences[sentences.length - 1] = added;
    else if (hasRoom) sentences.push(wordings.find(fits) ?? wordings.at(-1)!);
  }
  return sentences.map((sentence) => `${begun(sentence)}.`).join(' ');
}

/** The words by which sentences about results begin, other than names, which are as they are. */
const BEGINNINGS = 'the|no|of|only|those|whether|from|at|it|one seed does';
const CAPITAL = new RegExp(`^(?:${BEGINNINGS}) `, 'i');

/** A sentence as a part of another: without its stop and its capital letter. */
const asClause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(CAPITAL, (word) => word.toLowerCase());

/** A sentence begins with a capital letter. */
const begun = (sentence: string): string =>
  sentence.replace(CAPITAL, (word) => word[0]!.toUpperCase() + word.slice(1));
