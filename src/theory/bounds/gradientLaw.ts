/** The constants of quadratic objectives, `G(θ, o) = −∇F(θ, o) = b(o) − A(o) θ` with symmetric A(o). */
import { isSymmetric, multiply, sameMatrix, trace } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { largestEigenvalue, smallestEigenvalue } from '../../maths/symmetricEigenvalues.ts';
import { addScaled, squaredNorm, type Vector } from '../../maths/vector.ts';
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { type LinearProblem, pullAtRoot } from '../linearProblem.ts';
import { eachOutcome, outcomeCount } from '../noise/eachOutcome.ts';
import type { Unknown } from '../unknown.ts';

/** What bounds for federated optimisation are made of, for quadratics; maxima are over agents. */
export interface GradientLaw {
  /** M */
  readonly agents: number;
  /** μ: the smallest eigenvalue of any Ā_c */
  readonly monotonicity: number;
  /** L: the largest eigenvalue of any A_c(o) */
  readonly smoothness: number;
  /** ζ_{*,1}² = mean ‖∇f_c(θ*)‖² */
  readonly gradientSpread: number;
  /** ζ_{*,2}² = mean ‖∇²f_c − ∇²f‖², in the operator norm */
  readonly hessianSpread: number;
  /** the noise where it does not depend on θ; null where it does */
  readonly noise: Noise | null;
}

interface Noise {
  /** max E ‖ε_c‖² */
  readonly meanSquare: number;
  /** max E^{1/3} ‖ε_c‖⁶ */
  readonly sixthMoment: number;
  /** max ‖ε_c‖², over all observations; Infinity for Gaussian noise */
  readonly largest: number;
}

/** Multiplications: some tenths of a second. */
const BUDGET = 4e7;

/**
 * The constants of a linear problem whose operators are gradients.
 *
 * @param laws - of each agent's observations; `undefined` without noise
 * @returns the constants, or why the objectives are not quadratics with convex components
 */
export function gradientLaw(
  { dimension: d, agents, A: average, root }: LinearProblem,
  laws: readonly (ObservationLaw | undefined)[],
): GradientLaw | Unknown {
  const cost = laws.reduce(
    (sum, law) => sum + (law?.kind === 'finite' ? outcomeCount(law) : 1) * (20 * d ** 3 + 2000),
    0,
  );
  if (cost > BUDGET) return { reason: 'the eigenvalues of all observations’ matrices would take too long' };
  const M = agents.length;
  const components: Components[] = [];
  for (const [index, { A }] of agents.entries()) {
    if (!isSymmetric(A, d)) return { reason: `Ā of agent ${index} is not symmetric: not a gradient` };
    const ofAgent = componentsOf(A, laws[index], d, root);
    if ('reason' in ofAgent) return { reason: `${ofAgent.reason} of agent ${index}` };
    components.push(ofAgent);
  }
  const most = (part: keyof Noise | 'smoothness'): number => Math.max(...components.map((all) => all[part]));
  const meanOver = (value: (agent: LinearMean) => number): number =>
    agents.reduce((sum, agent) => sum + value(agent) / M, 0);
  return {
    agents: M,
    monotonicity: Math.min(...agents.map(({ A }) => smallestEigenvalue(A, d))),
    smoothness: Math.max(0, most('smoothness')),
    gradientSpread: meanOver((agent) => squaredNorm(pullAtRoot(agent, root))),
    hessianSpread: meanOver(({ A }) => largestSize(addScaled(A, -1, average), d) ** 2),
    noise: components.every(({ additive }) => additive)
      ? { meanSquare: most('meanSquare'), sixthMoment: most('sixthMoment'), largest: most('largest') }
      : null,
  };
}

interface Components extends Noise {
  readonly smoothness: number;
  readonly additive: boolean;
}

function componentsOf(
  A: Vector,
  law: ObservationLaw | undefined,
  d: number,
  root: Vector,
): Components | Unknown {
  if (law === undefined) {
    return { smoothness: largestEigenvalue(A, d), additive: true, meanSquare: 0, sixthMoment: 0, largest: 0 };
  }
  if (law.kind === 'gauss-markov') return gaussian(A, law.Q, law.variance, d);
  const pull = (A: Float64Array, b: Float64Array): Float64Array => pullAtRoot({ kind: 'linear', A, b }, root);
  let mean: Float64Array = new Float64Array(d);
  eachOutcome(law, d, (weight, matrix, b) => {
    mean = addScaled(mean, weight, pull(matrix, b));
  });
  let [smoothness, meanSquare, sixth, largest] = [0, 0, 0, 0];
  let [additive, symmetric, convex] = [true, true, true];
  eachOutcome(law, d, (weight, matrix, b) => {
    symmetric &&= isSymmetric(matrix, d);
    additive &&= sameMatrix(matrix, A);
    if (!symmetric) return;
    const most = largestEigenvalue(matrix, d);
    convex &&= smallestEigenvalue(matrix, d) >= -1e-12 * Math.abs(most);
    smoothness = Math.max(smoothness, most);
    const square = squaredNorm(addScaled(pull(matrix, b), -1, mean));
    meanSquare += weight * square;
    sixth += weight * square ** 3;
    largest = Math.max(largest, square);
  });
  if (!symmetric) return { reason: 'some A(o) is not symmetric, so not a gradient,' };
  if (!convex) return { reason: 'some A(o) has a negative eigenvalue: F is not convex for each observation' };
  return { smoothness, additive, meanSquare, sixthMoment: Math.cbrt(sixth), largest };
}

/** For z ∼ N(0, Σ): E‖z‖² = tr Σ and E‖z‖⁶ = (tr Σ)³ + 6 tr Σ tr Σ² + 8 tr Σ³. */
function gaussian(A: Vector, Q: Vector, variance: number, d: number): Components {
  const sigma = stationaryCovariance(Q, d, variance);
  const square = multiply(sigma, sigma, d);
  const [first, two, three] = [trace(sigma, d), trace(square, d), trace(multiply(square, sigma, d), d)];
  const sixth = first ** 3 + 6 * first * two + 8 * three;
  return {
    smoothness: largestEigenvalue(A, d),
    additive: true,
    meanSquare: first,
    sixthMoment: Math.cbrt(sixth),
    largest: variance > 0 ? Infinity : 0,
  };
}

/** The operator norm of a symmetric matrix. */
const largestSize = (A: Vector, d: number): number =>
  Math.max(largestEigenvalue(A, d), -smallestEigenvalue(A, d));
