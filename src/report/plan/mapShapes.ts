/** Shapes of a map: cells, plain or hatched, outlines, arrows and words. */
import type { LineShape, Shape, TextShape } from '../chart/drawing.ts';
import { corners, type Place } from '../chart/paths.ts';
import { SMALLER } from '../chart/svg.ts';
import { GRID, INK, MUTED, PAPER } from '../palette.ts';

/** Between the lines of a hatching, and their slope to the right or to the left. */
const APART = 7;

/** Words in the map, or below it. */
export const words = (
  text: string,
  [x, y]: Place,
  letters: number,
  look: Partial<Pick<TextShape, 'anchor' | 'halo' | 'colour'>>,
): TextShape => ({
  ...{ kind: 'text', text, x, y, size: SMALLER * letters, anchor: 'start', colour: INK.light },
  ...look,
});

/** A rectangle. */
export const area = (
  from: Place,
  to: Place,
  paint: Omit<LineShape, 'kind' | 'lines' | 'closed'>,
): LineShape => ({
  ...{ kind: 'line', lines: [corners(from, to)], closed: true },
  ...paint,
});

/** A line with white around it. */
export const edged = (line: LineShape): LineShape[] => {
  const { dashes: _, ...whole } = line;
  return [{ ...whole, stroke: PAPER.light, width: line.width! + 2.6 }, line];
};

/** A triangle that points from a place to another one. */
export function arrow([x, y]: Place, [to, up]: Place, radius: number): Place[] {
  const length = Math.hypot(to - x, up - y);
  const [across, down] = [(to - x) / length, (up - y) / length];
  return [
    [x + radius * across, y + radius * down],
    [x - radius * (across + down), y - radius * (down - across)],
    [x - radius * (across - down), y - radius * (down + across)],
  ];
}

/** What a cell without a shade looks like. */
export type TileLook = 'plain' | 'grey' | 'hatched' | 'crossed';

/** A cell. @param fill - its shade, where it has one */
export function tile(
  look: TileLook,
  [left, top, right, bottom]: readonly [number, number, number, number],
  { fill, title }: { readonly fill?: string; readonly title?: string },
): Shape[] {
  const plain = fill ?? (look === 'grey' ? GRID.light : PAPER.light);
  const base = area([left, top], [right, bottom], {
    ...{ fill: plain, stroke: fill ?? GRID.light, width: 0.6 },
    ...(title !== undefined && { title }),
  });
  const lines = [
    ...(look === 'hatched' || look === 'crossed' ? hatching([left, top, right, bottom], 1) : []),
    ...(look === 'crossed' ? hatching([left, top, right, bottom], -1) : []),
  ];
  return lines.length === 0 ? [base] : [base, { kind: 'line', lines, stroke: MUTED.light, width: 0.6 }];
}

/** Parallel lines in a rectangle, the same as those of its neighbours. */
function hatching(
  [left, top, right, bottom]: readonly [number, number, number, number],
  slope: 1 | -1,
): Place[][] {
  const lines: Place[][] = [];
  // of a line y = slope x + c: all c of which a part is inside
  const [first, last] = slope === 1 ? [top - right, bottom - left] : [top + left, bottom + right];
  for (let c = Math.ceil(first / APART) * APART; c < last; c += APART) {
    const ends = [
      Math.max(left, slope === 1 ? top - c : c - bottom),
      Math.min(right, slope === 1 ? bottom - c : c - top),
    ];
    if (ends[1]! > ends[0]!) lines.push(ends.map((x): Place => [x, slope * x + c]));
  }
  return lines;
}
