/**
 * The exact curves of a run: of its rounds where all agents take part in them, else in expectation over schedules where these
 * have a law that is cheap enough, else given when answers come.
 */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import {
  type ExactPrediction,
  exactPredictions,
  predictionOf,
} from '../../theory/moments/exactPredictions.ts';
import { exactErrors, type ExactErrors, refused } from '../../theory/moments/exactErrors.ts';
import type { MomentBudget } from '../../theory/budgets.ts';
import { roundBased } from '../../theory/roundBased.ts';
import { scheduleLaw } from '../../theory/schedules/answerLaw.ts';
import { arrivalCurve } from './arrivalCurve.ts';

/**
 * One curve for each algorithm, in its order, or why there is none.
 *
 * @param rounds - in increasing order; round 0 is the start
 * @param budget - for all algorithms together; of a curve at fewer rounds for each of them
 * @param directory - of a run that has been made
 */
export async function exactCurves(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
  rounds: readonly number[],
  budget: MomentBudget,
  directory?: string,
): Promise<ExactPrediction[]> {
  if (!('reason' in roundBased(configuration)))
    return exactPredictions(problem, solution, configuration, rounds, budget);
  const { algorithms } = configuration;
  const share = { ...budget, multiplications: budget.multiplications / algorithms.length };
  const curves: ExactPrediction[] = [];
  for (const algorithm of algorithms) {
    const expected = overSchedules(problem, solution, configuration, algorithm, rounds, share);
    if (expected.kind === 'exact') {
      curves.push({ ...predictionOf(expected, rounds), overSchedules: true });
      continue;
    }
    const given = await arrivalCurve(problem, solution, configuration, algorithm, rounds, share, directory);
    const { needed = Infinity } = expected;
    curves.push(
      predictionOf(
        given.kind === 'refused' && needed < (given.needed ?? Infinity) ? expected : given,
        rounds,
      ),
    );
  }
  return curves;
}

/** The errors in expectation over schedules; of those without a law nothing is computed. */
function overSchedules(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
): ExactErrors {
  const law = scheduleLaw(problem, configuration);
  return 'reason' in law
    ? refused(law)
    : exactErrors(problem, solution, configuration, algorithm, rounds, budget);
}
