/** What theory expects of a sweep's floors: a line breaks where a point has no theory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawChart, SMALL } from '../../../src/report/chart/draw.ts';
import { HUES } from '../../../src/report/palette.ts';
import { partsOf } from '../../../src/report/expectedFloor.ts';
import { readSweep } from '../../../src/report/sweep/sweepData.ts';
import { floorChart, floorTable, hasOthers, theoryOfPoints } from '../../../src/report/sweep/sweepFigures.ts';
import { SEEDS, sweepFolder } from './sweepFile.ts';

const H = [1, 5, 10, 20, 40];

function sweep(): string {
  const folder = sweepFolder(H, ['a']);
  const results = H.flatMap((value) =>
    SEEDS.map((seed) => `a${value},${value},a,${seed},completed,9,9,9,0.5,${value / 100},1,72\n`),
  );
  writeFileSync(join(folder, 'results.csv'), `header\n${results.join('')}`);
  return folder;
}

/** The parts of an expectation, of which nothing is asked here. */
const PARTS = partsOf({ value: 1, relativeError: 0 }, { value: 0, relativeError: 0 });

const chartWith = (expected: readonly number[]) =>
  floorChart(
    readSweep(sweep()),
    'H',
    () => ({ title: 'A', hue: HUES[0]! }),
    new Map(
      expected.map((value) => [
        `a${value}`,
        { mean: value / 100, ...PARTS, basis: 'observations', relativeError: 0 },
      ]),
    ),
  )!;

test.each([
  [[1, 5, 10, 20, 40], [5]],
  [
    [1, 5, 20, 40],
    [2, 2],
  ],
  [
    [1, 10, 40],
    [1, 1, 1],
  ],
  [[], []],
])('with theory at %j there are lines through so many points: %j', (expected, lengths) => {
  const chart = chartWith(expected);
  const dashed = chart.series.filter(({ line }) => line === 'dashed');
  expect(dashed.map(({ points }) => points.length)).toEqual(lengths);
  expect(dashed.flatMap(({ points }) => points.map(({ y }) => Number((100 * y).toFixed(9))))).toEqual(
    expected,
  );
  // Behind the sample in the key; a line through one point is a short dash.
  const drawn = [...drawChart(chart, SMALL).matchAll(/ d="(M[^"]+)"[^>]*stroke-dasharray="7.2,4.4"/g)];
  expect(drawn.slice(1).map(([, d]) => d!.split('L').length)).toEqual(
    lengths.map((length) => Math.max(2, length)),
  );
});

test('an approximation is dash-dotted, with its estimated error as a band in figure and data', () => {
  const expected = new Map(
    [1, 5].map((value) => [
      `a${value}`,
      {
        ...{ mean: value / 100, ...PARTS, neglects: 'x', relativeError: 0.04 },
        basis: 'observations' as const,
      },
    ]),
  );
  const data = readSweep(sweep());
  const style = () => ({ title: 'A', hue: HUES[0]! });
  const chart = floorChart(data, 'H', style, expected)!;
  const [, theory] = chart.series;
  expect(theory).toMatchObject({ line: 'dash-dotted', spread: 'band' });
  expect(theory!.points[1]!.low).toBeCloseTo(0.048, 12);
  const rows = floorTable(chart, data, theoryOfPoints(data, 'H', style, expected)).split('\n');
  expect(rows.find((row) => row.startsWith('A expected,5,'))).toBe(
    `A expected,5,0.05,${0.05 * 0.96},${0.05 * 1.04},± 4.0 %`,
  );
});

test('names in lockstep are one: beside them nothing else is held at a best point', () => {
  const axes = ['H', 'T', 'η'].map((name) => ({ name, values: [1, 2] }));
  const zip = { H: [1, 2], T: [1, 2] };
  expect(hasOthers({ axes, file: { zip } } as never, 'H')).toBe(true);
  expect(hasOthers({ axes: axes.slice(0, 2), file: { zip } } as never, 'H')).toBe(false);
  expect(hasOthers({ axes: axes.slice(0, 2), file: { zip: {} } } as never, 'H')).toBe(true);
});
