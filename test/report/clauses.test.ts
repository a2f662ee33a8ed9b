/** A sentence that becomes part of another has neither a capital letter nor a stop; names stay as they are. */
import { expect, test } from 'vitest';
import { sentenceOf, sentencesOf } from '../../src/report/clauses.ts';

test.each([
  ['The server may not have converged.', 'The error is 3; the server may not have converged.'],
  ['No seed has completed.', 'The error is 3; no seed has completed.'],
  ['Local SA’s is higher', 'The error is 3; Local SA’s is higher.'],
])('after a semicolon: %s', (clause, sentence) => {
  expect(sentenceOf('the error is 3', clause)).toBe(sentence);
});

test('in a sentence of its own it begins with a capital letter again', () => {
  const long = `the error is ${Array.from({ length: 22 }, () => 'so').join(' ')} low`;
  expect(sentencesOf(long, 'The server may not have converged.')).toMatch(
    /^The error .* low\. The server may not have converged\.$/,
  );
});
