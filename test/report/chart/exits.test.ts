import { expect, test } from 'vitest';
import type { LineStyle, Series } from '../../../src/report/chart/chart.ts';
import { exits } from '../../../src/report/chart/exits.ts';
import { linearScale, logScale } from '../../../src/report/chart/scale.ts';
import { HUES } from '../../../src/report/palette.ts';

const curve = (values: readonly number[], line: LineStyle = 'solid'): Series => ({
  ...{ name: 'A', hue: HUES[0]!, line },
  points: values.map((y, x) => ({ x, y })),
});

/** An axis from 1e-4 to 1, with 4 % of air at both ends. */
const sentencesOf = (...series: readonly Series[]): string[] =>
  exits(
    {
      ...{ name: 'c', title: 'c', references: [], series },
      x: { title: 'round', scale: linearScale(10, 5), words: (place) => `at round ${place}` },
      y: { title: 'y', scale: logScale([1e-4, 1]) },
    },
    ({ name }) => name,
  );

test.each([
  ['nothing of a line inside', [1, 1e-2, 1e-4], []],
  [
    'a line that falls below',
    [1, 1e-3, 1e-6, 6e-9],
    ['A leaves the figure at round 2: 6.00 × 10⁻⁹ at round 3.'],
  ],
  ['one that comes back', [1, 2e-7, 1e-3], ['A leaves the figure at round 1: 2.00 × 10⁻⁷ at round 1.']],
  ['one whose last value is below', [1, 1e-7], ['A leaves the figure at round 1: 1.00 × 10⁻⁷ at round 1.']],
  ['one to zero', [1, 0.1, 0], ['A leaves the figure at round 2: 0 at round 2.']],
  ['one that is cut above', [1, 1, 1e3], ['A leaves the figure at round 2.']],
  ['one far above', [1, 1e3, 1e5], ['A leaves the figure at round 1: 100,000 at round 2.']],
  ['one that begins above', [1e3, 0.1], ['A begins outside the figure: 1,000 at round 0.']],
  ['one that lies below', [1e-9, 1e-8], ['A lies outside the figure: 1.00 × 10⁻⁹ at round 0.']],
])('%s', (_, values, sentences) => {
  expect(sentencesOf(curve(values))).toEqual(sentences);
});

test('fits and guides are no results', () => {
  expect(sentencesOf(curve([1e-9, 1], 'thin'), curve([1e-9, 1], 'guide'))).toEqual([]);
});
