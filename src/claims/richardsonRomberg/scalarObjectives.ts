/** Strongly convex, smooth objectives of one coordinate that are not quadratic, with what the theorems say of them. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { averageOf, rootOf, type ScalarObjective } from './scalarLaw.ts';

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** `f'(θ) = s σ(sθ − o) + θ/2 − p`: softplus with l2 regularisation, as in logistic regression. */
function softplus(scale: number, offset: number, pull: number): ScalarObjective {
  const at = (theta: number): number => sigmoid(scale * theta - offset);
  return {
    gradient: (theta) => scale * at(theta) + theta / 2 - pull,
    curvature: (theta) => scale ** 2 * at(theta) * (1 - at(theta)) + 1 / 2,
    third: (theta) => scale ** 3 * at(theta) * (1 - at(theta)) * (1 - 2 * at(theta)),
    noise: 1,
  };
}

/** All agents alike: μ = 1/2, L = 3/4. */
export const ALIKE = [softplus(1, 0, 0)];
/** Agents of two kinds, with other curvatures and other roots: μ = 1/2, L = 3/2. */
export const DIFFERENT = [softplus(1, 0, 0), softplus(2, 1, 1.5)];
export const MU = 0.5;
export const SMOOTH = 0.75;
export const SMOOTH_DIFFERENT = 1.5;

/** The first orders of Theorems 1–4, and b_local; per unit of what they are multiplied by. */
export interface FirstOrders {
  readonly root: number;
  /** b_h, which γ(H − 1)/2 multiplies */
  readonly heterogeneity: number;
  /** b_s, which γ/(2N) multiplies */
  readonly stochastic: number;
  /** A C, which γ/N multiplies */
  readonly variance: number;
  /** −f'''C/(2f''), which γ²(H − 1)(1 − 1/N)/2 multiplies: the noise of an agent's own local steps */
  readonly local: number;
}

/** The first orders at the root of the average. */
export function firstOrders(objectives: readonly ScalarObjective[]): FirstOrders {
  const root = rootOf(objectives);
  const curvature = averageOf(objectives, (scalarObjective) => scalarObjective.curvature(root));
  const third = averageOf(objectives, (scalarObjective) => scalarObjective.third(root));
  const noise = averageOf(objectives, (scalarObjective) => scalarObjective.noise ** 2);
  const heterogeneity =
    averageOf(
      objectives,
      (scalarObjective) => (scalarObjective.curvature(root) - curvature) * scalarObjective.gradient(root),
    ) / curvature;
  const variance = noise / (2 * curvature);
  return {
    root,
    heterogeneity,
    stochastic: (-third / curvature) * variance,
    variance,
    local: (-third / (2 * curvature)) * noise,
  };
}

/** FedAvg. */
export const fedAvg = (stepSize: number): ConfiguredAlgorithm => ({ name: 'local-sa', stepSize });

/** Its extrapolation in γ or in H; the two runs see independent observations. */
export const extrapolated = (
  stepSize: number,
  extrapolation: 'step-size' | 'local-steps' = 'step-size',
): ConfiguredAlgorithm => ({
  name: 'richardson-romberg',
  stepSize,
  extrapolation,
  extrapolationNoise: 'independent',
});
