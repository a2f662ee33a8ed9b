import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { numberCell, readNumberCell, textCell } from '../../src/recording/csvCell.ts';

describe('numberCell', () => {
  test('every double reads back as itself, the sign of zero included', () => {
    fc.assert(
      fc.property(fc.double(), (x) => Object.is(readNumberCell(numberCell(x)), x)),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test('NaN is an empty cell, infinities are words, and −0 keeps its sign', () => {
    expect([NaN, Infinity, -Infinity, -0, 0].map(numberCell)).toEqual([
      '',
      'Infinity',
      '-Infinity',
      '-0',
      '0',
    ]);
  });
});

describe('textCell', () => {
  test('text with commas and quotes comes back through a CSV reader', () => {
    const cells = ['local-sa', 'a, b', 'say "x"', '"', ''];
    expect(parse(cells.map(textCell).join(','))).toEqual([cells]);
    expect(textCell('local-sa')).toBe('local-sa');
  });

  test('a line break is refused, since a row is a line', () => {
    expect(() => textCell('a\nb')).toThrow(new RangeError('a cell must not hold a line break, got "a\\nb"'));
  });
});
