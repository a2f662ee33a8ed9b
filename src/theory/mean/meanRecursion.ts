/** The noise-free error curve of an algorithm on a linear problem, round by round. */
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { MeanRound } from './meanRound.ts';

/**
 * E[θ̄] − θ* after each of some rounds: one array, which the next round changes.
 *
 * @param start - θ̄_0 − θ* `[d]`
 * @param rounds - in increasing order; round 0 is the start
 */
export function* meanModels(
  mean: Pick<MeanRound, 'start'>,
  start: Vector,
  rounds: readonly number[],
): Generator<Float64Array, void> {
  const model = Float64Array.from(start);
  const advance = mean.start(model);
  let round = 0;
  for (const wanted of rounds) {
    for (; round < wanted; round++) advance();
    yield model;
  }
}

/**
 * `‖E[θ̄_t] − θ*‖²` at the given rounds, from the exact recursion of the mean; see roundMap.ts for
 * the rounds. With the deterministic trigger and exact sampling this is the error itself; with the
 * Bernoulli trigger it is that of the mean over the gaps, and the mean error is larger (except in
 * Minibatch SGD, whose rounds do not depend on their gaps). Control variates and momentum start at 0.
 *
 * @param initial - θ̄_0 `[d]`
 * @param root - θ* `[d]`
 * @param rounds - in increasing order; round 0 is the start
 */
export function meanErrors(
  mean: Pick<MeanRound, 'start'>,
  initial: Vector,
  root: Vector,
  rounds: readonly number[],
): number[] {
  const start = initial.map((value, j) => value - root[j]!);
  return Array.from(meanModels(mean, start, rounds), (model) => {
    const error = squaredNorm(model);
    // Beyond all doubles infinities of both signs meet.
    return Number.isNaN(error) ? Infinity : error;
  });
}
