/**
 * E ‖θ̄ − θ*‖² at a time, where answers come as a Poisson process of rate Λ: exponential cycles that begin anew with each
 * answer. Who answers is independent of when, so that the error at time t is that after ⌊N/K⌋ server steps, in the mean
 * over N of law Poisson(Λ t).
 */
import { decades } from '../decades.ts';
import type { AnswerLaw } from './answerLaw.ts';
import { countLaw } from './countLaw.ts';

/** Standard deviations beyond which the Poisson law is cut: a probability of 10⁻²³. */
const FAR = 10;

/** 0, 1, 2, 5, 10, … seconds, as far as steps go. */
export function timesWithin({ rate, answers }: Pick<AnswerLaw, 'rate' | 'answers'>, steps: number): number[] {
  const out = [0];
  const smallest = 10 ** Math.floor(Math.log10(answers / rate));
  for (const time of decades(smallest)) {
    if (longest(rate * time) > steps * answers) break;
    out.push(time);
  }
  return out;
}

/**
 * The error at these times.
 *
 * @param errors - after 0, 1, 2, … server steps
 */
export const errorAt = (
  errors: readonly number[],
  { rate, answers }: Pick<AnswerLaw, 'rate' | 'answers'>,
  time: number,
): number => {
  const mean = rate * time;
  if (mean === 0) return errors[0]!;
  const first = Math.max(0, Math.floor(mean - FAR * Math.sqrt(mean)));
  const law = countLaw(first, longest(mean), mean, (n) => mean / (n + 1));
  return law.reduce((sum, weight, k) => sum + weight * (errors[Math.floor((first + k) / answers)] ?? NaN), 0);
};

/** As many answers as there may be where there are so many in the mean. */
const longest = (mean: number): number => Math.ceil(mean + FAR * Math.sqrt(mean) + (mean === 0 ? 0 : 20));
