/** The constants of FedHSA's assumptions, for linear operators on finite chains. */
import { geometricMixing } from '../../../maths/geometricMixing.ts';
import { multiply, transpose, trace } from '../../../maths/linearAlgebra.ts';
import { spectralNorm } from '../../../maths/symmetricEigenvalues.ts';
import { squaredNorm, type Vector } from '../../../maths/vector.ts';
import type { ChainLaw, ObservationLaw } from '../../../problems/observationLaw.ts';
import type { LinearProblem } from '../../linearProblem.ts';
import { strongMonotonicity } from '../../monotonicity.ts';
import { eachOutcome, outcomeCount } from '../../noise/eachOutcome.ts';
import type { Unknown } from '../../unknown.ts';

/** Assumptions 1–3 of FedHSA. */
export interface FedHsaConstants {
  /** M */
  readonly agents: number;
  /** μ in (0, 1]: ⟨θ − θ*, Ḡ(θ)⟩ ≤ −μ‖θ − θ*‖² of the average operator (Assumption 2) */
  readonly monotonicity: number;
  /** L ≥ 1: ‖G_i(θ, o) − G_i(θ', o)‖ ≤ L‖θ − θ'‖ (Assumption 1) */
  readonly lipschitz: number;
  /** σ = max(σ_i, ‖θ*‖, 1), with ‖G_i(θ, o)‖ ≤ L(‖θ‖ + σ_i) */
  readonly growth: number;
}

/** Multiplications: some tenths of a second. */
const BUDGET = 4e7;

/**
 * μ = λ_min((Ā + Āᵀ)/2), at most 1; L = max ‖A_i(o)‖, at least 1; σ_i = max ‖b_i(o)‖/L.
 *
 * @returns the constants, or which assumption fails
 */
export function fedHsaConstants(
  { dimension: d, agents, A, root }: LinearProblem,
  laws: readonly (ObservationLaw | undefined)[],
): FedHsaConstants | Unknown {
  const cost = laws.reduce(
    (sum, law) => sum + (law?.kind === 'finite' ? outcomeCount(law) * (2 * d ** 3 + 2000) : 0),
    0,
  );
  if (cost > BUDGET) return { reason: 'the norms of all observations’ matrices would take too long' };
  const monotonicity = Math.min(
    1,
    strongMonotonicity({ kind: 'linear', A: Float64Array.from(A), b: new Float64Array(d) }),
  );
  if (!(monotonicity > 0)) return { reason: 'the average operator is not strongly monotone (Assumption 2)' };
  let [lipschitz, offset] = [1, 0];
  for (const [index, agent] of agents.entries()) {
    const law = laws[index];
    if (law?.kind === 'gauss-markov')
      return {
        reason: `the noise of agent ${index} is not bounded (Assumption 1), nor its chain finite (3)`,
      };
    const take = (A: Vector, b: Vector): void => {
      lipschitz = Math.max(lipschitz, matrixNorm(A, d));
      offset = Math.max(offset, Math.sqrt(squaredNorm(b)));
    };
    if (law === undefined) take(agent.A, agent.b);
    else eachOutcome(law, d, (_weight, matrix, b) => take(matrix, b));
  }
  const growth = Math.max(1, Math.sqrt(squaredNorm(root)), offset / lipschitz);
  return { agents: agents.length, monotonicity, lipschitz, growth };
}

/** ‖A‖; of a matrix of rank one, as TD's are, without eigenvalues: ‖A‖² = tr AᵀA = ‖AᵀA‖_F. */
function matrixNorm(A: Vector, d: number): number {
  const gram = multiply(transpose(A, d), A, d);
  const square = trace(gram, d);
  return Math.hypot(...gram) >= square * (1 - 1e-14) ? Math.sqrt(square) : spectralNorm(A, d);
}

/** c_i and ρ_i of one agent: `TV(P^t(s, ·), π) ≤ c ρᵗ` (Assumption 3, (7)). */
export interface MixingRate {
  readonly factor: number;
  readonly rate: number;
}

/**
 * The agents' pairs, from Dobrushin's coefficient.
 *
 * @returns the pairs, or the agent whose chain does not mix
 */
export function mixingRates(chains: readonly ChainLaw[]): MixingRate[] | Unknown {
  const rates: MixingRate[] = [];
  for (const [index, { transition, states }] of chains.entries()) {
    const mixing = geometricMixing(transition, states);
    if (mixing === undefined) return { reason: `the chain of agent ${index} does not mix (Assumption 3)` };
    rates.push(mixing);
  }
  return rates;
}

/** τ(ε) = max_i min{t: c_i ρ_iᵗ ≤ ε}, in steps of the chain. */
export function mixingTimeOf(rates: readonly MixingRate[], epsilon: number): number {
  return rates.reduce((longest, { factor, rate }) => {
    if (factor <= epsilon) return longest;
    return Math.max(longest, rate === 0 ? 1 : Math.ceil(Math.log(epsilon / factor) / Math.log(rate)));
  }, 0);
}

/** What the agents' chains enter with. */
export interface SlowestMixing {
  /** τ̄ = τ(α²), in steps of the chain; 1 of chains that forget at once */
  readonly time: number;
  /** ρ = max ρ_i in [0, 1) */
  readonly rate: number;
}

/** Of the slowest chain, at the effective step α. */
export const slowestMixing = (rates: readonly MixingRate[], alpha: number): SlowestMixing => ({
  time: Math.max(1, mixingTimeOf(rates, alpha ** 2)),
  rate: Math.max(...rates.map(({ rate }) => rate)),
});
