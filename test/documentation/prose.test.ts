/** textlint checks documents by .textlintrc.json; here, that it notices what it is for. Half a second: it loads its packages. */
import { createLinter, loadTextlintrc } from 'textlint';
import { expect, test } from 'vitest';

test('a sentence of 26 words and a word of the list are errors; 25 words and code are not', async () => {
  const linter = createLinter({ descriptor: await loadTextlintrc() });
  const sentence = (words: number): string => `${'word '.repeat(words - 1)}end.`;
  const rulesOf = async (text: string): Promise<string[]> =>
    (await linter.lintText(text, 'docs/planted.md')).messages.map(({ ruleId }) => ruleId);
  expect(await rulesOf(sentence(26))).toEqual(['en-max-word-count']);
  expect(await rulesOf(`* ${sentence(26)}`)).toEqual(['en-max-word-count']);
  expect(await rulesOf('The final error stands beside it.')).toEqual(['terminology']);
  expect(await rulesOf('| a cell |\n| --- |\n| its floor |')).toEqual(['terminology']);
  expect(await rulesOf(`${sentence(25)} The column \`floor\`.`)).toEqual([]);
});
