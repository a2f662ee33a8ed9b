/** What theory expects of floors, as a line with the band of its estimated error. */
import type { Series } from './chart/chart.ts';
import type { Hue } from './palette.ts';

export interface ExpectedPoint {
  readonly x: number;
  readonly mean: number;
  /** estimate of |mean/truth − 1|: 0 where it is exact, null where it is not known */
  readonly relativeError: number | null;
}

/** The line: dashed where all of it is exact, dash-dotted otherwise, with a band where the error is estimated. */
export function expectedSeries(
  key: string,
  title: string,
  hue: Hue,
  points: readonly ExpectedPoint[],
): Series {
  const isExact = points.every(({ relativeError }) => relativeError === 0);
  const isEstimated = points.some(({ relativeError }) => relativeError !== null && relativeError > 0);
  const worth = isExact ? '' : `, approximate${isEstimated ? '' : ', error not estimated'}`;
  return {
    ...{ key, hue, name: `${title} expected${worth}`, line: isExact ? 'dashed' : 'dash-dotted' },
    ...(isEstimated && { spread: 'band' }),
    points: points.map(({ x, mean, relativeError }) => ({ x, y: mean, ...bandOf(mean, relativeError) })),
  };
}

/** The ends of the band; none where the expectation is exact, or its error not estimated. */
export const bandOf = (
  mean: number,
  relativeError: number | null,
): { readonly low?: number; readonly high?: number } =>
  relativeError ? { low: mean * (1 - relativeError), high: mean * (1 + relativeError) } : {};

/** What the key says of dash-dotted lines among some series. */
export function approximateKind(series: readonly Series[]): string {
  const lines = series.filter(({ line }) => line === 'dash-dotted');
  const banded = lines.filter(({ spread }) => spread === 'band');
  if (banded.length === 0) return 'expected by theory, approximate, error not estimated';
  return `expected by theory, approximate, ± its estimated error${banded.length < lines.length ? ' where there is a band' : ''}`;
}
