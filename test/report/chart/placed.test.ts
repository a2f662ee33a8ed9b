/** Places in a chart, by hand: a plot 100 wide and 50 high whose axes go from 0 to 10, so that a unit is 10 across and 5 up. */
import { expect, test } from 'vitest';
import type { Chart, Point, Series } from '../../../src/report/chart/chart.ts';
import { boxOf } from '../../../src/report/chart/clearPlace.ts';
import { clippedLine } from '../../../src/report/chart/clip.ts';
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

test('a line, its band, its bars and a limit lie where their values are; a bar without length has no ends', () => {
  const flat = POINTS.map(({ x, y }) => ({ x, y, low: y, high: y }));
  const all = [
    series(POINTS, { spread: 'band' }),
    series(POINTS, { spread: 'bars' }),
    series(flat, { spread: 'band' }),
  ];
  const { curves, references } = placed(all, {
    references: [{ name: 'l', kind: 'limit', label: 'l', hue: HUES[0]!, y: 2 }],
  });
  expect(curves[0]!.line).toEqual([
    [20, 60],
    [120, 35],
  ]);
  const outline = [[20, 60], [120, 20], [120, 40], [20, 60]]; // prettier-ignore
  expect(curves.map(({ band }) => band)).toEqual([outline, [], []]);
  expect(curves.map(({ bars }) => bars)).toEqual([
    [],
    [{ x: 120, low: 40, high: 20, beyond: undefined }],
    [],
  ]);
  expect(references[0]!.y).toBe(50);
});

test('bars of two series stand side by side, and so do their lines and markers', () => {
  const bars = { spread: 'bars', dots: 'all' } as const;
  const { curves } = placed([series(POINTS, bars), series(POINTS, bars)]);
  const places = curves.map(({ line, bars: drawn, valued }) => [
    line[1]![0] - 120,
    drawn[0]!.x - 120,
    valued[1]!.place[0] - 120,
  ]);
  // ± half of 0.44 letters
  expect(places).toEqual([Array(3).fill(expect.closeTo(-1.1, 9)), Array(3).fill(expect.closeTo(1.1, 9))]);
});

test('a line that leaves the plot ends at its edge, enters where it comes back, and has no marker outside', () => {
  // a unit is 5 up: from 5 down to −5 it crosses 0 in the middle, and from −5 up to 15 at 0 and at 10
  const values = [5, -5, 15];
  const points = values.map((y, k) => ({ x: 4 * k, y }));
  const [curve] = placed([series(points, { dots: 'all' })]).curves;
  expect(curve!.stretches).toEqual([
    [[20, 35], [40, 60]], // prettier-ignore
    [[70, 60], [90, 10]], // prettier-ignore
  ]);
  expect(curve!.valued.map(({ place }) => place)).toEqual([[20, 35]]);
  const along = placed([series(points)]).curves[0]!.between;
  expect(along.length).toBeGreaterThan(0);
  for (const [, y] of along) expect(y).toBeGreaterThanOrEqual(10);
  for (const [, y] of along) expect(y).toBeLessThanOrEqual(60);
});

test('a band that lies below the plot is not there, one that reaches into it ends at the edge', () => {
  const outside = [0, 10].map((x) => ({ x, y: -3, low: -4, high: -2 }));
  const partly = [0, 10].map((x) => ({ x, y: -3, low: -4, high: 2 }));
  const { curves } = placed([outside, partly].map((points) => series(points, { spread: 'band' })));
  expect(curves[0]!.band).toEqual([]);
  expect(new Set(curves[1]!.band.map(String))).toEqual(new Set(['20,50', '120,50', '120,60', '20,60']));
  expect(curves.map(({ stretches }) => stretches)).toEqual([[], []]);
});

test('a limit that lies outside the plot is not drawn on its edge', () => {
  const references = [-1, 11, 10].map((y) => ({ name: 'l', kind: 'limit', label: 'l', hue: HUES[0]!, y }));
  expect(placed([series(POINTS)], { references }).references.map(({ y }) => y)).toEqual([10]);
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

test('words of events and levels stay inside, on the side of their line that has room, and off curves and one another', () => {
  const { marks, curves } = placed([series(POINTS)], {
    events: [
      { x: 1, label: 'early' },
      { x: 9, label: 'late one' },
    ],
    levels: [
      { y: 4, from: 8, label: 'root' },
      { y: 2, from: 1, to: 5, label: 'root' },
    ],
  });
  const lines = marks.flatMap((mark) => mark.lines);
  expect(lines.map(({ text }) => text)).toEqual(['early', 'late one', 'root', 'root']);
  const ends = lines.map(({ text, x, anchor }) =>
    anchor === 'start' ? [x, x + 5 * text.length] : [x - 5 * text.length, x],
  );
  for (const [from, to] of ends) {
    expect(from).toBeGreaterThanOrEqual(BOX.left);
    expect(to).toBeLessThanOrEqual(BOX.right);
  }
  const boxes = lines.map((line) => boxOf(line, 5 * line.text.length, LETTERS.size));
  const [curve] = curves;
  for (const box of boxes) expect(clippedLine(curve!.line, box)).toEqual([]);
  for (const [k, box] of boxes.entries())
    for (const other of boxes.slice(k + 1))
      expect(box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top).toBe(true); // prettier-ignore
  expect(marks.map(({ from, to }) => [from, to])).toEqual([
    [[30, 10], [30, 60]], // prettier-ignore
    [[110, 10], [110, 60]], // prettier-ignore
    [[100, 40], [120, 40]], // prettier-ignore
    [[30, 50], [70, 50]], // prettier-ignore
  ]);
});

test('words of an event that find no room in one line have two', () => {
  // On either side of the event the plot has 50 pixels; in one line the words have 60.
  const { marks } = placed([], { events: [{ x: 5, label: 'agents crash' }] });
  const [first, second] = marks[0]!.lines;
  expect([first!.text, second!.text]).toEqual(['agents', 'crash']);
  expect(second!.y - first!.y).toBeCloseTo(1.2 * LETTERS.size);
  expect(second!.x).toBe(first!.x);
});
