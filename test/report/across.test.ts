/** What is drawn of floors against a number: which lines, of which kinds. */
import { expect, test } from 'vitest';
import { acrossChart, type AcrossLine, acrossTable } from '../../src/report/across.ts';
import { HUES } from '../../src/report/palette.ts';

const places = [1, 10, 100];
const valued = (compute: (at: number) => number) =>
  places.map((at) => ({ at, mean: compute(at), relativeError: 0 }));
const line = (more: Partial<AcrossLine>, isNoPowerLaw = false): AcrossLine => ({
  algorithm: 'a',
  points: valued((at) => 1 / at).map((entry) => ({
    ...entry,
    panel: 'p',
    interval: undefined,
    values: [entry.mean],
  })),
  fit: { intercept: 0, slope: -1, halfWidth: NaN, values: 3, zeros: 0, isNoPowerLaw },
  ...{ isPartial: false, expected: [], notes: [], drift: [], expectedSlope: undefined, ...more },
});
const chartOf = (acrossLine: AcrossLine) =>
  acrossChart([acrossLine], 'agents', 'error', () => ({ title: 'A', hue: HUES[0]! }), { slope: -1 });
const kinds = (acrossLine: AcrossLine) => chartOf(acrossLine).series.map((series) => series.line);

test('a fit is drawn where means lie on a line, and only there; its slope is said either way', () => {
  expect(kinds(line({}))).toEqual(['thin', 'solid', 'guide']);
  expect(kinds(line({}, true))).toEqual(['solid', 'guide']);
  expect(chartOf(line({}, true)).series[0]!.label).toEqual(['A', 'slope −1.00, not a power law']);
});

test('theory is dashed where it is exact, dash-dotted where it neglects something; what drift leaves is dotted', () => {
  const [expected, drift] = [valued((at) => 2 / at), valued(() => 0.1)];
  expect(kinds(line({ expected, drift }))).toEqual(['thin', 'solid', 'dashed', 'dotted', 'guide']);
  const approximate = line({ expected: expected.map((entry) => ({ ...entry, relativeError: 0.05 })) });
  expect(kinds(approximate)).toEqual(['thin', 'solid', 'dash-dotted', 'guide']);
  const { kinds: words, series } = chartOf(approximate);
  expect(words!['dash-dotted']).toBe('approximate expectation, ± its estimated error');
  const [, , banded] = series;
  expect(banded).toMatchObject({ spread: 'band' });
  expect(banded!.points[0]).toEqual({ x: 1, y: 2, low: 1.9, high: 2.1 });
});

test('of one seed each there are no bars', () => {
  expect(chartOf(line({})).series.every(({ spread }) => spread === undefined)).toBe(true);
  const points = line({}).points.map((point) => ({
    ...point,
    interval: { low: point.mean / 2, high: 2 * point.mean },
  }));
  expect(chartOf(line({ points })).series[1]!.spread).toBe('bars');
});

test('the CSV says at each place what an expectation is over, or why there is none', () => {
  const notes = [
    { at: 1, note: 'over schedules' },
    { at: 10, note: 'too many, more than 8e+6' },
  ];
  const [head, ...rows] = acrossTable([line({ expected: [{ at: 1, mean: 2, relativeError: 0.05 }], notes })])
    .trimEnd()
    .split('\n');
  expect(head).toMatch(/,expected,expectedRelativeError,expectedSlope,withoutNoise,expectedNote$/);
  expect(rows.map((row) => row.replace(/^.*NaN,|^(?:[^,]*,){9}/, ''))).toEqual([
    '2,0.05,,,over schedules',
    ',,,,"too many, more than 8e+6"',
    ',,,,',
  ]);
});
