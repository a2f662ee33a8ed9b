/** SVG path data. */

export type Place = readonly [x: number, y: number];

/** Hundredths of a point or pixel are enough. */
export const rounded = (length: number): number => Math.round(length * 100) / 100 + 0;

/** A line through some points. */
export const polyline = (points: readonly Place[]): string =>
  points.length === 0 ? '' : `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`;

/** A rectangle. */
export const rectangle = (left: number, top: number, right: number, bottom: number): string =>
  `${polyline([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ])}Z`;
