/** Tables fit a terminal, or fold. */
import { expect, test } from 'vitest';
import { table, visibleLength } from '../../src/commandLine/textTable.ts';

const SOURCE = 'the mean at the end of its curve, which neglects the rest';
const ROWS = [
  ['', 'η', 'round factor', 'limit error', 'source'],
  ['Local SA', '0.02', '0.756874', '2.14 × 10⁻⁴', SOURCE],
  ['FedHSA', '0.1', '–', '12', 'exact'],
];

test('with room for all columns a table has a line for each row, numbers to the right', () => {
  expect(table(ROWS, Infinity)).toEqual([
    '               η  round factor  limit error  source',
    `  Local SA  0.02      0.756874  2.14 × 10⁻⁴  ${SOURCE}`,
    '  FedHSA     0.1             –           12  exact',
  ]);
});

test('a text that fits no line is a sentence for each row', () => {
  expect(table(ROWS, 50)).toEqual([
    '               η  round factor  limit error',
    '  Local SA  0.02      0.756874  2.14 × 10⁻⁴',
    '  FedHSA     0.1             –           12',
    '  Local SA, source: the mean at the end of its',
    '    curve, which neglects the rest',
    '  FedHSA, source: exact',
  ]);
});

test('columns that have no room beside the others follow below them, with the first', () => {
  expect(table(ROWS, 40).slice(0, 6)).toEqual([
    '               η  round factor',
    '  Local SA  0.02      0.756874',
    '  FedHSA     0.1             –',
    '            limit error',
    '  Local SA  2.14 × 10⁻⁴',
    '  FedHSA             12',
  ]);
});

test.each([30, 40, 50, 60, 80, 100, 120])('in %d columns no line is wider, and no cell is lost', (room) => {
  const lines = table(ROWS, room);
  expect(Math.max(...lines.map(visibleLength))).toBeLessThanOrEqual(room);
  const words = lines.join(' ').replace(/\s+/g, ' ');
  for (const cell of ROWS.flat()) expect(words).toContain(cell);
});
