/** FedHSA's error floor to first order in the step, from the problem alone. */
import { solve } from '../../maths/linearSolve.ts';
import { lyapunovSolution } from '../../maths/lyapunovEquation.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { solveProblem } from '../../problems/root.ts';

/**
 * `tr Σ + ‖b‖²`. Σ is the stationary covariance, `J Σ + Σ Jᵀ + (η/M) C = 0` with J = −Ā and C the average over agents
 * of the long-run covariance of `G_i(θ*, o)`: to first order the corrections cancel in the average. b is the bias
 * of noise that multiplies θ, `−η J⁻¹ mean_i Σ_{ℓ≥1} w(ℓ) E[∂G_i/∂θ(o_ℓ) (G_i(θ*, o_0) − Ḡ_i(θ*))]`, with how much of the
 * noise of ℓ steps ago FedHSA's local models hold, `w(ℓ) = 1/M + (1 − 1/M)(1 − 2ℓ/H) 1{ℓ < H}`. Neither knows of
 * heterogeneity.
 */
export function predictedFloor(
  specification: ProblemSpecification,
  stepSize: number,
  localSteps: number,
): number {
  const problem = buildProblem(specification);
  const { mean, root } = solveProblem(problem);
  if (mean?.kind !== 'linear' || root === undefined) throw new RangeError('the problem is not linear');
  const { agents, dimension: d } = problem;
  const alone = 1 - 1 / agents;
  const weights = {
    carried: 1 / agents,
    within: (lag: number): number => (lag < localSteps ? alone * (1 - (2 * lag) / localSteps) : 0),
  };
  const own = { noise: new Float64Array(d * d), memory: new Float64Array(d) };
  const noise = new Float64Array(d * d);
  const memory = new Float64Array(d);
  for (let index = 0; index < agents; index++) {
    const law = problem.agent(index).noise?.();
    if (law?.longRunCovariance === undefined || law.memory === undefined)
      throw new RangeError(`agent ${index} has no long-run covariance`);
    law.longRunCovariance(root, 1, own.noise);
    law.memory(root, 1, weights, own.memory);
    for (let j = 0; j < d * d; j++) noise[j]! += (stepSize * own.noise[j]!) / agents ** 2;
    for (let j = 0; j < d; j++) memory[j]! += (stepSize * own.memory[j]!) / agents;
  }
  const jacobian = mean.A.map((a) => -a);
  const covariance = lyapunovSolution(jacobian, noise, d);
  let floor = solve(mean.A, memory, d).reduce((sum, value) => sum + value ** 2, 0);
  for (let j = 0; j < d; j++) floor += covariance[j * (d + 1)]!;
  return floor;
}
