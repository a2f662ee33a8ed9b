/** How many seeds it takes to separate two results: the power of Student's t test of paired differences. */
import jStat from 'jstat';
import { studentFactor } from './statistics.ts';

/** The probability with which so many seeds separate the results. */
const POWER = 0.8;
/** More seeds are not named. */
const MOST_SEEDS = 1e6;

/** Beyond it the series of the noncentral t ends before its largest terms; (Z + ncp)/ncp is 1 ± 5 % then. */
const LARGE = 20;

/** Probability that the two-sided test of n differences rejects on their side: a noncentral t beyond t_{1−α/2, n−1}. */
function powerOf(effect: number, n: number, level: number): number {
  const [t, ncp] = [studentFactor(n, 1 - level), effect * Math.sqrt(n)];
  if (ncp <= LARGE) return 1 - jStat.noncentralt.cdf(t, n - 1, ncp);
  // P(ncp > t √(χ²/ν)).
  return jStat.gamma.cdf(((n - 1) * (ncp / t) ** 2) / 2, (n - 1) / 2, 1);
}

/**
 * The fewest seeds with which a two-sided t test at `level` finds a difference with probability 80 %, if mean and deviation of the
 * differences are those seen.
 *
 * @param effect - |mean| of the seeds' differences over their standard deviation
 * @param level - of the test, corrected for several
 * @returns Infinity beyond a million seeds; NaN where the effect is not known
 */
export function seedsToSeparate(effect: number, level: number): number {
  if (Number.isNaN(effect)) return NaN;
  if (effect === Infinity) return 2;
  const isEnough = (n: number): boolean => powerOf(effect, n, level) >= POWER;
  let most = 2;
  while (!isEnough(most)) {
    most *= 2;
    if (most > MOST_SEEDS) return Infinity;
  }
  let least = most / 2;
  // Power rises with n.
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (isEnough(middle)) most = middle;
    else least = middle;
  }
  return most;
}
