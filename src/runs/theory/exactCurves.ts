/**
 * The exact curves of a run: of its rounds where all agents take part in them, else given when answers come, and where
 * that takes too long in expectation over schedules, as far as these have a law.
 */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../protocol/configuration.ts';
import {
  type ExactPrediction,
  exactPredictions,
  predictionOf,
} from '../../theory/moments/exactPredictions.ts';
import { exactErrors } from '../../theory/moments/exactErrors.ts';
import type { MomentBudget } from '../../theory/moments/momentBudget.ts';
import { roundBased } from '../../theory/roundBased.ts';
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
    let expected: { readonly curve: ExactPrediction | undefined } | undefined;
    const ofSchedules = (): ExactPrediction | undefined =>
      (expected ??= { curve: overSchedules(problem, solution, configuration, algorithm, rounds, share) })
        .curve;
    const own = await arrivalCurve(
      problem,
      solution,
      configuration,
      algorithm,
      rounds,
      share,
      directory,
      () => ofSchedules() !== undefined,
    );
    const curve = predictionOf(own, rounds);
    // One that is over some of the seeds alone is none that stands for their schedules.
    const isWhole =
      !('reason' in curve) &&
      (curve.thinnedFrom !== undefined || (curve.seeds ?? 0) === configuration.seeds.length);
    curves.push((isWhole ? undefined : ofSchedules()) ?? curve);
  }
  return curves;
}

/** The curve in expectation over schedules; `undefined` where there is none. */
function overSchedules(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
): ExactPrediction | undefined {
  const result = exactErrors(problem, solution, configuration, algorithm, rounds, budget);
  return result.kind === 'exact' ? { ...predictionOf(result, rounds), overSchedules: true } : undefined;
}
