/** An error floor that is noise alone, to first order in the step, from the problem and not from the algorithm that is tested. */
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { expansions, trace } from '../../theory/expansion/expansion.ts';
import type { RunData } from '../runData.ts';

/** A claim waits for as many agents as its figure has: half a minute for a hundred of d = 200. */
const BUDGET = { multiplications: 1e12 };

/**
 * `tr Σ + ‖b‖²` under Markov sampling: the stationary covariance, which M divides, and the biases of noise
 * that multiplies θ, as Local SA has them to first order. Corrections that sum to 0 over the agents leave both as they are.
 *
 * @throws RangeError if the first order is refused: the problems of claims are chosen so that it is not
 */
export function noiseFloor(
  specification: ProblemSpecification,
  stepSize: number,
  localSteps: number,
): number {
  const problem = buildProblem(specification);
  const wanted = {
    algorithm: { name: 'local-sa', stepSize },
    trigger: { kind: 'deterministic', localSteps },
  } as const;
  const order = expansions(problem, solveProblem(problem), [wanted], { sampling: 'markov' }, BUDGET)[0]!;
  if (order.kind === 'refused') throw new RangeError(order.reason);
  const { covariance, noiseBias, memoryBias } = order;
  const spread = trace(covariance);
  return memoryBias.reduce((sum, value, j) => sum + (value + (noiseBias?.[j] ?? 0)) ** 2, spread);
}

/** {@link noiseFloor} of the problem, the step and the H of a run of FedHSA. */
export function noiseFloorOf({ manifest: { problem, configuration } }: RunData): number {
  const algorithm = configuration.algorithms.find(({ name }) => name === 'fedhsa');
  const { trigger } = configuration;
  if (
    algorithm?.name !== 'fedhsa' ||
    typeof algorithm.stepSize !== 'number' ||
    trigger.kind !== 'deterministic'
  )
    throw new RangeError('the floor is predicted of FedHSA with a constant step and a fixed H');
  return noiseFloor(problem.specification as ProblemSpecification, algorithm.stepSize, trigger.localSteps);
}
