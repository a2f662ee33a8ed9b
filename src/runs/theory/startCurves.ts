/** Curves that a run has from its start, and a run that was made without theory when somebody looks. */
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Measure } from '../../configuration/scenario.ts';
import { START_BUDGET } from '../../theory/budgets.ts';
import { withDrift } from '../../theory/noiseFree/drift.ts';
import { START_NOISE_FREE, withNoiseFree } from '../../theory/noiseFree/noiseFreePredictions.ts';
import type { Prediction } from '../../theory/predictions.ts';
import { withSettledLimit } from '../../theory/settledLimit.ts';
import { exactCurves } from './exactCurves.ts';

/** A run as its curves see it. */
export interface PredictedRun {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly configuration: RunConfiguration;
  /** what its figures show, by default the error */
  readonly measure?: Measure | undefined;
}

/**
 * The predictions with exact curves beside them, and those without noise.
 *
 * @param predictions - one for each algorithm, in its order
 * @param run - what they are of
 * @param rounds - in increasing order; round 0 is the start
 * @param directory - of the run, where it has been made
 */
export async function withStartCurves(
  predictions: readonly Prediction[],
  run: PredictedRun,
  rounds: readonly number[],
  directory?: string,
): Promise<Prediction[]> {
  const { problem, solution, configuration, measure = 'error' } = run;
  const kept = keepingAgents(problem);
  const curves = await exactCurves(kept, solution, configuration, rounds, START_BUDGET, directory);
  const found = withNoiseFree(predictions, kept, solution, configuration, rounds, START_NOISE_FREE);
  return (measure === 'error' ? found : withDrift(found, kept, solution, configuration)).map(
    (prediction, index) => withSettledLimit({ ...prediction, exact: curves[index]! }),
  );
}
