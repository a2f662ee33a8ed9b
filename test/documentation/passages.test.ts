/** The picture of a first touch and a passage shows what its errors have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { passageRow } from '../../src/measurement/passage.ts';

test('docs/images/passages.svg marks the first touch and the round that reaches ε', () => {
  const svg = readFileSync(join(import.meta.dirname, '../../docs/images/passages.svg'), 'utf8');
  const [, errors, epsilon, touched, reached] =
    /<desc>errors ([\d. ]+); epsilon (\d+); touched (\d+); reached (\d+)</.exec(svg)!;
  const values = errors!.split(' ').map(Number);
  const rounds = values.map((_, round) => round);
  expect(passageRow(rounds, values, Number(epsilon))).toBe(Number(reached));
  expect(passageRow(rounds, values, `first:${Number(epsilon)}`)).toBe(Number(touched));
  // Both are marked where their errors are drawn.
  const [, line] = /<path d="(M[^"]*)" fill="none" stroke="#0072b2"/.exec(svg)!;
  const places = line!.slice(1).split('L');
  const marked = [...svg.matchAll(/<circle cx="(\d+)" cy="([\d.]+)"/g)].map(([, x, y]) => `${x},${y}`);
  expect(marked).toEqual([places[Number(touched)], places[Number(reached)]]);
});
