/** The problems that the theorems are tried on, and their exact moments. */
import { squaredDistance } from '../../../../src/maths/vector.ts';
import type { Problem } from '../../../../src/problems/operator.ts';
import { solveProblem } from '../../../../src/problems/root.ts';
import type { AlgorithmConfiguration } from '../../../../src/configuration/configuration.ts';
import { lsaConstants, type LsaConstants } from '../../../../src/theory/bounds/scafflsa/assumptions.ts';
import { linearProblem, type LinearProblem } from '../../../../src/theory/linearProblem.ts';
import { exactErrors } from '../../../../src/theory/moments/exactErrors.ts';
import { randomTd, scalarProblem } from '../../observedAgents.ts';

export interface KnownProblem {
  readonly problem: Problem;
  readonly linear: LinearProblem;
  readonly constants: LsaConstants;
  readonly initial: readonly number[];
  /** ‖θ_0 − θ*‖ */
  readonly initialDistance: number;
}

function knownProblem(problem: Problem): KnownProblem {
  const linear = linearProblem(problem, solveProblem(problem));
  if ('reason' in linear) throw new Error(linear.reason);
  const laws = Array.from({ length: problem.agents }, (_, index) => problem.agent(index).observations!());
  const constants = lsaConstants(linear, laws);
  if ('reason' in constants) throw new Error(constants.reason);
  const initial = Array.from({ length: problem.dimension }, () => -1);
  const initialDistance = Math.sqrt(squaredDistance(Float64Array.from(initial), linear.root));
  return { problem, linear, constants, initial, initialDistance };
}

export const SCALAR = knownProblem(scalarProblem());
export const TD = knownProblem(randomTd(3, 4, 2, 0.5, 5));

/** Constants of no problem, with which statements come to short numbers. */
export const ROUND: LsaConstants = {
  ...{ agents: 2, contraction: 0.5, largestStep: 1, monotonicity: 0.5, smoothness: 1 },
  ...{ matrixNorm: 1, largestSquare: 1 / 16, pullSpread: 3, rootNoise: 2, matrixNoise: 1 },
  ...{ heterogeneityNoise: 2, localNoise: 1 - Math.exp(-2), rootSpread: 0.25 },
};

/** E‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² under i.i.d. sampling with H local steps. */
export function exactMoments(
  { problem, initial }: KnownProblem,
  algorithm: AlgorithmConfiguration,
  localSteps: number,
  rounds: readonly number[],
): { readonly meanSquare: readonly number[]; readonly biasSquare: readonly number[] } {
  const configuration = {
    trigger: { kind: 'deterministic', localSteps },
    sampling: 'iid',
    initial: [...initial],
  } as const;
  const exact = exactErrors(problem, solveProblem(problem), configuration, algorithm, rounds);
  if (exact.kind !== 'exact') throw new Error(exact.reason);
  return exact;
}
