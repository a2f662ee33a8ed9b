/** What is drawn around a mean over seeds, and curves averaged along rounds. */
import type { Curve, CurvePoint } from '../curvePoint.ts';
import { studentFactor } from '../statistics.ts';
import type { Band } from './options.ts';

/** What the legend calls a band. */
export const BAND_NAMES: Readonly<Record<Band, string | undefined>> = {
  se: '± standard error',
  confidence: '95 % confidence interval',
  range: 'range over seeds',
  percentiles: '10th to 90th percentile',
  none: undefined,
};

/**
 * The ends of a band around a mean. Those of errors of the mean are multiplied on a logarithmic axis, `mean · exp(± w / mean)`
 * (as {@link positiveMeanInterval} is): subtracted, they may reach below zero, where it has no place. A single value has none.
 */
function bandOf(point: CurvePoint, band: Band, logarithmic: boolean): readonly [number, number] {
  const { seeds, mean, deviation, minimum, maximum, p10, p90 } = point;
  if (band === 'range') return [minimum, maximum];
  if (band === 'percentiles') return [p10, p90];
  if (band === 'none' || seeds < 2 || deviation === 0) return [mean, mean];
  const width = (deviation / Math.sqrt(seeds)) * (band === 'se' ? 1 : studentFactor(seeds));
  if (!logarithmic || !(mean > 0)) return [mean - width, mean + width];
  const factor = Math.exp(width / mean);
  return [mean / factor, mean * factor];
}

/**
 * A curve with its bands, mean and ends averaged over so many neighbouring points. At the start, where curves fall, it is averaged over
 * as few after a point as are before it; at the end over those that are there, lest the last round alone stand where an average does.
 */
export function dressed(
  { algorithm, points }: Curve,
  band: Band,
  logarithmic: boolean,
  smooth: number,
): Curve {
  const bands = points.map((point) => bandOf(point, band, logarithmic));
  const half = (smooth - 1) / 2;
  const averaged = (values: readonly number[], at: number): number => {
    const reach = Math.min(Math.floor(half), at);
    const near = values.slice(at - reach, at + reach + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  };
  const [means, lows, highs] = [points.map(({ mean }) => mean), bands.map(([low]) => low), bands.map(([, high]) => high)]; // prettier-ignore
  return {
    algorithm,
    points: points.map((point, at) => ({
      ...point,
      mean: averaged(means, at),
      band: [averaged(lows, at), averaged(highs, at)],
    })),
  };
}
