/** One mean round of Minibatch SGD on a linear problem, and how large its step may be. */
import { eigenvalues, spectralRadius } from '../maths/eigenvalues.ts';
import { identity, matrixVector } from '../maths/linearAlgebra.ts';
import { allFinite } from '../maths/vector.ts';
import type { LinearProblem } from './linearProblem.ts';
import type { MeanRound } from './meanRound.ts';

/**
 * `e ← (I − γĀ) e` for e = w − θ*, whatever the number of observations: every agent evaluates at w,
 * so the average of its evaluations is `Ḡ_i(w)` without noise, and `w⁺ = w + γ(b̄ − Āw)`
 * (Streaming FL, §3).
 *
 * @param serverStepSize - γ, per round
 */
export function minibatchSgdRound(problem: LinearProblem, serverStepSize: number): MeanRound {
  const d = problem.dimension;
  const matrix = identity(d);
  for (let j = 0; j < d * d; j++) matrix[j]! -= serverStepSize * problem.A[j]!;
  return {
    factor: () => spectralRadius(matrix, d),
    limit: { kind: 'root', source: 'fixed point θ*, Streaming FL, §3' },
    start: (model) => () => model.set(matrixVector(matrix, model, d)),
  };
}

/**
 * The γ at which the spectral radius of I − γĀ reaches 1: the smallest `2 Re λ/|λ|²` over the
 * eigenvalues λ of Ā, from |1 − γλ|² = 1 − 2γ Re λ + γ²|λ|².
 *
 * @returns 0 if some λ has no positive real part: then no γ > 0 contracts
 */
export function largestServerStep(problem: LinearProblem): number {
  if (!allFinite(problem.A)) return 0;
  let smallest = Infinity;
  for (const { re, im } of eigenvalues(problem.A, problem.dimension)) {
    if (!(re > 0)) return 0;
    // 2 Re λ/|λ|², in an order of operations that cannot overflow.
    smallest = Math.min(smallest, 2 / (re + im * (im / re)));
  }
  return smallest;
}
