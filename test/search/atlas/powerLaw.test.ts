/** Powers by least squares: planted ones exactly, a line by hand, and what is not determined. */
import { expect, test } from 'vitest';
import { powerLaw, type PowerRow } from '../../../src/search/atlas/powerLaw.ts';

const ETAS = [0.001, 0.003, 0.02];
const GAPS = [1, 4, 16, 50];
const planted = (group: string, factor: number): PowerRow[] =>
  ETAS.flatMap((eta) => GAPS.map((H) => ({ y: factor * Math.sqrt(eta) * H ** -1.25, x: [eta, H], group })));
const lawOf = (rows: readonly PowerRow[]) => {
  const law = powerLaw(rows);
  if ('reason' in law) throw new Error(law.reason);
  return law;
};

test('planted powers are found exactly, whatever factor each group has', () => {
  const { powers, explained, freedom } = lawOf([...planted('iid', 0.3), ...planted('markov', 7e-5)]);
  expect(powers.map(({ exponent }) => exponent)).toEqual([
    expect.closeTo(0.5, 12),
    expect.closeTo(-1.25, 12),
  ]);
  for (const { standardError } of powers) expect(standardError).toBeLessThan(1e-12);
  expect(explained).toBeCloseTo(1, 12);
  expect(freedom).toBe(24 - 2 - 2);
});

test('a line by hand: x = 1, e, e², log y = 0, 2, 1', () => {
  const { powers, explained, freedom } = lawOf(
    [0, 2, 1].map((logarithm, k) => ({ y: Math.exp(logarithm), x: [Math.exp(k)], group: '' })),
  );
  // slope ½; residuals −½, 1, −½; s² = 1.5, over Σ (x − 1)² = 2
  expect(powers[0]!.exponent).toBeCloseTo(0.5, 14);
  expect(powers[0]!.standardError).toBeCloseTo(Math.sqrt(1.5 / 2), 14);
  expect(explained).toBeCloseTo(0.25, 14);
  expect(freedom).toBe(1);
});

test('a constant is described by powers 0', () => {
  const { powers, explained } = lawOf(planted('', 1).map((row) => ({ ...row, y: 0.02 })));
  for (const { exponent } of powers) expect(Math.abs(exponent)).toBeLessThan(1e-12);
  expect(explained).toBe(1);
});

test.each([
  ['axes in lockstep', planted('', 1).map((row) => ({ ...row, x: [row.x[0]!, row.x[0]! ** 2] }))],
  ['too few cells', planted('', 1).slice(0, 3)],
  [
    'an axis that varies between groups alone',
    planted('', 1).map((row) => ({ ...row, group: `${row.x[1]}` })),
  ],
  ['no axis', planted('', 1).map((row) => ({ ...row, x: [] }))],
])('%s: no powers', (_words, rows) => {
  expect(powerLaw(rows)).toHaveProperty('reason');
});
