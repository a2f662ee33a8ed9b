/** The least value of a function of one positive number that falls and then rises; infinite where it has none. */

export interface Line {
  readonly low: number;
  readonly high: number;
  /** where the least value is not far from, if that is known */
  readonly near?: number | undefined;
  /** relative: how close to the place of the least value the search comes */
  readonly precision: number;
  /** values above are not worth coming closer to the least of them */
  readonly worth?: number;
}

export interface Least {
  readonly at: number;
  readonly value: number;
}

/** The ratio of two places of a search from nowhere, and of one from near its end. */
const WIDE = 2;
const CLOSE = 1.2;
/** The golden section of an interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The least value, by a bracket from the largest numbers down and a golden section of its logarithm.
 *
 * @param valueAt - hears the least value so far: what is far above may be said to be infinite
 * @returns `undefined` where all values are infinite
 */
export function leastAlong(
  { low, high, near, precision, worth = Infinity }: Line,
  valueAt: (x: number, leastSoFar: number) => number,
): Least | undefined {
  const values = new Map<number, number>();
  let least: Least | undefined;
  const value = (u: number): number => {
    const known = values.get(u);
    if (known !== undefined) return known;
    const at = u === top ? high : u === bottom ? low : Math.exp(u);
    const found = valueAt(at, least?.value ?? Infinity);
    values.set(u, found);
    if (found < (least?.value ?? Infinity)) least = { at, value: found };
    return found;
  };
  const [bottom, top] = [Math.log(low), Math.log(high)];
  const step = Math.log(near === undefined ? WIDE : CLOSE);
  const within = (u: number): number => Math.min(top, Math.max(bottom, u));
  let middle = near === undefined ? top : within(Math.log(near));
  while (value(middle) === Infinity && middle > bottom) middle = within(middle - step);
  if (value(middle) === Infinity) return undefined;
  let [left, right] = [within(middle - step), within(middle + step)];
  while (left < middle && value(left) < value(middle))
    [right, middle, left] = [middle, left, within(left - step)];
  while (right > middle && value(right) < value(middle))
    [left, middle, right] = [middle, right, within(right + step)];
  let [a, b] = [left, right];
  let [c, d] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
  while (b - a > precision && least!.value <= worth) {
    // of equal values, as of whole rounds, the larger place is the one nearer to the edge
    if (value(c) <= value(d)) [b, d, c] = [d, c, d - GOLDEN * (d - a)];
    else [a, c, d] = [c, d, c + GOLDEN * (b - c)];
  }
  return least;
}
