/** A legend inside axes, where nothing is drawn. */
import { InputError } from '../../protocol/failure.ts';
import { type Entry, type EntryPlace, packedEntries } from './legend.ts';
import type { Box, PlacedAxes } from './placed.ts';

/** Side of the cells, in points, that are taken or free. */
const CELL = 3;
const PADDING = 3;
/** Height of a row, in letters. */
const ROW = 1.25;

/**
 * The first free place from the top right, in as few columns as there is one for.
 *
 * @throws InputError where there is none
 */
export function legendInside(
  axes: PlacedAxes,
  entries: readonly Entry[],
  small: number,
  widthOf: (text: string) => number,
): { readonly places: EntryPlace[]; readonly box: Box } {
  const { box } = axes;
  const taken = takenCells(axes);
  const isFree = ({ left, top, right, bottom }: Box): boolean => {
    for (let x = Math.floor(left / CELL); x <= right / CELL; x++) {
      for (let y = Math.floor(top / CELL); y <= bottom / CELL; y++) if (taken.has(`${x},${y}`)) return false;
    }
    return true;
  };
  for (const share of [0, 0.5, 0.75, 1]) {
    const rows = packedEntries(entries, share * (box.right - box.left - 4 * PADDING), small, widthOf);
    const wide = Math.max(...rows.map((row) => row.at(-1)!.to)) + 2 * PADDING;
    const high = rows.length * ROW * small + PADDING;
    for (let top = box.top + 1; top + high < box.bottom - 2; top += CELL) {
      for (let left = box.right - wide - 1; left > box.left + 3; left -= CELL) {
        const place = { left, top, right: left + wide, bottom: top + high };
        if (!isFree(place)) continue;
        const places = rows.flatMap((row, k) =>
          row.map(({ entry, from }) => ({
            entry,
            x: left + PADDING + from,
            y: top + PADDING / 2 + ROW * small * (k + 0.8),
          })),
        );
        return { places, box: place };
      }
    }
  }
  throw new InputError(
    '--legend inside: the axes have no free place for the legend; --legend below makes one',
  );
}

/** Cells through which a line, a band or a level goes, or the words of a mark. */
function takenCells({ box, curves, references, marks }: PlacedAxes): ReadonlySet<string> {
  const taken = new Set<string>();
  const take = (x: number, y: number): void => {
    taken.add(`${Math.floor(x / CELL)},${Math.floor(y / CELL)}`);
  };
  const upright = (x: number, from: number, to: number): void => {
    for (let y = Math.min(from, to); y <= Math.max(from, to) + CELL; y += CELL)
      take(x, Math.min(y, Math.max(from, to)));
  };
  for (const { line, low, high } of curves) {
    line.forEach(([x, y], k) => {
      const [x0, y0] = line[Math.max(0, k - 1)]!;
      const steps = Math.max(1, Math.ceil(Math.hypot(x - x0, y - y0)));
      for (let step = 0; step <= steps; step++)
        take(x0 + ((x - x0) * step) / steps, y0 + ((y - y0) * step) / steps);
    });
    high.forEach(([x, y], k) => {
      upright(x, y, low[k]![1]);
    });
  }
  for (const { from, to, label } of marks) {
    if (from[0] === to[0]) upright(from[0], from[1], to[1]);
    else for (let [x] = from; x <= to[0]; x += CELL) take(x, from[1]);
    const left = label.anchor === 'start' ? label.x : label.x - label.width;
    for (let x = left; x <= left + label.width; x += CELL) upright(x, label.y - 2 * CELL, label.y);
  }
  for (const { y } of references) for (let { left: x } = box; x <= box.right; x += CELL) take(x, y);
  return taken;
}
