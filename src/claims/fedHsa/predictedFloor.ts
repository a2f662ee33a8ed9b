/** FedHSA's error floor to first order in the step, from the problem alone. */
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { expansions } from '../../theory/expansion/expansion.ts';

/** A claim waits for as many agents as its figure has: half a minute for a hundred of d = 200. */
const BUDGET = { multiplications: 1e12 };

/**
 * `tr Σ + ‖b‖²` under Markov sampling: the stationary covariance, which M divides, and the bias of noise that
 * multiplies θ. Neither knows of heterogeneity.
 *
 * @throws RangeError if the first order is refused: the problems of claims are chosen so that it is not
 */
export function predictedFloor(
  specification: ProblemSpecification,
  stepSize: number,
  localSteps: number,
): number {
  const problem = buildProblem(specification);
  const wanted = {
    algorithm: { name: 'fedhsa', stepSize, serverStepSize: 1 },
    trigger: { kind: 'deterministic', localSteps },
  } as const;
  const [order] = expansions(problem, solveProblem(problem), [wanted], { sampling: 'markov' }, BUDGET);
  if (order!.kind === 'refused') throw new RangeError(order!.reason);
  return order!.meanSquare ?? NaN;
}
