/** Slopes of a run's own curves where step sizes decrease: both axes logarithmic, the fitted line, and what the step size does. */
import { stepSizeAt } from '../algorithms/stepSize.ts';
import { fitLine } from '../maths/leastSquares.ts';
import { scannedStep } from '../theory/stability/scannedStep.ts';
import type { Chart, Series } from './chart/chart.ts';
import { logScale } from './chart/scale.ts';
import { slopeParts } from './headline.ts';
import { slopeText } from './headlineCells.ts';
import { mean } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';
import { meanOver, type RoundRange } from './tail.ts';

/** What is said of a curve's slope. */
interface SlopeWords {
  readonly algorithm: string;
  /** `∝ t^−0.98 [−1.05, −0.91], η ∝ t^−1.00` */
  readonly words: string;
}

/** Only places above 0 have one on a logarithmic axis. */
export function withLogX(chart: Chart): Chart {
  const series = chart.series
    .map((curve) => ({ ...curve, points: curve.points.filter(({ x }) => x > 0) }))
    .filter(({ points }) => points.length > 0);
  const places = series.flatMap(({ points }) => points.map(({ x }) => x));
  return { ...chart, series, x: { ...chart.x, scale: logScale(places) } };
}

/** The slopes of those algorithms whose step sizes decrease. */
export const slopeWords = (summaries: readonly AlgorithmSummary[]): SlopeWords[] =>
  summaries.flatMap(({ algorithm, slope, configuration }) => {
    if (slope === undefined) return [];
    const { symbol, value } =
      configuration === undefined ? { symbol: '', value: NaN } : scannedStep(configuration);
    const steps = typeof value === 'number' ? undefined : fittedTo(slope.rounds, (t) => stepSizeAt(value, t));
    const theirs = steps === undefined ? '' : `, ${symbol} ∝ t^${slopeText(steps, undefined)}`;
    return [{ algorithm, words: `∝ t^${slopeText(slope.mean, slope.interval)}${theirs}` }];
  });

/** The slope of the logarithms over the parts that a measured slope is fitted to. */
function fittedTo({ last }: RoundRange, at: (round: number) => number): number | undefined {
  const middles = slopeParts(last).map(({ first, last: end }) => Math.round(Math.sqrt(first * end)));
  return fitLine(
    middles.map(Math.log),
    middles.map((t) => Math.log(at(t))),
  )?.slope;
}

/** A figure against rounds on two logarithmic axes, with a fitted line through the mean over each slope's rounds. */
export function withSlopes(chart: Chart, summaries: readonly AlgorithmSummary[]): Chart {
  const messages = slopeWords(summaries);
  const fits = summaries.flatMap(({ algorithm, slope }): Series[] => {
    const series = chart.series.find(({ key, line }) => key === algorithm && line === 'solid');
    if (slope === undefined || series === undefined) return [];
    const [x, y] = [series.points.map((point) => point.x), series.points.map((point) => point.y)];
    const parts = slopeParts(slope.rounds.last);
    const middle = mean(parts.map(({ first, last }) => Math.log(first * last) / 2));
    const height = mean(parts.map((part) => Math.log(meanOver(x, y, part))));
    if (!Number.isFinite(height)) return [];
    const points = [slope.rounds.first, slope.rounds.last].map((at) => ({
      x: at,
      y: Math.exp(height + slope.mean * (Math.log(at) - middle)),
    }));
    return [{ key: algorithm, name: `${series.name}, fitted`, hue: series.hue, line: 'thin', points }];
  });
  const named = chart.series.map((series): Series => {
    const words = messages.find(({ algorithm }) => algorithm === series.key)?.words;
    return series.label === undefined || words === undefined
      ? series
      : { ...series, label: [...series.label, words] };
  });
  const series = [...named, ...fits];
  return withLogX({ ...chart, series, kinds: { ...chart.kinds, thin: 'fit over these rounds' } });
}
