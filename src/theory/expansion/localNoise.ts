/**
 * What the noise of agents' own local steps does to mean operators that are not linear.
 *
 * Within a round an agent's iterate spreads wider than θ̄: after ℓ steps its second moment about θ* is S + D_i(ℓ), with
 * S that of θ̄. Ḡ_i turns D_i into a mean force ½ D²Ḡ_i[D_i(ℓ)], and the rounds' mean recursion into a bias b_local. For
 * agents alike and γH small
 *
 *     b_local = −½ J⁻¹ D²Ḡ[φ γ² C],     φ = (1 − 1/M)(H − 1)/2 of Local SA,
 *
 * of order γ²H; φ of the other algorithms: Mathematics (20) to (23). (Mangold et al. 2025, Theorem 4, has it in its
 * remainder, O(γ^{3/2}H).) Computed is what these forces do to the moments of rounds (roundMoments.ts) with J_i and C_i
 * as at θ*: the limit of small noise and small drift of the agents from θ*, whatever γH.
 */
import { matrixVector } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { attempted } from '../attempted.ts';
import { because, type Unknown } from '../unknown.ts';
import type { RoundPlan } from './plannedRounds.ts';
import type { AveragedAgent } from './roundMoments.ts';
import { lawCost, stationaryLaw } from './stationaryLaw.ts';

/** Multiplications at most: some seconds. */
const MOST_WORK = 4e9;
/** Laws that are tried until one settles, about. */
const LAWS = 10;

/** An agent whose mean operator is not linear, about θ*. */
export interface CurvedAgent {
  /** J_i `[d, d]` */
  readonly jacobian: Vector;
  /** C_i `[d, d]` */
  readonly noise: Vector;
  /** `out ← D²Ḡ_i(θ*)[S]` `[d]`, S symmetric `[d, d]` */
  readonly curvature: (S: Vector, out: Float64Array) => void;
}

/**
 * b_local `[d]`.
 *
 * @returns why there is none: rounds do not contract at this step size, or are too long
 */
export function localNoiseBias(agents: readonly CurvedAgent[], plan: RoundPlan): Float64Array | Unknown {
  if (LAWS * lawCost(plan) > MOST_WORK) return because('the spread within rounds would take too long');
  return attempted('the spread within rounds', () => {
    const { covariance } = stationaryLaw(
      plan,
      agents.map((agent) => quadratic(agent)),
    );
    return stationaryLaw(
      plan,
      agents.map((agent) => quadratic(agent, covariance)),
    ).mean;
  });
}

/** The operator to second order about θ*, without its drift there; S as given is no spread. */
function quadratic({ jacobian, noise, curvature }: CurvedAgent, S?: Vector): AveragedAgent {
  const d = Math.sqrt(noise.length);
  const [slope, spread] = [Float64Array.from(jacobian), Float64Array.from(noise)];
  return {
    force: (m) => matrixVector(slope, m, d),
    curved: (_, P) => {
      const out = new Float64Array(d);
      if (S === undefined) return out;
      curvature(
        Float64Array.from(P, (x, e) => (x - S[e]!) / 2),
        out,
      );
      return out;
    },
    slope: () => slope,
    noise: () => spread,
  };
}
