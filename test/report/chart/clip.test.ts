import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clippedArea, clippedLine, isInside } from '../../../src/report/chart/clip.ts';
import type { Place } from '../../../src/report/chart/paths.ts';

const BOX = { left: 0, top: 0, right: 10, bottom: 10 };
const outline = (text: string): Place[] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Place);

test.each([
  ['inside, it stays as it is', '1,1 5,5 9,1', ['1,1 5,5 9,1']],
  ['it leaves below', '5,5 5,15', ['5,5 5,10']],
  ['it leaves below and comes back', '2,5 4,15 6,5', ['2,5 3,10', '5,10 6,5']],
  ['it crosses the box from side to side', '-5,2 15,2', ['0,2 10,2']],
  ['it passes a corner', '-5,8 5,18', []],
  ['it runs along an edge', '-5,10 15,10', ['0,10 10,10']],
  ['it runs beside the box', '12,2 12,8', []],
  ['one place inside', '3,3', ['3,3']],
  ['one place outside', '3,13', []],
])('a line: %s', (_, line, parts) => {
  expect(clippedLine(outline(line), BOX)).toEqual(parts.map(outline));
});

test('what is drawn of a line is what lies in the box: every place of it, tried at a hundred of each segment', () => {
  const place = fc.tuple(fc.integer({ min: -20, max: 30 }), fc.integer({ min: -20, max: 30 }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 6 }), (line) => {
      const parts = clippedLine(line, BOX);
      const isOn = ([x, y]: Place): boolean =>
        parts.some((part) => part.some((to, k) => k > 0 && distance([x, y], part[k - 1]!, to) < 1e-9));
      for (let k = 1; k < line.length; k++) {
        const [[x0, y0], [x1, y1]] = [line[k - 1]!, line[k]!];
        for (let j = 0; j <= 100; j++) {
          const at: Place = [x0 + ((x1 - x0) * j) / 100, y0 + ((y1 - y0) * j) / 100];
          const margin = Math.min(at[0], at[1], 10 - at[0], 10 - at[1]);
          if (margin > 1e-6) expect(isOn(at)).toBe(true);
        }
      }
      for (const end of parts.flat()) expect(isInside(end, widened(1e-9))).toBe(true);
    }),
    { numRuns: 100, seed: 1 },
  );
});

const widened = (by: number) => ({ left: -by, top: -by, right: 10 + by, bottom: 10 + by });

function distance([x, y]: Place, [x0, y0]: Place, [x1, y1]: Place): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const share = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x0 + share * dx - x, y0 + share * dy - y);
}

const area = (corners: readonly Place[]): number =>
  Math.abs(
    corners.reduce((sum, [x, y], k) => sum + corners.at(k - 1)![0] * y - x * corners.at(k - 1)![1], 0) / 2,
  );

test.each([
  ['inside', '1,1 9,1 9,9', 32],
  // its lower corner is cut: of the 50 below y = 15, a quarter lies below 10
  ['a corner below the box', '0,5 10,5 5,15', 37.5],
  ['around the box', '-50,-50 50,-50 50,50 -50,50', 100],
  ['below the box', '0,11 10,11 10,20', 0],
])('the area of what is drawn: %s', (_, corners, expected) => {
  expect(area(clippedArea(outline(corners), BOX))).toBeCloseTo(expected, 9);
});
