/** The ticks that an axis of a given length has room for. */
import { placeOf, type Scale } from './scale.ts';

export interface Tick {
  /** of the axis, from its low end */
  readonly at: number;
  /** the value, as its scale has it: a logarithm on a logarithmic one */
  readonly value: number;
  readonly label: string;
}

/** Labels that are apart. */
export function labelledTicks(
  scale: Scale,
  length: number,
  sizeOf: (label: string) => number,
  apart: number,
): readonly Tick[] {
  const ticks = scale.ticks
    .map(({ at, label }) => ({ at: length * placeOf(scale, at), value: at, label }))
    .filter(({ at }) => at >= -1e-9 && at <= length * (1 + 1e-9));
  const isFree = (some: readonly Tick[]): boolean =>
    some.every((tick, k) => {
      const before = some[k - 1];
      return (
        before === undefined ||
        Math.abs(tick.at - before.at) >= (sizeOf(tick.label) + sizeOf(before.label)) / 2 + apart
      );
    });
  // Of powers of ten those of multiples: 10⁰ keeps its label.
  const arePowers = scale.kind === 'logarithmic' && ticks.every(({ value }) => Number.isInteger(value));
  const step = arePowers && ticks.length > 1 ? Math.abs(ticks[1]!.value - ticks[0]!.value) : 1;
  for (let every = 1; every < ticks.length; every++) {
    const some = ticks.filter(({ value }, k) => (arePowers ? value % (step * every) === 0 : k % every === 0));
    if (some.length > 0 && isFree(some)) return some;
  }
  return ticks.slice(0, 1);
}

/** Between two minor ticks of a decade, in points, at least; the last two are 0.046 of it apart. */
const DECADE = 22;

/** Places of unlabelled ticks: powers of ten, and their multiples where there is room. */
export function minorTicks(scale: Scale, length: number): readonly number[] {
  if (scale.kind === 'linear') return [];
  const [low, high] = [Math.min(scale.low, scale.high), Math.max(scale.low, scale.high)];
  const digits = length / (high - low) >= DECADE ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1];
  const minor: number[] = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const digit of digits) {
      const at = power + Math.log10(digit);
      if (at >= low && at <= high) minor.push(length * placeOf(scale, at));
    }
  }
  return minor.length * 3 > length ? [] : minor;
}
