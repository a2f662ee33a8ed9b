/** What theory says of a run at once, before it starts: all but curves. */
import { keyOf } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { factorFields, knownGrowth } from '../../theory/stability/meanSquareGrowth.ts';
import { meanSquareFactors } from '../../theory/stability/runFactors.ts';
import { type Prediction, predict } from '../../theory/predictions.ts';
import { stabilityOf } from '../../theory/stability/stability.ts';
import type { Stability } from '../../theory/stability/stableStep.ts';

/** For the mean-square factor of each algorithm: a tenth of a second. */
const FACTOR_BUDGET = { multiplications: 1e8, doubles: 4e6 };
/** For each largest stable step: the same. */
const STABILITY_BUDGET = { multiplications: 5e7, doubles: 4e6 };

/** One prediction for each algorithm, in its order; largest stable steps of those that are known to grow. */
export function startPredictions(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
): Prediction[] {
  const factors = meanSquareFactors(problem, solution, configuration, FACTOR_BUDGET);
  return predict(problem, solution, configuration).map((prediction, k) => {
    const known = { ...prediction, ...factorFields(factors[k]) };
    return knownGrowth(known) ? withStableSteps(known, problem, solution, configuration) : known;
  });
}

/** A prediction with the largest stable steps, which take longer than the rest of it. */
export function withStableSteps(
  prediction: Prediction,
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
): Prediction {
  if (prediction.stability) return prediction;
  const algorithms = configuration.algorithms.filter(
    (candidate) => keyOf(candidate) === prediction.algorithm,
  );
  const asked = { ...configuration, algorithms };
  const [{ mean, meanSquare }] = stabilityOf(problem, solution, asked, STABILITY_BUDGET) as [Stability];
  return { ...prediction, stability: { mean, meanSquare } };
}
