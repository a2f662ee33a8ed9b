/** Whether what is measured contradicts what theory says of its mean: a test over all that is tested at once. */
import type { ExpectedFloor } from './expectedFloor.ts';
import type { OverSeeds } from './headline.ts';
import { confidenceHalfWidth, type Interval } from './statistics.ts';

/** Of fewer seeds a spread over seeds says too little. */
const SEEDS_TO_TEST = 5;
/** The probability of any contradiction in a run whose theory is right: 0.1 %. */
const FALSE_ALARMS = 0.001;

/**
 * Whether a mean over seeds lies further from where its expectation is than chance explains, of several means that are tested
 * together: Student's t at the level 0.1 % divided by their number (Bonferroni), which common seeds do not invalidate.
 *
 * With m the mean, w = t s/√n and [a, b] the possible expectations: log(m/b) > w/m or 1 − m/a > w/m. Each side has the scale
 * on which seeds that are skewed to the right exceed it least. Above, `log` is the scale of the printed interval. Below, a low
 * mean comes with a spread that is too low, and `1 − m/a` takes the spread in proportion to the expectation. So tested,
 * correct theory is contradicted in at most 0.1 % of runs whose seeds are gamma of shape ½ or more, or lognormal with σ ≤ ½;
 * with σ = 1.5 in 0.4 %.
 *
 * @param values - one of each seed, not negative
 * @param tests - how many means are tested together
 */
export function contradicts(
  values: readonly number[],
  mean: number,
  possible: Interval,
  tests: number,
): boolean {
  if (values.length < SEEDS_TO_TEST || !(mean > 0) || !(possible.low > 0)) return false;
  const relative = confidenceHalfWidth(values, 1 - FALSE_ALARMS / tests) / mean;
  return Math.log(mean / possible.high) > relative || 1 - mean / possible.low > relative;
}

/**
 * Measured over predicted, where the measured mean contradicts an approximation and its estimated error
 * |predicted/truth − 1| ≤ ε; `undefined` where it does not, and of exact expectations.
 */
export function disagreement(
  { mean: predicted, neglects, relativeError }: ExpectedFloor,
  { mean, values }: OverSeeds,
  tests: number,
): number | undefined {
  if (neglects === undefined) return undefined;
  const possible = { low: predicted / (1 + relativeError), high: predicted / (1 - relativeError) };
  return contradicts(values, mean, possible, tests) ? mean / predicted : undefined;
}
