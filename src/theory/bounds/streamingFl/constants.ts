/** Streaming FL's constants for quadratics: linear operators with symmetric matrices. */
import { inverse } from '../../../maths/inverse.ts';
import { matrixVector } from '../../../maths/linearAlgebra.ts';
import { matrix, meanOf, multiply, power } from '../../../maths/matrix.ts';
import { supremumRatio } from '../../../maths/mixing.ts';
import { jointPseudoSpectralGap } from '../../../maths/pseudoSpectralGap.ts';
import { largestEigenvalue } from '../../../maths/symmetricEigenvalues.ts';
import { addScaled, dot, squaredNorm, type Vector } from '../../../maths/vector.ts';
import type { ChainLaw } from '../../../problems/observationLaw.ts';
import type { GradientLaw } from '../gradientLaw.ts';
import { type LinearProblem, pullAtRoot } from '../../linearProblem.ts';
import type { Dissimilarity, StreamingConstants, SystemChain } from './convergence.ts';
import type { Unknown } from '../../unknown.ts';

/** Powers of P tried in the search for ν_ps. */
const MOST_POWERS = 50;

/** Independent observations are a chain that forgets at each step. */
export const INDEPENDENT: SystemChain = { supremumRatio: 1, pseudoSpectralGap: 1 };

/**
 * The chain of all agents, which move independently: `C_∞ = Π C_∞^i`, and ν_ps of all of them together.
 *
 * @returns the two, or why there are none
 */
export function systemChain(chains: readonly ChainLaw[]): SystemChain | Unknown {
  const joint = jointPseudoSpectralGap(chains, MOST_POWERS);
  if (joint === undefined) return { reason: `ν_ps of the agents needs more than ${MOST_POWERS} powers of P` };
  if (!(joint.gap > 0)) return { reason: 'the chain of some agent does not mix' };
  const ratio = chains.reduce(
    (product, { transition, states, stationary }) => product * supremumRatio(transition, states, stationary),
    1,
  );
  return { supremumRatio: ratio, pseudoSpectralGap: joint.gap };
}

/**
 * The constants of a run that starts at w_0.
 *
 * @param start - w_0 `[d]`
 * @returns the constants, or which assumption fails
 */
export function streamingConstants(
  { dimension: d, A, root }: LinearProblem,
  law: GradientLaw,
  system: SystemChain,
  start: Vector,
): StreamingConstants | Unknown {
  if (law.noise === null || law.noise.largest === Infinity)
    return { reason: 'the noise of the gradients is not bounded for all w and x (Assumption 4.3)' };
  const away = addScaled(start, -1, root);
  return {
    agents: law.agents,
    smoothness: law.smoothness,
    noise: law.noise.largest,
    initialGap: dot(away, matrixVector(A, away, d)) / 2,
    ...system,
  };
}

/**
 * A pair (θ², δ²) for quadratics: `∇F_m(w) = Ā_m(w − θ*) + ∇F_m(θ*)` gives `mean ‖∇F_m(w)‖² ≤ 2ζ_{*,1}² + 2
 * λ_max(Ā⁻¹ (mean Ā_m²) Ā⁻¹) ‖∇F(w)‖²`; with one common Hessian the factors 2 are not needed.
 *
 * @throws NumericalFailure if Ā is singular
 */
export function quadraticDissimilarity(
  { dimension: d, agents, A }: LinearProblem,
  law: GradientLaw,
): Dissimilarity {
  if (law.hessianSpread <= 1e-24 * law.smoothness ** 2) return { constant: law.gradientSpread, factor: 1 };
  const square = meanOf(agents.map((agent) => power(matrix(d, d, agent.A), 2)));
  const back = matrix(d, d, inverse(A, d));
  const factor = 2 * largestEigenvalue(multiply(multiply(back, square), back).values, d);
  return { constant: 2 * law.gradientSpread, factor: Math.max(1, factor) };
}

/** G_0 = mean ‖∇F_m(w_0)‖². */
export function initialGradients({ agents }: LinearProblem, start: Vector): number {
  return agents.reduce((sum, agent) => sum + squaredNorm(pullAtRoot(agent, start)) / agents.length, 0);
}
