/** What theory expects of floors, as a line with the band of its estimated error. */
import type { Series } from './chart/chart.ts';
import type { Hue } from './palette.ts';

export interface ExpectedPoint {
  readonly x: number;
  readonly mean: number;
  /** estimate of |mean/truth − 1|: 0 where it is exact */
  readonly relativeError: number;
}

/** The line: dashed where all of it is exact, otherwise dash-dotted with the band of its estimated error. */
export function expectedSeries(
  key: string,
  title: string,
  hue: Hue,
  points: readonly ExpectedPoint[],
): Series {
  const isExact = points.every(({ relativeError }) => relativeError === 0);
  const worth = isExact ? '' : ', approximate';
  return {
    ...{ key, hue, name: `${title} expected${worth}`, line: isExact ? 'dashed' : 'dash-dotted' },
    ...(!isExact && { spread: 'band' }),
    points: points.map(({ x, mean, relativeError }) => ({ x, y: mean, ...bandOf(mean, relativeError) })),
  };
}

/** The ends of the band; none where the expectation is exact. */
export const bandOf = (
  mean: number,
  relativeError: number,
): { readonly low?: number; readonly high?: number } =>
  relativeError ? { low: mean * (1 - relativeError), high: mean * (1 + relativeError) } : {};

/** The key's words for dash-dotted lines of expected floors. */
export const APPROXIMATE_KIND = 'approximate expectation, ± its estimated error';
