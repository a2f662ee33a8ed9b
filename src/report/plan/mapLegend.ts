/** The legend of a map: samples with their words, in rows below it. */
import type { Shape } from '../chart/drawing.ts';
import type { Box, Place } from '../chart/paths.ts';
import { widthOf } from '../chart/plot.ts';
import { SMALLER } from '../chart/svg.ts';
import { MUTED } from '../palette.ts';
import { ramp } from './mapScale.ts';
import { area, tile, type TileLook, words } from './mapShapes.ts';

/** One sample with its words. */
interface LegendPart {
  readonly words: string;
  /** of the sample */
  readonly width: number;
  readonly shapes: (from: Place) => readonly Shape[];
}

export interface Legend {
  readonly height: number;
  readonly shapes: (top: number) => Shape[];
}

/** All shades between two ends, or the only one. */
export function shadesPart(
  [least, most]: readonly [number, number],
  textOf: (value: number) => string,
  letters: number,
): LegendPart {
  const isOne = least === most;
  const colours = isOne ? ramp().slice(0, 1) : ramp();
  return {
    words: isOne ? textOf(least) : `from ${textOf(least)} to ${textOf(most)}`,
    width: (colours.length / 2) * letters,
    shapes: ([x, y]) =>
      colours.map((fill, k) =>
        area([x + (k / 2) * letters, y], [x + ((k + 1) / 2) * letters, y + letters], { fill }),
      ),
  };
}

/** A cell without a shade, and what it means. */
export const tilePart = (meaning: string, look: TileLook, letters: number): LegendPart => ({
  words: meaning,
  width: 1.6 * letters,
  shapes: ([x, y]) => tile(look, [x, y, x + 1.6 * letters, y + letters], {}),
});

/** The parts in as many rows as they take. */
export function legendBelow(
  { left, right }: Pick<Box, 'left' | 'right'>,
  letters: number,
  parts: readonly LegendPart[],
): Legend {
  let [x, row] = [left, 0];
  const at = (height: number): Shape[] => {
    [x, row] = [left, 0];
    return parts.flatMap(({ words: text, width, shapes }) => {
      const whole = width + letters * (0.4 + SMALLER * widthOf(text));
      if (x > left && x + whole > right) [x, row] = [left, row + 1];
      const [from, y] = [x, height + row * 1.5 * letters];
      x += whole + letters;
      return [
        ...shapes([from, y]),
        words(text, [from + width + 0.4 * letters, y + 0.85 * letters], letters, { colour: MUTED.light }),
      ];
    });
  };
  at(0);
  return { height: (1.5 * (row + 1) + 0.3) * letters, shapes: at };
}
