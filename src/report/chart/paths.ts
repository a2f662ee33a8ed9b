/** SVG path data. */

export type Place = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Hundredths of a point or pixel are enough. */
export const rounded = (length: number): number => Math.round(length * 100) / 100 + 0;

/** A line through some points. */
export const polyline = (points: readonly Place[]): string =>
  points.length === 0 ? '' : `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`;

/** A line through some points; through one a short dash, that it is seen without a marker. */
export const lineThrough = (points: readonly Place[], dash: number): string => {
  const [[x, y] = [0, 0]] = points;
  return points.length === 1
    ? polyline([
        [x - dash, y],
        [x + dash, y],
      ])
    : polyline(points);
};

/** Dots at some points, by a line with round ends. */
export const dotsAt = (points: readonly Place[]): string =>
  points.map((point) => polyline([point, point])).join('');

/** A rectangle. */
export const rectangle = (left: number, top: number, right: number, bottom: number): string =>
  areaPath([
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]);

/** An interval's place, and the ends at which it goes on. */
export interface BarEnds {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly beyond: 'low' | 'high' | 'both' | undefined;
}

/** An area with an outline. */
export const areaPath = (outline: readonly Place[]): string => `${polyline(outline)}Z`;

/** A bar between two ends, with a line across each; an arrow where the interval goes on. */
export function barPath({ x, low, high, beyond }: BarEnds, half: number): string {
  const end = (y: number, isArrow: boolean, inwards: number): string =>
    polyline(isArrow ? [[x - half, y + inwards], [x, y], [x + half, y + inwards]] : [[x - half, y], [x + half, y]]); // prettier-ignore
  return [
    polyline([[x, low], [x, high]]), // prettier-ignore
    end(low, beyond === 'low' || beyond === 'both', -half),
    end(high, beyond === 'high' || beyond === 'both', half),
  ].join('');
}
