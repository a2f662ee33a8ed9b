/** Places for words in a plot: of some, the first that crosses no curve. */
import { clippedLine } from './clip.ts';
import type { Box, Place } from './paths.ts';

/** A place for words, on their base line. */
export interface WordsPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Things in a plot that words should not cross, the worst first. */
export interface Obstacles {
  readonly plot: Box;
  readonly words: readonly Box[];
  readonly curves: readonly (readonly Place[])[];
  /** thin upright lines, which words hide but for a moment */
  readonly marks: readonly (readonly Place[])[];
}

/** Parts of letters above and below their base line, and free around words, in letters. */
const [ABOVE, BELOW, AROUND] = [0.78, 0.22, 0.12];
/** That much worse than crossing a mark. */
const [OUTSIDE, WORDS, CURVE] = [1e6, 1e4, 100];

/** The box of words of a width. */
export function boxOf({ x, y, anchor }: WordsPlace, width: number, size: number): Box {
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  const around = AROUND * size;
  return {
    ...{ left: left - around, right: left + width + around },
    ...{ top: y - ABOVE * size - around, bottom: y + BELOW * size + around },
  };
}

/**
 * The best of some places for words: the first of those that cross the least.
 *
 * @param boxAt - of the words at a place
 */
export function clearest<Candidate extends WordsPlace>(
  places: readonly [Candidate, ...Candidate[]],
  boxAt: (place: Candidate) => Box,
  { plot, words, curves, marks }: Obstacles,
): Candidate {
  const count = (lines: Obstacles['curves'], box: Box): number =>
    lines.filter((line) => clippedLine(line, box).length > 0).length;
  const costOf = (place: Candidate): number => {
    const box = boxAt(place);
    const isOutside =
      box.left < plot.left || box.right > plot.right || box.top < plot.top || box.bottom > plot.bottom;
    return (
      (isOutside ? OUTSIDE : 0) +
      WORDS * words.filter((other) => overlap(other, box)).length +
      CURVE * count(curves, box) +
      count(marks, box)
    );
  };
  let [best] = places;
  let least = costOf(best);
  for (const place of places.slice(1)) {
    if (least === 0) break;
    const cost = costOf(place);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
