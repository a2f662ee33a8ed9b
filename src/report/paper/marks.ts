/** Where crashes, returns and the roots of those who are left stand in axes, with their words. */
import type { PaperAxes } from './paperFigure.ts';
import type { Box, PlacedMark } from './placed.ts';
import { placeAt } from './ticks.ts';

/** Between a line and its words, in points. */
const ASIDE = 2;
/** Between the base lines of words, in letters. */
const LINE = 1.2;

/**
 * The marks of some axes. Words of events stand below one another at the lower end, lest they touch; those of a level before
 * it where there is room, else on top of its beginning. Widths and the font size are in points.
 */
export function marksIn(
  { chart: { x, y, events = [], levels = [] } }: PaperAxes,
  box: Box,
  widthOf: (text: string) => number,
  fontSize: number,
): PlacedMark[] {
  const across = (value: number): number => box.left + placeAt(x.scale, value, box.right - box.left);
  const upright = events.map(({ x: place, label: text }, k): PlacedMark => {
    const at = across(place);
    const width = widthOf(text);
    const isLeft = at + ASIDE + width <= box.right;
    return {
      ...{ from: [at, box.top], to: [at, box.bottom], isLevel: false },
      label: {
        ...{ text, width },
        x: isLeft ? at + ASIDE : Math.max(at - ASIDE, box.left + width),
        y: box.bottom - fontSize * (0.4 + LINE * (events.length - 1 - k)),
        anchor: isLeft ? 'start' : 'end',
      },
    };
  });
  const along = levels.map(({ y: value, from, to, label: text }): PlacedMark => {
    const [start, end] = [across(from), to === undefined ? box.right : across(to)];
    const at = box.bottom - placeAt(y.scale, value, box.bottom - box.top);
    const words = { text, width: widthOf(text) };
    const isBefore = start - 2 * ASIDE - widthOf(text) >= box.left;
    return {
      ...{ from: [start, at], to: [end, at], isLevel: true },
      label: isBefore
        ? { ...words, x: start - ASIDE, y: at + 0.32 * fontSize, anchor: 'end' }
        : { ...words, x: start + ASIDE, y: at - 0.35 * fontSize, anchor: 'start' },
    };
  });
  return [...upright, ...along];
}
