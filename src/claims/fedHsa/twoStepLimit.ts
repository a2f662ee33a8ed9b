/** Where Local SA with two local steps goes without noise (FedHSA, Proposition 1). */
import { matrixVector, multiply } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import { type LinearProblem, pullAtRoot } from '../../theory/linearProblem.ts';

/**
 * `lim θ̄_t − θ* = ηv`, `v = (1/M)(2Ā + ηĀ′)⁻¹ Σ_i Ā_i²(θ_i* − θ*)`, `Ā′ = (1/M) Σ_i Ā_i²`, for H = 2 and
 * noiseless operators, where the limit exists: `I + 2ηĀ + η²Ā′` must be Schur-stable.
 *
 * The paper's Ā is −Ā here, so that the matrix is `−2Ā + ηĀ′`; and `Ā_i²(θ_i* − θ*) = Ā_i Ḡ_i(θ*)` needs
 * no local root. It is `localSaLimit` at H = 2, by another route.
 *
 * @param stepSize - η
 * @returns ηv `[d]`
 * @throws NumericalFailure if −2Ā + ηĀ′ is singular
 */
export function twoStepLimit(
  { dimension: d, agents, A, root }: LinearProblem,
  stepSize: number,
): Float64Array {
  const system = Float64Array.from(A, (a) => -2 * a);
  const force = new Float64Array(d);
  for (const agent of agents) {
    const square = multiply(agent.A, agent.A, d);
    for (let j = 0; j < d * d; j++) system[j]! += (stepSize * square[j]!) / agents.length;
    const pulled = matrixVector(agent.A, pullAtRoot(agent, root), d);
    for (let j = 0; j < d; j++) force[j]! += (stepSize * pulled[j]!) / agents.length;
  }
  return solve(system, force, d);
}
