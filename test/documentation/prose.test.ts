/** Documents have short sentences and the project's terms. */
import { expect, test } from 'vitest';
import { DOCUMENTS, readDocument } from './documents.ts';
import { MOST_WORDS, readable, sentencesOf, wordCount } from './prose.ts';
import { has, TERMS } from './terms.ts';

/** What is wrong in a line of a document. */
const faultsOf = (line: string): string[] => [
  ...sentencesOf(line)
    .filter((sentence) => wordCount(sentence) > MOST_WORDS)
    .map((sentence) => `${wordCount(sentence)} words: ${sentence}`),
  ...TERMS.filter((term) => has(term, readable(line))).map(
    ({ pattern, instead }) => `“${pattern}”, instead: ${instead}`,
  ),
];

/** Texts made from what scenarios say, quotations of papers, and what is not yet in the words of the list. */
const UNCHECKED = ['docs/gallery.md', 'docs/papers/', 'docs/claims.md', 'CHANGELOG.md'];

test.each(DOCUMENTS.filter((path) => !UNCHECKED.some((each) => path.startsWith(each))))('%s', (path) => {
  const faults = readDocument(path).prose.flatMap((line, at) =>
    faultsOf(line).map((fault) => `${path}:${at + 1}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('a sentence of 26 words and a word of the list are faults; 25 words and code are not', () => {
  const sentence = (words: number): string => `${'word '.repeat(words - 1)}end.`;
  expect(faultsOf(sentence(26))).toHaveLength(1);
  expect(faultsOf(`* ${sentence(26)}`)).toHaveLength(1);
  expect(faultsOf(`${sentence(3)} ${sentence(26)}`)).toHaveLength(1);
  expect(faultsOf('The final error stands beside it.')).toEqual([
    '“beside”, instead: next to, compared with',
  ]);
  expect(faultsOf('| its floor | a cell |')).toHaveLength(1);
  expect(faultsOf(`${sentence(25)} The column \`floor\`.`)).toEqual([]);
});
