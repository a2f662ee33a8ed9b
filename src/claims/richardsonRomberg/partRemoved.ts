/** By how much an algorithm moves FedAvg's average along its bias: sharp where distances from θ* are not. */
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { expansion } from '../../theory/expansion/expansion.ts';
import { likeTrigger } from '../../triggers/index.ts';
import { finalAverages, type RunData } from '../runData.ts';
import { type Interval, meanInterval } from '../statistics/intervals.ts';

/** The first orders of FedAvg's bias on a run's problem, with its step and trigger. */
function expansionOf({ manifest: { problem, configuration } }: RunData) {
  const built = buildProblem(problem.specification as ProblemSpecification);
  const { sampling, algorithms } = configuration;
  const trigger = likeTrigger(configuration.trigger)!;
  const algorithm = algorithms.find(({ name }) => name === 'local-sa');
  if (algorithm?.name !== 'local-sa' || typeof algorithm.stepSize !== 'number')
    throw new RangeError('the run has no FedAvg with a constant step');
  const order = expansion(built, solveProblem(built), { stepSize: algorithm.stepSize, trigger, sampling });
  if (order.kind === 'refused') throw new RangeError(order.reason);
  return order;
}

/** `γ/(2N) b_s` `[d]`. */
export function noiseBias(run: RunData): readonly number[] {
  const bias = expansionOf(run).noiseBias;
  if (bias === null) throw new RangeError('no second derivative, so no bias of noise');
  return bias;
}

/** The sum of all biases, that of the agents' own local noise included `[d]`. */
export function firstOrderBias(run: RunData): readonly number[] {
  const { bias } = expansionOf(run);
  if (bias === null) throw new RangeError('no second derivative, so no bias of noise');
  return bias;
}

/**
 * By how much an algorithm's average lies from FedAvg's towards the root, along the bias and as a part of it, one a
 * seed: 1 takes it away, 0 leaves it. Both saw the same observations, so that most of the noise of the averages
 * cancels.
 */
export function partRemoved(
  fedAvg: readonly (readonly number[])[],
  other: readonly (readonly number[])[],
  bias: readonly number[],
): number[] {
  const square = bias.reduce((sum, x) => sum + x * x, 0);
  return fedAvg.map((average, seed) =>
    average.reduce((sum, x, j) => sum + ((x - other[seed]![j]!) * bias[j]!) / square, 0),
  );
}

/** {@link partRemoved} of a run's algorithm, with an interval over seeds. */
export function removedOf(run: RunData, algorithm: string, bias: readonly number[], level: number): Interval {
  return meanInterval(
    partRemoved(finalAverages(run, 'local-sa'), finalAverages(run, algorithm), bias),
    level,
  );
}
