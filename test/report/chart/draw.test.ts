import { expect, test } from 'vitest';
import { asideOf, type Chart, describe, type Series, withinReach } from '../../../src/report/chart/chart.ts';
import { drawChart, LARGE, SMALL } from '../../../src/report/chart/draw.ts';
import { linearScale, logScale, placesScale } from '../../../src/report/chart/scale.ts';
import { withoutKey } from './withoutKey.ts';
import { HUES, INK } from '../../../src/report/palette.ts';

const SIZE = { width: 500, height: 300, letters: 10 };

/** Two series through (x, 10) with intervals from 1 to 100. */
function chartAt(places: readonly number[]): Chart {
  const series = ['a', 'b'].map((name, index): Series => ({
    ...{ name, label: [name, 'more'], hue: HUES[index]!, line: 'solid', dots: 'all', spread: 'bars' },
    points: places.map((x) => ({ x, y: 10, low: 1, high: 100 })),
  }));
  const axes = {
    x: { title: 'agents', scale: placesScale(places) },
    y: { title: 'error', scale: logScale([1, 100]) },
  };
  return { name: 'c', title: 'A < B', ...axes, series, references: [] };
}

/** Middles of markers: those of a circle and of a square go by the extremes of their outlines. */
function markersIn(svg: string): [x: number, y: number][] {
  const outlines = [...svg.matchAll(/class="marker" d="M([^"]+)Z"/g)].map(([, d]) => d!);
  return outlines.map((d) => {
    const arc = /^([\d.]+) ([\d.]+)a([\d.]+)/.exec(d);
    if (arc !== null) return [Number(arc[1]) + Number(arc[3]), Number(arc[2])];
    const corners = d.split('L').map((corner) => corner.split(' ').map(Number));
    const middle = (k: number): number =>
      corners.reduce((sum, corner) => sum + corner[k]!, 0) / corners.length;
    return [middle(0), middle(1)];
  });
}

test('dots lie in the middle of their bars, those of two series side by side', () => {
  const svg = withoutKey(drawChart(chartAt([1, 100]), SIZE));
  // One row of the key is 15 high.
  const [top, bottom] = [15 + 26, 15 + 260];
  const places = markersIn(svg);
  expect(places.map(([, y]) => y)).toEqual(Array(4).fill(expect.closeTo((top + bottom) / 2, 1)));
  expect(places[2]![0] - places[0]![0]).toBeGreaterThan(1);
  const ends = /M([\d.]+) ([\d.]+)L\1 ([\d.]+)M/.exec(svg)!.slice(2).map(Number);
  expect((ends[0]! + ends[1]!) / 2).toBeCloseTo((top + bottom) / 2, 1);
});

test('what theory expects of bars stands where they do, and a fit where its numbers are', () => {
  const { series } = chartAt([1, 100]);
  const [a, b] = series.map((series, k): Series => ({ ...series, key: 'ab'[k]! })) as [Series, Series];
  const { spread: _spread, ...line } = b;
  const [expected, fit]: Series[] = [
    { ...line, line: 'dashed' },
    { ...line, line: 'thin' },
  ];
  const all = [a, b, expected!, fit!];
  expect(all.map((series) => asideOf(all, series))).toEqual([-0.5, 0.5, 0.5, 0]);
});

test('labels of places that would overlap are left out; dots stay', () => {
  const places = [1_000_000, 1_000_001, 10_000_000];
  const svg = drawChart(chartAt(places), SIZE);
  expect([...svg.matchAll(/>([\d,]+)<\/text>/g)].map(([, label]) => label)).toEqual([
    '1,000,000',
    '10,000,000',
  ]);
  expect(markersIn(withoutKey(svg))).toHaveLength(6);
});

test('labels of a linear axis stay evenly spaced where some are left out', () => {
  const chart = chartAt([0, 4000]);
  const narrow = { ...chart, x: { title: 'seconds', scale: linearScale(4000, 8) } };
  const labelsAt = (width: number): number[] =>
    [...drawChart(narrow, { ...SIZE, width }).matchAll(/text-anchor="middle"[^>]*>([\d,]+)<\/text>/g)].map(
      ([, label]) => Number(label!.replace(',', '')),
    );
  expect(labelsAt(800)).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]);
  expect(labelsAt(220)).toEqual([0, 1000, 2000, 3000, 4000]);
});

test('text is escaped, and the description has every point', () => {
  const chart = chartAt([1, 2]);
  expect(drawChart(chart, SIZE)).toContain('<title>A &lt; B</title>');
  expect(describe(chart)).toBe(
    'error against agents, both axes logarithmic. a: 10.0 at 1, 10.0 at 2; more. b: 10.0 at 1, 10.0 at 2; more.',
  );
});

test('the key names curves that lie on one another together, and marks where an interval goes on', () => {
  const chart = chartAt([1, 10, 100]);
  expect(drawChart(chart, SIZE)).toContain('>a = b</tspan>, more<');
  const [first, second] = chart.series as [Series, Series];
  const raised = { ...second, points: second.points.map((point) => ({ ...point, y: 30 })) };
  const apart = drawChart({ ...chart, series: [first, raised] }, SIZE);
  expect(apart).not.toContain('a = b');
  const arrows = (svg: string): number =>
    svg.match(/M[\d.]+ ([\d.]+)L[\d.]+ (?!\1L)[\d.]+L[\d.]+ \1(?=[M"])/g)?.length ?? 0;
  expect(arrows(apart)).toBe(0);
  const points = first.points.map(({ x, y }) => ({ x, y, ...withinReach(y, { low: 0.5, high: 40 }, 10) }));
  expect(points[0]).toMatchObject({ low: 1, high: 40, beyond: 'low' });
  expect(arrows(drawChart({ ...chart, series: [{ ...first, points }] }, SIZE))).toBe(3);
});

test('the key has a marker for each measured curve, and none for a slope that a paper claims', () => {
  const chart = chartAt([1, 100]);
  const { dots: _dots, spread: _spread, ...plain } = chart.series[0]!;
  const guide: Series = { ...plain, name: 'slope 1', label: ['slope 1'], line: 'guide' };
  const svg = drawChart({ ...chart, series: [...chart.series, guide] }, SIZE);
  const key = svg.slice(0, svg.length - withoutKey(svg).length + svg.indexOf('<g class="key">'));
  expect(key).toContain('>slope 1<');
  expect(key.match(/class="marker" d="M/g)).toHaveLength(2);
  expect(svg).not.toMatch(/class="marker"(?! d=)/);
});

test('letters are of 7 pt at least: large figures on a sheet and on a phone, small ones two in a row on a sheet', () => {
  // Letter paper has some 739 px between its margins, two columns 26 px apart; a phone 368 px between those of the page. 7 pt are 9.33 px.
  const least = ({ width, letters }: typeof LARGE, displayed: number): number =>
    (0.93 * letters * displayed) / width;
  expect(least(LARGE, 739)).toBeGreaterThan(9.33);
  expect(least(SMALL, (739 - 26) / 2)).toBeGreaterThan(9.33);
  expect(least(SMALL, 368)).toBeGreaterThan(9.33);
});

test('words at dots of several series near one another stand once, in nobody’s colour; at a dot by itself in its series’', () => {
  const chart = chartAt([1, 100]);
  const series = chart.series.map((each): Series => ({
    ...each,
    points: each.points.map((point) => ({ ...point, callout: '2 of 3' })),
  }));
  const coloursOf = (...of: readonly Series[]): (string | undefined)[] =>
    [...drawChart({ ...chart, series: of }, SIZE).matchAll(/<text[^>]*>2 of 3</g)].map(
      ([mark]) => /fill="([^"]*)"/.exec(mark)?.[1],
    );
  expect(coloursOf(...series)).toEqual([INK.light, INK.light]);
  expect(coloursOf(series[0]!)).toEqual([HUES[0]!.words.light, HUES[0]!.words.light]);
});
