/** The mean-square factors of the algorithms of a run. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { attempted } from '../attempted.ts';
import { withConstantStep } from '../constantStep.ts';
import { hasLevels, leastOfLevels } from '../levels/levelPlan.ts';
import { meanSquareFactor } from './meanSquareFactor.ts';
import {
  joinsTooMany,
  type KnownProblem,
  knownProblem,
  type MomentConfiguration,
} from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { roundBased } from '../roundBased.ts';
import { levelError, levelMap } from './levelMaps.ts';
import { isRoundTooLarge } from './momentMap.ts';
import type { SquareFactor } from './meanSquareGrowth.ts';

/**
 * The mean-square factor of each algorithm at its own step size ({@link meanSquareFactor}), under Markov sampling with
 * at most two chain factors where the joint chain is too large; null where it is not known, takes more than the budget
 * allows, or there is no noise.
 *
 * @param budget - for each algorithm
 */
export function meanSquareFactors(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration & { readonly algorithms: readonly ScheduledAlgorithm[] },
  budget: MomentBudget,
): (SquareFactor | null)[] {
  // Seen without building the agents, which of many would take longer than all else before a run.
  const tooLarge =
    isRoundTooLarge(problem, budget) ||
    (joinsTooMany(problem, configuration, budget.doubles) &&
      leastOfLevels(problem, configuration) > budget.multiplications);
  const known =
    (configuration.sampling === 'exact' && !('reason' in roundBased(configuration))) || tooLarge
      ? undefined
      : knownProblem(problem, solution, configuration);
  return configuration.algorithms.map((scheduled) => {
    const algorithm = withConstantStep(scheduled);
    if (known === undefined || 'reason' in known || algorithm === undefined) return null;
    const factor = meanSquareFactor(known, algorithm, budget);
    if (typeof factor === 'number')
      return Number.isFinite(factor) ? { value: factor, relativeError: 0 } : null;
    return hasLevels(known) ? levelFactor(known, algorithm, budget) : null;
  });
}

/** With two chain factors, or with one where that is exact, or shows already that the mean square grows. */
function levelFactor(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): SquareFactor | null {
  const valueOf = (
    level: 'one' | 'two',
  ): { readonly value: number; readonly isExact: boolean } | undefined => {
    const map = attempted('the map of second moments', () =>
      levelMap(known, algorithm, 'meanSquare', level, budget),
    );
    if ('reason' in map || map.cost > budget.multiplications) return undefined;
    const value = map.factor();
    return typeof value === 'number' && Number.isFinite(value)
      ? { value, isExact: map.isExact === true }
      : undefined;
  };
  const first = valueOf('one');
  if (first === undefined) return null;
  if (first.isExact) return { value: first.value, relativeError: 0 };
  const two = valueOf('two');
  if (two === undefined) return null;
  return {
    value: two.value,
    relativeError: two.isExact ? 0 : levelError(two.value, first.value),
  };
}
