/**
 * The assumptions A 1–A 3 of SCAFFLSA (Mangold et al. 2024, §3), checked on a linear problem: the
 * constants its theorems are made of, the sharpest that the agents' laws allow.
 *
 * A 2 asks for a and η_∞ with `E ‖Π_{h ≤ H} (I − ηA(o_h)) u‖² ≤ (1 − ηa)^{2H} ‖u‖²` for every η < η_∞, and
 * A 3 for `a I ≼ S_i` and `E[A(o)ᵀA(o)] ≼ L S_i`, `S_i = (Ā_i + Ā_iᵀ)/2`; the paper prints the second
 * inequality of A 3, (14), the other way round, but uses this one (Lemma C.5). From A 3
 *
 *     E ‖(I − ηA(o)) u‖² = uᵀ(I − 2ηS_i + η²E[AᵀA])u ≤ (1 − ηλ) ‖u‖² ≤ (1 − ηλ/2)² ‖u‖²,   η ≤ 1/L,
 *
 * λ the smallest eigenvalue of all S_i, so A 2 holds with a = λ/2 and η_∞ = 1/L. No λ ≤ 0 allows any a.
 */
import { symmetricPart, trace } from '../../../maths/linearAlgebra.ts';
import { solveEquilibrated } from '../../../maths/equilibrated.ts';
import {
  largestEigenvalue,
  largestRatio,
  smallestEigenvalue,
  spectralNorm,
} from '../../../maths/symmetricEigenvalues.ts';
import { squaredDistance, squaredNorm } from '../../../maths/vector.ts';
import type { ObservationLaw } from '../../../problems/observationLaw.ts';
import { pullAtRoot, type LinearProblem } from '../../linearProblem.ts';
import { agentNoise, noiseCost } from '../../noise/agentNoise.ts';
import type { Unknown } from '../../unknown.ts';

/** The constants; E_c is the average over agents, norms of matrices are spectral. */
export interface LsaConstants {
  /** N, the paper's M of this program */
  readonly agents: number;
  /** a of A 2 */
  readonly contraction: number;
  /** η_∞ of A 2 */
  readonly largestStep: number;
  /** a and L of A 3 */
  readonly monotonicity: number;
  readonly smoothness: number;
  /** C_A = max ‖Ā_c‖ */
  readonly matrixNorm: number;
  /** max (‖Ā_c‖² + ‖Σ_Ã^c‖) */
  readonly largestSquare: number;
  /** E_c ‖Σ_Ã^c‖ */
  readonly matrixNoise: number;
  /** ṽ_heter = E_c ‖Σ_Ã^c‖ ‖θ_c* − θ*‖² */
  readonly heterogeneityNoise: number;
  /** σ̄_ε = E_c Tr Σ_ε^c, the operators' noise at the local roots */
  readonly localNoise: number;
  /** σ̄_ω = E_c Tr Σ_ω^c, the operators' noise at θ* */
  readonly rootNoise: number;
  /** E_c ‖θ_c* − θ*‖ */
  readonly rootSpread: number;
  /** Δ_heter = E_c ‖Ā_c (θ_c* − θ*)‖² */
  readonly pullSpread: number;
}

/** Multiplications that the constants may take: a fraction of a second. */
const NOISE_BUDGET = 3e8;

/**
 * The constants of a problem, or why there are none.
 *
 * @param laws - the law of each agent's observations; `undefined` for sampling without noise
 */
export function lsaConstants(
  { agents, dimension: d, root }: LinearProblem,
  laws: readonly (ObservationLaw | undefined)[],
): LsaConstants | Unknown {
  const cost = laws.reduce((sum, law) => sum + noiseCost(law, d, 2) + 60 * d ** 3, 0);
  if (cost > NOISE_BUDGET) return { reason: 'the covariances of the observations would take too long' };
  const all: OfAgent[] = [];
  for (const [index, agent] of agents.entries()) {
    const symmetric = symmetricPart(agent.A, d);
    const monotonicity = smallestEigenvalue(symmetric, d);
    if (!(monotonicity > 0))
      return {
        reason: `A 2 does not hold: (Ā + Āᵀ)/2 of agent ${index} has the eigenvalue ${monotonicity.toPrecision(3)}, not above 0`,
      };
    // A symmetric part that is positive definite makes Ā invertible.
    const localRoot = solveEquilibrated(agent.A, agent.b, d);
    const noise = agentNoise(agent, laws[index], [localRoot, root]);
    all.push({
      monotonicity,
      smoothness: largestRatio(noise.matrixSecondMoment, symmetric, d),
      norm: spectralNorm(agent.A, d),
      spread: largestEigenvalue(noise.matrixNoise, d),
      away: squaredDistance(localRoot, root),
      localNoise: trace(noise.covariances[0]!, d),
      rootNoise: trace(noise.covariances[1]!, d),
      pull: squaredNorm(pullAtRoot(agent, root)),
    });
  }
  const most = (value: (agent: OfAgent) => number): number => Math.max(...all.map(value));
  const mean = (value: (agent: OfAgent) => number): number =>
    all.reduce((sum, agent) => sum + value(agent) / all.length, 0);
  const monotonicity = Math.min(...all.map((agent) => agent.monotonicity));
  const smoothness = most((agent) => agent.smoothness);
  return {
    ...{
      agents: all.length,
      contraction: monotonicity / 2,
      largestStep: 1 / smoothness,
      monotonicity,
      smoothness,
    },
    matrixNorm: most(({ norm }) => norm),
    largestSquare: most(({ norm, spread }) => norm ** 2 + spread),
    matrixNoise: mean(({ spread }) => spread),
    heterogeneityNoise: mean(({ spread, away }) => spread * away),
    localNoise: mean(({ localNoise }) => localNoise),
    rootNoise: mean(({ rootNoise }) => rootNoise),
    rootSpread: mean(({ away }) => Math.sqrt(away)),
    pullSpread: mean(({ pull }) => pull),
  };
}

/** What the constants are made of: `spread` is ‖Σ_Ã‖, `away` ‖θ_c* − θ*‖² and `pull` ‖Ḡ_c(θ*)‖². */
type OfAgent = Readonly<
  Record<
    'monotonicity' | 'smoothness' | 'norm' | 'spread' | 'away' | 'localNoise' | 'rootNoise' | 'pull',
    number
  >
>;
