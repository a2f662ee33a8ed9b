/** Curves that lie on one another: a reader who sees one of them asks where the other is. */
import { isMeasured } from './chart.ts';
import type { Place } from './paths.ts';
import type { PlacedCurve } from './placed.ts';

/** Points or pixels by which lines may differ: their width. */
const WITHIN = 1;

/** Groups of two or more measured curves that each agree, to within a line's width, with the first of them. */
export function coincidingGroups(curves: readonly PlacedCurve[]): PlacedCurve[][] {
  const groups: { readonly line: readonly Place[]; readonly curves: PlacedCurve[] }[] = [];
  for (const curve of curves.filter(({ series }) => isMeasured(series.line))) {
    // Bars stand aside of their values.
    const line = curve.line.map(([x, y]): Place => [x - curve.aside, y]);
    const group = groups.find((some) => agree(some.line, line));
    if (group === undefined) groups.push({ line, curves: [curve] });
    else group.curves.push(curve);
  }
  return groups.map((group) => group.curves).filter(({ length }) => length > 1);
}

function agree(first: readonly Place[], other: readonly Place[]): boolean {
  const ends = [first[0]![0] - other[0]![0], first.at(-1)![0] - other.at(-1)![0]];
  if (ends.some((apart) => Math.abs(apart) > WITHIN)) return false;
  return isNear(first, other) && isNear(other, first);
}

/** Whether every point of one line is near the other line. */
function isNear(points: readonly Place[], line: readonly Place[]): boolean {
  let after = 0;
  return points.every(([x, y]) => {
    while (after < line.length - 1 && line[after]![0] < x) after++;
    const [x1, y1] = line[after]!;
    const [x0, y0] = line[Math.max(0, after - 1)]!;
    const interpolated = x1 === x0 || x >= x1 ? y1 : x <= x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
    return Math.abs(interpolated - y) <= WITHIN;
  });
}
