/** What theory says of a run at once, before it starts: all but curves. */
import { keyOf } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { START_FACTORS, START_STEPS } from '../../theory/budgets.ts';
import { factorFields, knownGrowth } from '../../theory/stability/meanSquareGrowth.ts';
import { meanSquareFactors } from '../../theory/stability/runFactors.ts';
import { type Prediction, predict } from '../../theory/predictions.ts';
import { stabilityOf } from '../../theory/stability/stability.ts';
import type { Stability } from '../../theory/stability/stableStep.ts';

/** One prediction for each algorithm, in its order; largest stable steps of those that are known to grow. */
export function startPredictions(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
): Prediction[] {
  const factors = meanSquareFactors(problem, solution, configuration, START_FACTORS);
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
  const [{ mean, meanSquare }] = stabilityOf(problem, solution, asked, START_STEPS) as [Stability];
  return { ...prediction, stability: { mean, meanSquare } };
}
