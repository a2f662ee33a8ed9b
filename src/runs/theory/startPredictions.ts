/** What theory says of a run at once, before it starts: all but curves. */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../protocol/configuration.ts';
import { factorFields, meanSquareFactors } from '../../theory/meanSquareGrowth.ts';
import { type Prediction, predict } from '../../theory/predictions.ts';
import { stabilityOf } from '../../theory/stability/stability.ts';

/** For the mean-square factor of each algorithm: a tenth of a second. */
const FACTOR_BUDGET = { multiplications: 1e8, doubles: 4e6 };
/** For each largest stable step: the same. */
const STABILITY_BUDGET = { multiplications: 5e7, doubles: 4e6 };

/** One prediction for each algorithm, in its order. */
export function startPredictions(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
): Prediction[] {
  const factors = meanSquareFactors(problem, solution, configuration, FACTOR_BUDGET);
  const stability = stabilityOf(problem, solution, configuration, STABILITY_BUDGET);
  return predict(problem, solution, configuration).map((prediction, k) => {
    const { mean, meanSquare } = stability[k]!;
    return { ...prediction, stability: { mean, meanSquare }, ...factorFields(factors[k]) };
  });
}
