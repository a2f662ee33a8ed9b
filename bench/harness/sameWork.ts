/** Shows, before anything is timed, that the contenders do the same work; throws where they do not. */
import { squaredDistance, squaredNorm, type Vector } from '../../src/maths/vector.ts';

/** Summation orders may differ between contenders, and nothing else: some hundred roundings of 2⁻⁵³. */
const MOST_ROUNDING = 1e-9;

/** Asserts that models agree to 1e-9 of their length; gives the sentence for the table. */
export function assertSameModel(models: Readonly<Record<string, Vector>>): string {
  const [[reference, theta] = ['', new Float64Array()], ...others] = Object.entries(models);
  const length = Math.sqrt(squaredNorm(theta));
  if (!(length > 0)) throw new Error(`${reference} ended at θ = 0 or at no number: nothing was computed`);
  let worst = 0;
  let same = 0;
  for (const [name, other] of others) {
    const difference = Math.sqrt(squaredDistance(theta, other)) / length;
    if (other.length !== theta.length || !(difference <= MOST_ROUNDING)) {
      throw new Error(`${name} and ${reference} ended at different θ: relative difference ${difference}`);
    }
    worst = Math.max(worst, difference);
    if (difference === 0) same++;
  }
  if (worst === 0) return 'the same final θ, bit for bit';
  const exactly = same === 0 ? '' : `, ${same + 1} of ${others.length + 1} bit for bit`;
  return `the same final θ to ${worst.toExponential(1)}${exactly}`;
}

/** Five standard deviations: missed once in 1.7 million checks, and the seeds are fixed. */
const MOST_DEVIATIONS = 5;

/**
 * Asserts that draws have a mean: within five of their standard deviations.
 *
 * @param deviation - standard deviation of one draw
 */
export function assertMean(name: string, draws: Float64Array, expected: number, deviation: number): void {
  let sum = 0;
  for (const draw of draws) sum += draw;
  const mean = sum / draws.length;
  const allowed = (MOST_DEVIATIONS * deviation) / Math.sqrt(draws.length);
  if (!(Math.abs(mean - expected) <= allowed)) {
    throw new Error(`${name}: the mean of ${draws.length} draws is ${mean}, not ${expected} ± ${allowed}`);
  }
}

/** Asserts that two counts of the same thing are equal. */
export function assertCount(name: string, counted: number, expected: number): void {
  if (counted !== expected) throw new Error(`${name}: ${counted}, not ${expected}`);
}
