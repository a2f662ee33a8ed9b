import { expect, test } from 'vitest';
import { type Chart, describe, type Series } from '../../../src/report/chart/chart.ts';
import { drawChart } from '../../../src/report/chart/draw.ts';
import { logScale, placesScale } from '../../../src/report/chart/scale.ts';
import { HUES } from '../../../src/report/palette.ts';

const SIZE = { width: 500, height: 300, letters: 10, values: false };

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

const numbers = (svg: string, pattern: RegExp): number[] =>
  [...svg.matchAll(pattern)].map((found) => Number(found[1]));

test('dots lie in the middle of their bars, those of two series side by side', () => {
  const svg = drawChart(chartAt([1, 100]), SIZE);
  const [top, bottom] = [26, 260];
  expect(numbers(svg, /cy="([\d.]+)"/g)).toEqual(Array(4).fill((top + bottom) / 2));
  const [a, , b] = numbers(svg, /cx="([\d.]+)"/g);
  expect(b! - a!).toBeGreaterThan(1);
  const ends = /M[\d.]+,([\d.]+)V([\d.]+)M/.exec(svg)!.slice(1).map(Number);
  expect((ends[0]! + ends[1]!) / 2).toBeCloseTo((top + bottom) / 2, 1);
});

test('labels of places that would overlap are left out; dots stay', () => {
  const places = [1_000_000, 1_000_001, 10_000_000];
  const svg = drawChart(chartAt(places), SIZE);
  expect([...svg.matchAll(/>([\d.]+)<\/text>/g)].map(([, label]) => label)).toEqual(['1000000', '10000000']);
  expect(svg.match(/<circle/g)).toHaveLength(6);
});

test('text is escaped, and the description has every point', () => {
  const chart = chartAt([1, 2]);
  expect(drawChart(chart, SIZE)).toContain('<title>A &lt; B</title>');
  expect(describe(chart)).toBe(
    'error against agents, both axes logarithmic. a: 10.0 at 1, 10.0 at 2; more. b: 10.0 at 1, 10.0 at 2; more.',
  );
});
