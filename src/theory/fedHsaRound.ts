/** One mean round of FedHSA on a linear problem. */
import { spectralRadius } from '../maths/eigenvalues.ts';
import { identity, matrixVector, multiply } from '../maths/linearAlgebra.ts';
import type { AverageMap } from './averageMap.ts';
import type { LinearProblem } from './linearProblem.ts';
import type { MeanRound } from './meanRound.ts';

/**
 * `e ← (I − α_g η C̄ Ā) e` for e = θ̄ − θ*.
 *
 * With the broadcast average `g = −Ā(θ̄ − θ*)` agent i's local step on `δ = θ − θ̄` is
 * `δ ← (I − ηĀ_i)δ + ηg`, so `Δ_i = ηC_i g`, and `θ̄⁺ = θ̄ + (α_g/M) Σ Δ_i` (FedHSA, Algorithm 1;
 * the paper's Ā is −Ā here). θ* is its fixed point.
 */
export function fedHsaRound(problem: LinearProblem, map: AverageMap, serverStepSize: number): MeanRound {
  const d = problem.dimension;
  const matrix = identity(d);
  const product = multiply(map.sum, problem.A, d);
  for (let j = 0; j < d * d; j++) matrix[j]! -= serverStepSize * map.stepSize * product[j]!;
  return {
    factor: () => spectralRadius(matrix, d),
    limit: { kind: 'root', source: 'fixed point θ*, FedHSA, Algorithm 1' },
    start: (model) => () => model.set(matrixVector(matrix, model, d)),
  };
}
