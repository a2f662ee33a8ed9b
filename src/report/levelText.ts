/** Levels in words. */
import { epsilonOf, isFirstTouch, type Level } from '../values/level.ts';
import { exact } from '../values/numbers.ts';

/** `0.1`, or `0.1 (first touch)`: ε as it was asked for. */
export const levelText = (level: Level): string =>
  `${exact(epsilonOf(level))}${isFirstTouch(level) ? ' (first touch)' : ''}`;
