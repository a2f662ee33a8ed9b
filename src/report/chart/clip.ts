/** The parts of lines and areas that lie in a box: what leaves a figure ends at its edge, and does not run along it. */
import type { Box, Place } from './paths.ts';

/** Whether a place lies in a box, its edges included. */
export const isInside = ([x, y]: Place, { left, top, right, bottom }: Box): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The stretches of a line inside a box, one after the other; of a line through one place, that place. */
export function clippedLine(line: readonly Place[], box: Box): Place[][] {
  if (line.length === 1) return isInside(line[0]!, box) ? [[...line]] : [];
  const stretches: Place[][] = [];
  let isOpen = false;
  for (let k = 1; k < line.length; k++) {
    const part = clippedSegment(line[k - 1]!, line[k]!, box);
    if (part === undefined) {
      isOpen = false;
      continue;
    }
    if (isOpen) stretches.at(-1)!.push(part.to);
    else stretches.push([part.from, part.to]);
    isOpen = part.to === line[k];
  }
  return stretches;
}

/** The part of a segment inside a box, by Liang and Barsky's algorithm (1984); ends inside stay as they are. */
function clippedSegment(
  from: Place,
  to: Place,
  { left, top, right, bottom }: Box,
): { readonly from: Place; readonly to: Place } | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // Of the segment's length: where it enters and leaves the half-planes p t ≤ q, one for each edge.
  let [enters, leaves] = [0, 1];
  for (const [p, q] of [
    [-dx, from[0] - left],
    [dx, right - from[0]],
    [-dy, from[1] - top],
    [dy, bottom - from[1]],
  ] as const) {
    if (p === 0 && q < 0) return undefined;
    if (p < 0) enters = Math.max(enters, q / p);
    if (p > 0) leaves = Math.min(leaves, q / p);
  }
  // A segment that touches a corner from outside has no length there.
  if (enters > leaves || (enters === leaves && enters > 0)) return undefined;
  const at = (share: number): Place => [from[0] + share * dx, from[1] + share * dy];
  return { from: enters === 0 ? from : at(enters), to: leaves === 1 ? to : at(leaves) };
}

/** The outline of the part of an area inside a box, by Sutherland and Hodgman's algorithm (1974); empty where there is none. */
export function clippedArea(outline: readonly Place[], { left, top, right, bottom }: Box): Place[] {
  const edges: readonly ((place: Place) => number)[] = [
    ([x]) => x - left,
    ([x]) => right - x,
    ([, y]) => y - top,
    ([, y]) => bottom - y,
  ];
  return edges.reduce<Place[]>((corners, inside) => cutOff(corners, inside), [...outline]);
}

/** @param inside - how far a place lies on the side that stays; negative on the other */
const cutOff = (corners: readonly Place[], inside: (place: Place) => number): Place[] =>
  corners.flatMap((corner, k): Place[] => {
    const before = corners.at(k - 1)!;
    const [a, b] = [inside(before), inside(corner)];
    const crossing = (): Place => {
      const share = a / (a - b);
      return [before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1])];
    };
    if (b >= 0) return a < 0 ? [crossing(), corner] : [corner];
    return a >= 0 ? [crossing()] : [];
  });
