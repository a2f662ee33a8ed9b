import { describe, expect, test } from 'vitest';
import { type AliasTable, aliasTable } from '../../src/maths/aliasTable.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../oracles/tailBounds.ts';

const WORDS = 2 ** 32;

/**
 * How many of all 2³² words pick each column, exactly, without drawing them all: the words are cut
 * into as many equal stretches as the row has successors, and within a stretch the draw changes at
 * most once, from a slot's own successor to its alias. A bisection finds where.
 */
function wordCounts(table: AliasTable, row: number, columns: number, slots: number): number[] {
  const counts = new Array<number>(columns).fill(0);
  for (let k = 0; k < slots; k++) {
    const from = Math.ceil((k * WORDS) / slots);
    const to = Math.ceil(((k + 1) * WORDS) / slots);
    const first = table.draw(row, from);
    let low = from;
    let high = to;
    // draws in [from, low] are `first`, draws in [high, to) are not
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (table.draw(row, middle) === first) low = middle;
      else high = middle;
    }
    counts[first]! += high - from;
    if (high < to) counts[table.draw(row, high)]! += to - high;
  }
  return counts;
}

function expectExact(rows: readonly (readonly number[])[]): void {
  const columns = rows[0]!.length;
  const table = aliasTable(Float64Array.from(rows.flat()), rows.length, columns);
  for (const [r, row] of rows.entries()) {
    const slots = row.filter((p) => p > 0).length;
    const counts = wordCounts(table, r, columns, slots);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(WORDS);
    row.forEach((p, c) => {
      if (p === 0) expect(counts[c]).toBe(0);
      // the promised slots · 2⁻³², as counts of words
      else expect(Math.abs(counts[c]! - p * WORDS), `row ${r}, column ${c}`).toBeLessThanOrEqual(slots);
    });
  }
}

describe('the share of all 2³² words that picks a successor is its probability to within slots · 2⁻³²', () => {
  test('for ¾ and ¼, a sure successor, and one of three with probability 0', () => {
    expectExact([
      [0.75, 0.25, 0],
      [0, 0, 1],
      [0.5, 0, 0.5],
    ]);
  });

  test('for equal shares of 3, 7 and 10', () => {
    for (const n of [3, 7, 10]) expectExact([new Array<number>(n).fill(1 / n)]);
  });

  test('for a success of 10⁻⁹ beside a near certainty', () => {
    expectExact([[1e-9, 1 - 1e-9]]);
  });

  test('for 60 random rows of up to 100 successors, some of probability 0', () => {
    const uniform = ownUniforms(8);
    for (let time = 0; time < 60; time++) {
      const n = 1 + Math.floor(100 * uniform());
      const weights = Array.from({ length: n }, (_, k) => (k > 0 && uniform() < 0.3 ? 0 : uniform() ** 4));
      const sum = weights.reduce((total, w) => total + w, 0);
      expectExact([weights.map((w) => w / sum)]);
    }
  });

  test('for rows whose sum misses 1 by rounding, as if they were scaled to it', () => {
    expectExact([[0.1, 0.2, 0.3, 0.4 + 1e-10]]);
  });
});

test('a table of 65,536 columns names the last of them, and one of more is refused', () => {
  const row = new Float64Array(65_536);
  row[65_535] = 0.5;
  row[3] = 0.5;
  const table = aliasTable(row, 1, row.length);
  expect(wordCounts(table, 0, row.length, 2)[65_535]).toBe(WORDS / 2);
  expect(() => aliasTable(new Float64Array(65_537), 1, 65_537)).toThrow(
    /^65537 columns; there may be 65536$/,
  );
});

test('a row without a possible successor is refused', () => {
  expect(() => aliasTable(Float64Array.of(1, 0, 0, 0), 2, 2)).toThrow(/^row 1 has no possible successors/);
});

test('200,000 draws by the program’s own generator fit the row: χ² passes with probability 1 − 10⁻⁸', () => {
  const row = [0.05, 0.4, 0.001, 0.3, 0.249];
  const table = aliasTable(Float64Array.from(row), 1, row.length);
  const generator = generatorFor(1, 'a test');
  const counts = row.map(() => 0);
  for (let k = 0; k < 200_000; k++) counts[table.draw(0, generator.uint32())]!++;
  expect(pearson(counts, row)).toBeLessThan(chiSquareBound(row.length - 1, ONE_IN_1E8));
});
