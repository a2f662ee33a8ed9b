/**
 * The first order in the step size of stationary laws: biases and covariances. Local SA's (FedAvg's):
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
 * b_local = −½ J⁻¹ D²Ḡ[φγ² C], of order γ²H, is in the paper's remainder; without a factor 1/M it is often the largest
 * part off quadratics (Mathematics (20) to (23); for agents alike, and small γH).
 * (`mean (∇²f_c − ∇²f) ∇f_c` is `mean ∇²f_c ∇f_c`, as `mean ∇f_c(θ*) = 0`.) C is the agents' mean
 * covariance of `G_c(θ*, o)`, which is for i.i.d. sampling. Under Markov sampling it becomes the
 * long-run covariance, all lags summed, and a third bias is of the same order, which the paper does not
 * have and additive noise does not, either:
 *
 *     b_m = −J⁻¹ mean_c Σ_{ℓ≥1} w(ℓ) E[∂G_c/∂θ(θ*, o_ℓ) (G_c(θ*, o_0) − Ḡ_c(θ*))],
 *
 * with the weights w of noiseShares.ts over γ: what the iterate holds of the noise of ℓ steps ago meets an
 * observation that has not forgotten it. (For M = 1, linear operators: Huo, Chen and Xie, "Bias and
 * extrapolation in Markovian linear stochastic approximation with constant stepsizes", 2023.)
 */
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { attempted } from '../attempted.ts';
import { whyIll } from '../../maths/condition.ts';
import { eigenvalues } from '../../maths/eigenvalues.ts';
import { conditionNumber, inverseEquilibrated } from '../../maths/equilibrated.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { lyapunovSolution } from '../../maths/lyapunovEquation.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { type AtRoot, atRoot, type ExpansionBudget, type ExpansionSetting } from './atRoot.ts';
import { type NoiseShares, noiseShares, type SingleAlgorithm } from './noiseShares.ts';
import { because, type Unknown } from '../unknown.ts';

/** First orders in the step size, at the stationary law; plain arrays. */
export interface Expansion {
  readonly kind: 'expansion';
  /** of Local SA `γ(H−1)/2 b_h` `[d]`, or `γ(1−p)/p b_h` under the Bernoulli trigger; 0 of most others */
  readonly heterogeneityBias: readonly number[];
  /** −½ J⁻¹ D²Ḡ[Σ] `[d]`, of Local SA `γ/(2M) b_s`; null where Ḡ has no second derivative */
  readonly noiseBias: readonly number[] | null;
  /** b_local `[d]`, of order γ²H; null where Ḡ has no second derivative */
  readonly localNoiseBias: readonly number[] | null;
  /** of Local SA `γ b_m` `[d]`; 0 but under Markov sampling */
  readonly memoryBias: readonly number[];
  /** Σ, row-major `[d, d]` */
  readonly covariance: readonly number[];
  /** their sum `[d]`; null where one is missing */
  readonly bias: readonly number[] | null;
  /** `‖bias‖² + tr Σ`, of E ‖θ̄ − θ*‖²; null where the bias is */
  readonly meanSquare: number | null;
  /** why a part is missing, or null */
  readonly reason: string | null;
}

export type ExpansionResult = Expansion | { readonly kind: 'refused'; readonly reason: string };

/** One algorithm at its step sizes, with its trigger. */
export interface Expanded {
  readonly algorithm: SingleAlgorithm;
  readonly trigger: TriggerConfiguration;
}

/**
 * The first-order bias and covariance of each algorithm, once its start is forgotten.
 *
 * @returns one for each, or the reason why there is none: a mean operator, θ* or the law of the noise is
 *   not known, the mean flow is not stable at θ*, or it would take too long
 */
export function expansions(
  problem: Problem,
  { root, mean }: Solution,
  wanted: readonly Expanded[],
  setting: ExpansionSetting,
  budget?: ExpansionBudget,
): ExpansionResult[] {
  const shares = wanted.map(({ algorithm, trigger }) => noiseShares(algorithm, trigger, problem.agents));
  const known = shares.filter((share) => 'carried' in share);
  const refuseAll = (reason: string): ExpansionResult[] => wanted.map(() => refused(reason));
  if (mean === undefined) return refuseAll('not every agent gives its mean operator');
  if (root === undefined) return refuseAll('the root is not known');
  const local = attempted('the noise at θ*', () => atRoot(problem, { root, mean }, setting, known, budget));
  if ('reason' in local) return refuseAll(local.reason);
  const flow = attempted('the mean flow at θ*', () => flowAt(local, problem.dimension));
  if ('reason' in flow) return refuseAll(flow.reason);
  return shares.map((share) => {
    if ('reason' in share) return refused(share.reason);
    const memory = local.memories[known.indexOf(share)]!;
    const noisy = setting.sampling !== 'exact';
    const law = attempted('the first order', () => expandedOf(share, memory, { local, flow, noisy }));
    return 'kind' in law ? law : refused(law.reason);
  });
}

/** {@link expansions}, of Local SA at one step size γ. */
export function expansion(
  problem: Problem,
  solution: Solution,
  { stepSize, trigger, ...setting }: ExpansionSetting & Pick<Expanded, 'trigger'> & { stepSize: number },
): ExpansionResult {
  const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
  return expansions(problem, solution, [{ algorithm, trigger }], setting)[0]!;
}

/** The mean flow about θ*. */
interface Flow {
  /** J⁻¹ `[d, d]` */
  readonly inverse: Float64Array;
  /** Σ where an observation's noise is carried with weight 1 `[d, d]` */
  readonly covariance: Float64Array;
}

function flowAt({ jacobian, noise }: AtRoot, d: number): Flow | Unknown {
  const ill = whyIll('∂Ḡ/∂θ at θ*', conditionNumber(jacobian, d));
  if (ill !== undefined) return because(ill);
  if (eigenvalues(jacobian, d).some(({ re }) => re >= 0)) return because('the mean flow is not stable at θ*');
  return { inverse: inverseEquilibrated(jacobian, d), covariance: lyapunovSolution(jacobian, noise, d) };
}

function expandedOf(
  { carried, localPath, localSpread }: NoiseShares,
  memory: Vector,
  { local, flow, noisy }: { readonly local: AtRoot; readonly flow: Flow; readonly noisy: boolean },
): Expansion {
  const d = memory.length;
  const pulled = (force: Vector, scale: number): number[] =>
    Array.from(matrixVector(flow.inverse, force, d), (x) => -scale * x);
  /** −½ J⁻¹ D²Ḡ[S] */
  const bent = (S: Vector): number[] =>
    noisy && local.curvature !== undefined ? pulled(local.curvature(S), 0.5) : new Array<number>(d).fill(0);
  const heterogeneityBias = pulled(local.drift, localPath);
  const memoryBias = pulled(memory, 1);
  const sigma = flow.covariance.map((x) => carried * x);
  const covariance = [...sigma];
  const common = { kind: 'expansion', heterogeneityBias, memoryBias, covariance } as const;
  if (local.nonsmooth !== undefined && noisy)
    return {
      ...common,
      ...{ noiseBias: null, localNoiseBias: null, bias: null, meanSquare: null, reason: local.nonsmooth },
    };
  const noiseBias = bent(sigma);
  const localNoiseBias = bent(local.noise.map((c) => localSpread * c));
  const bias = heterogeneityBias.map((x, j) => x + noiseBias[j]! + memoryBias[j]! + localNoiseBias[j]!);
  const meanSquare = squaredNorm(Float64Array.from(bias)) + trace(covariance);
  return { ...common, noiseBias, localNoiseBias, bias, meanSquare, reason: null };
}

/** The trace of a row-major square matrix. */
export function trace(matrix: readonly number[]): number {
  const d = Math.sqrt(matrix.length);
  return matrix.reduce((sum, value, e) => (e % (d + 1) === 0 ? sum + value : sum), 0);
}

const refused = (reason: string): ExpansionResult => ({ kind: 'refused', reason });
