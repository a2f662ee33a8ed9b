/** Target errors ε: an error is to come down to them and stay there, or to touch them once. */
import { decimalOf, type Reading } from './text.ts';
import { either, list, matching, real, type Value } from './value.ts';

/** A first touch, as texts have it. */
export type FirstTouch = `first:${number}`;
/** ε, which an error reaches; or `first:ε`, its first touch. */
export type Level = number | FirstTouch;

const FIRST = 'first:';
const LEVELS = 'must be numbers above 0, each alone or behind "first:"';

/** Whether it asks for the first touch. */
export const isFirstTouch = (level: Level): level is FirstTouch => typeof level !== 'number';

/** ε */
export const epsilonOf = (level: Level): number =>
  isFirstTouch(level) ? Number(level.slice(FIRST.length)) : level;

/** ε, reached or first touched as another level is. */
export const levelLike = (level: Level, epsilon: number): Level =>
  isFirstTouch(level) ? `${FIRST}${epsilon}` : epsilon;

/** The largest ε first; of the same one a first touch last. */
export const byFallingLevel = (a: Level, b: Level): number =>
  epsilonOf(b) - epsilonOf(a) || Number(isFirstTouch(a)) - Number(isFirstTouch(b));

/** Each level once, the largest first. */
export const distinctLevels = (levels: readonly Level[]): Level[] =>
  [...new Set(levels)].sort(byFallingLevel);

/** The fault of levels of which one is given twice. */
export function levelGivenTwice(levels: readonly Level[]): string | undefined {
  const twice = levels.find((level, at) => levels.indexOf(level) < at);
  return twice === undefined ? undefined : `${twice} is given twice; name each level once`;
}

/** Some levels. A first touch is a decimal number above 0 behind `first:`. */
export const levels: Value<readonly Level[]> = list(
  either<Level>(
    [
      real({ above: 0 }),
      matching<FirstTouch>(/^first:(?=[\d.]*[1-9])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, LEVELS),
    ],
    LEVELS,
  ),
);

/** The levels of a text, `0.1,first:0.01`. */
export function readLevels(text: string): Reading {
  const read = text.split(',').map((word) => {
    const isFirst = word.trim().startsWith(FIRST);
    const epsilon = decimalOf(isFirst ? word.trim().slice(FIRST.length) : word.trim());
    return epsilon > 0 && epsilon < Infinity
      ? isFirst
        ? (`${FIRST}${epsilon}` as const)
        : epsilon
      : undefined;
  });
  return read.includes(undefined) ? { fault: LEVELS } : { value: read };
}
