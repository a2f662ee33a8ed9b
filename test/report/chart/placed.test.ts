/** Places in a chart, by hand: a plot 100 wide and 50 high whose axes go from 0 to 10, so that a unit is 10 across and 5 up. */
import { expect, test } from 'vitest';
import type { Chart, Point, Series } from '../../../src/report/chart/chart.ts';
import { placeChart } from '../../../src/report/chart/placed.ts';
import { linearScale } from '../../../src/report/chart/scale.ts';
import { HUES } from '../../../src/report/palette.ts';

const BOX = { left: 20, top: 10, right: 120, bottom: 60 };
/** Every letter is as wide as high. */
const LETTERS = { size: 5, widthOf: (text: string) => text.length };
const AXES = {
  x: { title: 'x', scale: linearScale(10, 5) },
  y: { title: 'y', scale: linearScale(10, 5) },
};

const series = (points: readonly Point[], more: Partial<Series> = {}): Series => ({
  ...{ name: 's', hue: HUES[0]!, line: 'solid', points },
  ...more,
});

const placed = (all: readonly Series[], more: Partial<Chart> = {}) =>
  placeChart({ name: 'c', title: 'c', ...AXES, series: all, references: [], ...more }, BOX, LETTERS);

const POINTS = [
  { x: 0, y: 0, low: 0, high: 0 },
  { x: 10, y: 5, low: 4, high: 8 },
];

test('a line, the ends of its band and a limit lie where their values are; a bar without length has no ends', () => {
  const flat = POINTS.map(({ x, y }) => ({ x, y, low: y, high: y }));
  const all = [
    series(POINTS, { spread: 'band' }),
    series(POINTS, { spread: 'bars' }),
    series(flat, { spread: 'band' }),
  ];
  const { curves, references } = placed(all, {
    references: [{ name: 'l', label: 'l', hue: HUES[0]!, y: 2 }],
  });
  expect(curves[0]!.line).toEqual([
    [20, 60],
    [120, 35],
  ]);
  const [first, last] = [
    { x: 20, low: 60, high: 60, beyond: undefined },
    { x: 120, low: 40, high: 20, beyond: undefined },
  ];
  expect(curves.map(({ ends }) => ends)).toEqual([[first, last], [last], []]);
  expect(references[0]!.y).toBe(50);
});

test('bars of two series stand side by side, and so do their lines and markers', () => {
  const bars = { spread: 'bars', dots: 'all' } as const;
  const { curves } = placed([series(POINTS, bars), series(POINTS, bars)]);
  const places = curves.map(({ line, ends, valued }) => [
    line[1]![0] - 120,
    ends[0]!.x - 120,
    valued[1]!.place[0] - 120,
  ]);
  // ± half of 0.44 letters
  expect(places).toEqual([Array(3).fill(expect.closeTo(-1.1, 9)), Array(3).fill(expect.closeTo(1.1, 9))]);
});

test('six markers stand on a measured line, not at the places of another one’s, and none on what is expected', () => {
  const { curves } = placed([series(POINTS), series(POINTS), series(POINTS, { line: 'dashed' })]);
  const [first, second, expected] = curves.map(({ between }) => between);
  expect([first!.length, second!.length, expected!.length]).toEqual([6, 6, 0]);
  for (const [x, y] of [...first!, ...second!]) expect(60 - y).toBeCloseTo((x - 20) / 4, 9);
  expect(first!.some(([x]) => second!.some(([other]) => Math.abs(x - other) < 1))).toBe(false);
});

test('labels of ticks have room: every second one where all would touch', () => {
  const labels = (width: number): string[] =>
    placeChart(
      { name: 'c', title: 'c', ...AXES, series: [series(POINTS)], references: [] },
      { ...BOX, right: BOX.left + width },
      LETTERS,
    ).xTicks.map(({ label }) => label);
  expect(labels(100)).toEqual(['0', '2', '4', '6', '8', '10']);
  expect(labels(35)).toEqual(['0', '4', '8']);
});

test('words of events and levels stay inside, on the side of their line that has room, and events’ words one above another', () => {
  const { marks } = placed([series(POINTS)], {
    events: [
      { x: 1, label: 'early' },
      { x: 9, label: 'late one' },
    ],
    levels: [
      { y: 4, from: 8, label: 'root' },
      { y: 2, from: 1, to: 5, label: 'root' },
    ],
  });
  const ends = marks.map(({ label: { text, x, anchor } }) =>
    anchor === 'start' ? [x, x + 5 * text.length] : [x - 5 * text.length, x],
  );
  for (const [from, to] of ends) {
    expect(from).toBeGreaterThanOrEqual(BOX.left);
    expect(to).toBeLessThanOrEqual(BOX.right);
  }
  expect(marks.map(({ label }) => label.anchor)).toEqual(['start', 'end', 'end', 'start']);
  expect(marks[1]!.label.y - marks[0]!.label.y).toBeCloseTo(6, 9);
  expect(marks.map(({ from, to }) => [from, to])).toEqual([
    [[30, 10], [30, 60]], // prettier-ignore
    [[110, 10], [110, 60]], // prettier-ignore
    [[100, 40], [120, 40]], // prettier-ignore
    [[30, 50], [70, 50]], // prettier-ignore
  ]);
});
