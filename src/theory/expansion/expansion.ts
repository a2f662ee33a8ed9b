/**
 * The first order in γ of Local SA's (FedAvg's) stationary law: its bias and its covariance.
 *
 * Mangold, Durmus, Dieuleveut, Samsonov, Moulines, "Refined Analysis of Federated Averaging's Bias and
 * Federated Richardson–Romberg Extrapolation", AISTATS 2025, Theorems 1–4. The paper has gradients,
 * `Ḡ_c = −∇f_c`; written with `J_c = ∂Ḡ_c/∂θ (θ*)` (the paper's `−∇²f_c`), `J = mean J_c` and
 * `D²Ḡ = mean D²Ḡ_c` (the paper's `−∇³f`) the same holds for every stable J, symmetric or not:
 *
 *     E θ̄ − θ* = γ(H−1)/2 b_h + γ/(2M) b_s + b_local + γ b_m + O(γ²H² + γ^{3/2}H)
 *     Cov θ̄    = Σ + …,            J Σ + Σ Jᵀ + (γ/M) C = 0          (the paper's (γ/N) 𝐀 C)
 *     b_h = −J⁻¹ mean J_c Ḡ_c(θ*),     γ/(2M) b_s = −½ J⁻¹ D²Ḡ[Σ].
 *
 * b_local, of order γ²H, is in the paper's remainder; without a factor 1/M it is often the largest part
 * off quadratics (localNoise.ts).
 * (`mean (∇²f_c − ∇²f) ∇f_c` is `mean ∇²f_c ∇f_c`, as `mean ∇f_c(θ*) = 0`.) C is the agents' mean
 * covariance of `G_c(θ*, o)`, which is for i.i.d. sampling. Under Markov sampling it becomes the
 * long-run covariance, all lags summed, and a third bias is of the same order, which the paper does not
 * have and additive noise does not, either:
 *
 *     b_m = −J⁻¹ mean_c Σ_{ℓ≥1} w(ℓ) E[∂G_c/∂θ(θ*, o_ℓ) (G_c(θ*, o_0) − Ḡ_c(θ*))],
 *
 * with the weights w of lagWeights.ts: what the iterate holds of the noise of ℓ steps ago meets an
 * observation that has not forgotten it. (For M = 1, linear operators: Huo, Chen and Xie, "Bias and
 * extrapolation in Markovian linear stochastic approximation with constant stepsizes", 2023.)
 */
import { inverse } from '../../maths/inverse.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { lyapunovSolution } from '../../maths/lyapunovEquation.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { atRoot, type ExpansionSetting } from './atRoot.ts';
import { meanLocalAge } from './lagWeights.ts';
import { type CurvedAgent, localNoiseBias as localNoiseBiasOf } from './localNoise.ts';

/** First orders in γ, at the stationary law; plain arrays. */
export interface Expansion {
  readonly kind: 'expansion';
  /** `γ(H−1)/2 b_h` `[d]`; `γ(1−p)/p b_h` under the Bernoulli trigger */
  readonly heterogeneityBias: readonly number[];
  /** `γ/(2M) b_s` `[d]`; null where Ḡ has no second derivative */
  readonly noiseBias: readonly number[] | null;
  /** b_local `[d]`, of order γ²H; null where Ḡ has no second derivative or the round does not contract */
  readonly localNoiseBias: readonly number[] | null;
  /** `γ b_m` `[d]`; 0 but under Markov sampling */
  readonly memoryBias: readonly number[];
  /** Σ, row-major `[d, d]` */
  readonly covariance: readonly number[];
  /** the sum of the four biases `[d]`; null where one is */
  readonly bias: readonly number[] | null;
  /** `‖bias‖² + tr Σ`, of E ‖θ̄ − θ*‖²; null where the bias is */
  readonly meanSquare: number | null;
  /** why a bias is missing, or null */
  readonly reason: string | null;
}

export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

export type ExpansionResult = Expansion | Refused;

/** The expansion at a step size γ. */
export type ExpansionAt = (stepSize: number) => Expansion;

/**
 * The first-order bias and covariance of Local SA, once its start is forgotten.
 *
 * @returns the expansion as a function of γ, or the reason why there is none: a mean operator, θ* or the
 *   law of the noise is not known, the mean flow is not stable at θ*, or it would take too long
 */
export function expansions(
  problem: Problem,
  { root, mean }: Solution,
  setting: ExpansionSetting,
): ExpansionAt | Refused {
  if (mean === undefined) return refused('not every agent gives its mean operator');
  if (root === undefined) return refused('the root is not known');
  const d = problem.dimension;
  const local = atRoot(problem, { root, mean }, setting);
  if ('reason' in local) return refused(local.reason);
  let J: Float64Array;
  let unitCovariance: Float64Array;
  try {
    J = inverse(local.jacobian, d);
    const noise = local.noise.map((c) => c / problem.agents);
    unitCovariance = lyapunovSolution(local.jacobian, noise, d);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused('the mean flow is not stable at θ*');
  }
  const pulled = (force: Vector, scale: number): Float64Array =>
    matrixVector(J, force, d).map((x) => -scale * x);
  const unit = {
    heterogeneity: pulled(local.drift, meanLocalAge(setting.trigger)),
    noise: pulled(meanCurvature(local.curved, unitCovariance), 0.5),
    memory: pulled(local.memory, 1),
  };
  const noisy = setting.sampling !== 'exact';
  return (stepSize) => {
    const times = (x: Float64Array): number[] => Array.from(x, (value) => stepSize * value);
    const heterogeneityBias = times(unit.heterogeneity);
    const memoryBias = times(unit.memory);
    const covariance = times(unitCovariance);
    const common = { kind: 'expansion', heterogeneityBias, memoryBias, covariance } as const;
    const missing = { bias: null, meanSquare: null, localNoiseBias: null };
    if (local.nonsmooth !== undefined && noisy)
      return { ...common, ...missing, noiseBias: null, reason: local.nonsmooth };
    const noiseBias = times(unit.noise);
    const localNoiseBias =
      noisy && local.curved.length > 0
        ? localNoiseBiasOf(local.curved, Float64Array.from(covariance), stepSize, setting.trigger)
        : new Float64Array(d);
    if (localNoiseBias === undefined)
      return {
        ...common,
        ...missing,
        noiseBias,
        reason: 'the mean round does not contract at this step size',
      };
    const bias = heterogeneityBias.map((x, j) => x + noiseBias[j]! + memoryBias[j]! + localNoiseBias[j]!);
    const meanSquare = squaredNorm(Float64Array.from(bias)) + trace(covariance);
    return { ...common, noiseBias, localNoiseBias: [...localNoiseBias], bias, meanSquare, reason: null };
  };
}

/** {@link expansions}, at one step size γ. */
export function expansion(
  problem: Problem,
  solution: Solution,
  { stepSize, ...setting }: ExpansionSetting & { readonly stepSize: number },
): ExpansionResult {
  const law = expansions(problem, solution, setting);
  return typeof law === 'function' ? law(stepSize) : law;
}

/** mean D²Ḡ_c(θ*)[S] `[d]`; 0 for linear agents. */
function meanCurvature(agents: readonly CurvedAgent[], S: Vector): Float64Array {
  const sum = new Float64Array(Math.sqrt(S.length));
  const own = new Float64Array(sum.length);
  for (const { curvature } of agents) {
    curvature(S, own);
    for (let j = 0; j < sum.length; j++) sum[j]! += own[j]! / agents.length;
  }
  return sum;
}

/** The trace of a row-major square matrix. */
export function trace(matrix: readonly number[]): number {
  const d = Math.sqrt(matrix.length);
  return matrix.reduce((sum, value, e) => (e % (d + 1) === 0 ? sum + value : sum), 0);
}

const refused = (reason: string): Refused => ({ kind: 'refused', reason });
