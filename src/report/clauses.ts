/** The size of a sentence about results: at most 25 words and four numbers. */

const MOST_WORDS = 25;
const MOST_NUMBERS = 4;

const POWER = '(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=\\b10)[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?';

/**
 * A number with its unit and what it is worth: `320 s [124, 821]`, `(5.37 [4.05, 7.12]) × 10⁻⁶`, `0.3 (seeds 0.29, 0.31)`. A
 * parameter's value, `α = 0.05`, is part of its name.
 */
const NUMBER = new RegExp(
  `(?:[^\\s\\d] = )?\\(?[−±]?(?:∞|\\d(?:[\\d,.]*\\d)?)${POWER}(?: s(?!\\w))?` +
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
export function sentenceOf(...clauses: readonly Clause[]): string {
  let sentence = '';
  for (const clause of clauses) {
    const wordings = (typeof clause === 'string' ? [clause] : clause).filter((words) => words !== '');
    const longer = wordings.map((words) => (sentence === '' ? words : `${sentence}; ${words}`));
    sentence = longer.find(fits) ?? (sentence === '' ? (longer.at(-1) ?? '') : sentence);
  }
  return sentence === '' ? '' : `${sentence}.`;
}
