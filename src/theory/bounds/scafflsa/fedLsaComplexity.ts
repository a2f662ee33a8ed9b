/** How many rounds FedLSA takes to a precision: SCAFFLSA's Corollaries 4.4 and 4.5. */
import type { LsaConstants } from './assumptions.ts';
import { fluctuation } from './fedLsaBound.ts';
import { digits, type RunPlan } from './statement.ts';
import { because, type Unknown } from '../../unknown.ts';

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
