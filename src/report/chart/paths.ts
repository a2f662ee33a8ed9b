/** Places and lines through them, and SVG path data. */

export type Place = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Hundredths of a point or pixel are enough. */
export const rounded = (length: number): number => Math.round(length * 100) / 100 + 0;

/** The path data of lines, or of outlines. */
export const pathData = (lines: readonly (readonly Place[])[], closed = false): string =>
  lines
    .filter(({ length }) => length > 0)
    .map((line) => `M${line.map((place) => place.map(rounded).join(' ')).join('L')}${closed ? 'Z' : ''}`)
    .join('');

/** The path data of a circle. */
export function circleData([x, y]: Place, radius: number): string {
  const [r, across] = [rounded(radius), rounded(2 * radius)];
  return `M${rounded(x - radius)} ${rounded(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0Z`;
}

/** The corners of a rectangle. */
export const corners = ([left, top]: Place, [right, bottom]: Place): Place[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** An interval's place, and the ends at which it goes on. */
export interface BarEnds {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly beyond: 'low' | 'high' | 'both' | undefined;
}

/** A bar between two ends, with a line across each; an arrow where the interval goes on. */
export function barLines({ x, low, high, beyond }: BarEnds, half: number): Place[][] {
  const end = (y: number, isArrow: boolean, inwards: number): Place[] =>
    isArrow ? [[x - half, y + inwards], [x, y], [x + half, y + inwards]] : [[x - half, y], [x + half, y]]; // prettier-ignore
  return [
    [[x, low], [x, high]], // prettier-ignore
    end(low, beyond === 'low' || beyond === 'both', -half),
    end(high, beyond === 'high' || beyond === 'both', half),
  ];
}
