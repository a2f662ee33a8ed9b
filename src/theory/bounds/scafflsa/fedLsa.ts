/**
 * SCAFFLSA's Theorem 4.1 with the explicit constants of its Theorem A.5: the mean-square error of FedLSA, that is Local SA,
 * under i.i.d. sampling and the deterministic trigger; and how many rounds it takes to a precision, Corollaries 4.4 and 4.5.
 */
import type { LsaConstants } from './assumptions.ts';
import { digits, type RunPlan } from '../statement.ts';
import { because, type Unknown } from '../../unknown.ts';

/** A run of Local SA, as the theorem sees it. */
export interface FedLsaRun {
  /** η */
  readonly stepSize: number;
  /** H */
  readonly localSteps: number;
  /** ‖θ_0 − θ*‖ */
  readonly initialDistance: number;
  /** ‖ρ̄_H‖, ρ̄_H = (1/N) Σ_c (I − (I − ηĀ_c)^H)(θ_c* − θ*) (24) */
  readonly drift: number;
  /** ‖θ̃_t^(bi,bi)‖: how far t rounds without noise, from θ* on, lead away from it (28) */
  readonly biasAfter: (round: number) => number;
}

export interface FedLsaBound {
  readonly kind: 'bound';
  /** bound on `E^{1/2} ‖θ̄_t − θ̃_t^(bi,bi) − θ*‖²` */
  readonly deviation: (round: number) => number;
  /** and with Minkowski's inequality on `E ‖θ̄_t − θ*‖²` */
  readonly meanSquare: (round: number) => number;
}

/**
 * With E_c the average over agents,
 *
 *     E^{1/2} ‖θ̄_t − θ̃_t − θ*‖² ≤ √(ησ̄_ε/(aN(1 − e⁻²))) + √(2ηṽ_heter/(aN))
 *         + √(ηE_c‖Σ_Ã‖/(aN)) ‖ρ̄_H‖/(1 − (1 − ηa)^H) + (1 − ηa)^{tH} ‖θ_0 − θ*‖.
 *
 * The third term is printed as `2 √(E_c‖Σ_Ã‖) ‖ρ̄_H‖/(a √(HN))`, which does not follow: (96) leaves out
 * that the difference of the two products of t − s factors is a sum of t − s terms. With the
 * terms summed over s first, as here, each round adds `Γ̄_i − Γ̄` times a vector of length at most
 * `‖ρ̄_H‖/(1 − (1 − ηa)^H)`, orthogonal to the others', with (95) for its size.
 */
export function fedLsaBound(constants: LsaConstants, run: FedLsaRun): FedLsaBound | Unknown {
  const { contraction: a, largestStep } = constants;
  const { stepSize, localSteps, initialDistance, drift, biasAfter } = run;
  if (!(stepSize < largestStep))
    return because(`needs η < η_∞ = ${digits(largestStep)}, has ${digits(stepSize)}`);
  const perRound = -Math.expm1(localSteps * Math.log1p(-stepSize * a));
  const carried =
    drift === 0
      ? 0
      : (Math.sqrt((stepSize * constants.matrixNoise) / (a * constants.agents)) * drift) / perRound;
  const floor = fluctuation(constants) * Math.sqrt(stepSize) + carried;
  const deviation = (round: number): number =>
    floor + Math.exp(round * localSteps * Math.log1p(-stepSize * a)) * initialDistance;
  return { kind: 'bound', deviation, meanSquare: (round) => (deviation(round) + biasAfter(round)) ** 2 };
}

/** `√(σ̄_ε/(aN(1 − e⁻²))) + √(2ṽ_heter/(aN))`: the first two terms over √η. */
function fluctuation({ contraction: a, agents, localNoise, heterogeneityNoise }: LsaConstants): number {
  const balanced = Math.sqrt(localNoise / (a * agents * -Math.expm1(-2)));
  return balanced + Math.sqrt((2 * heterogeneityNoise) / (a * agents));
}

/**
 * Corollary 4.4: H = 1, with constants that make it a bound. Theorem A.5 has no bias then, so `E ‖θ̄_T −
 * θ*‖² ≤ ε²` as soon as the fluctuation is at most ε/2, which sets η, and the transient, too:
 *
 *     η = min(η_∞, ε²/(4 f²)) with f = fluctuation/√η,      T = ln(2‖θ_0 − θ*‖/ε)/(ηa).
 *
 * η_∞ itself is not allowed, and half of it taken instead.
 *
 * @param precision - ε > 0
 */
export function synchronousPlan(
  constants: LsaConstants,
  precision: number,
  initialDistance: number,
): RunPlan {
  const { contraction: a, largestStep } = constants;
  const stepSize = Math.min(largestStep / 2, (precision / 2 / fluctuation(constants)) ** 2);
  const rounds = Math.max(0, Math.ceil(Math.log((2 * initialDistance) / precision) / (stepSize * a)));
  return { kind: 'bound', stepSize, localSteps: 1, rounds };
}

/**
 * Corollary 4.5: H > 1 and agents that differ, up to universal constants: with w = max(ṽ_heter, σ̄_ε)
 * and D = E_c ‖θ_c* − θ*‖,
 *
 *     η = min(aNε²/w, η_∞),      H = w/(DNε),      T = max(1/(aη_∞), D/(a²ε)) ln(‖θ_0 − θ*‖/ε).
 *
 * H is a real number here; the paper's O(·) leaves its rounding open.
 */
export function heterogeneousPlan(
  constants: LsaConstants,
  precision: number,
  initialDistance: number,
): RunPlan | Unknown {
  const { contraction: a, agents, largestStep, rootSpread: D, matrixNorm } = constants;
  const noise = Math.max(constants.heterogeneityNoise, constants.localNoise);
  const largest = Math.max((Math.sqrt(noise) * D) ** (2 / 5) / a, D / (a * matrixNorm));
  if (!(D > 0)) return because('needs agents whose local roots differ');
  if (!(precision < largest)) return because(`needs ε < ${digits(largest)}, has ${digits(precision)}`);
  return {
    kind: 'shape',
    stepSize: noise > 0 ? Math.min((a * agents * precision ** 2) / noise, largestStep) : largestStep,
    localSteps: noise / (D * agents * precision),
    rounds:
      Math.max(1 / (a * largestStep), D / (a * a * precision)) *
      Math.max(0, Math.log(initialDistance / precision)),
  };
}
