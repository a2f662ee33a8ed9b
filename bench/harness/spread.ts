/** Medians and quartiles of repetitions. */
import type { Spread } from './benchmark.ts';

/** Quartiles, interpolated between the two figures nearest to each. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((x, y) => x - y);
  const at = (fraction: number): number => {
    const place = fraction * (sorted.length - 1);
    const below = sorted[Math.floor(place)]!;
    return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)]! - below);
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** The median of the same interpolation. */
export const medianOf = (figures: readonly number[]): number => spreadOf(figures).median;
