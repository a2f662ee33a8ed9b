/**
 * SCAFFLSA with the deterministic trigger: Theorem 5.3 and Corollary 5.4 with the conditions and
 * explicit constants of Theorem B.5 and Corollary B.6. The noise is σ̄_ω, that of the operators at
 * θ*; B.2 prints σ̄_ε.
 */
import type { LsaConstants } from './assumptions.ts';
import { digits, type ErrorBound, type RunPlan, tooLarge } from '../statement.ts';
import { because, type Unknown } from '../../unknown.ts';

/**
 * Theorem 5.3: `E ‖θ̄_t − θ*‖² ≤ (1 − ηaH/4)ᵗ ψ_0 + (16η/a) σ̄_ω`, `ψ_0 = ‖θ_0 − θ*‖² + η²H² Δ_heter`.
 *
 * The conditions are those of Theorem B.5, `η max‖Ā_c‖ ≤ 1`, `ηH ≤ 1`, `ηaH ≤ 1` and
 * `16ηH max(‖Ā_c‖² + ‖Σ_Ã^c‖) ≤ a`, and A 2's η < η_∞. Theorem 5.3 has `32ηHC_A² ≤ a` instead of the last
 * one, which is the same for ‖Σ_Ã‖ ≤ C_A² only.
 */
export function deterministicCommunicationBound(
  constants: LsaConstants,
  stepSize: number,
  localSteps: number,
  initialDistance: number,
): ErrorBound | Unknown {
  const { contraction: a, largestStep, matrixNorm, pullSpread, rootNoise } = constants;
  if (!(stepSize < largestStep))
    return because(`needs η < η_∞ = ${digits(largestStep)}, has ${digits(stepSize)}`);
  const most = mostTime(constants);
  const time = stepSize * localSteps;
  // A hair of room, so that the corollary's own plan is not refused for its rounding.
  const failed = tooLarge('η C_A ≤', stepSize * matrixNorm, 1) ?? tooLarge('ηH ≤', time / (1 + 1e-12), most);
  if (failed) return failed;
  const factor = 1 - (time * a) / 4;
  const start = initialDistance ** 2 + time ** 2 * pullSpread;
  const floor = ((16 * stepSize) / a) * rootNoise;
  return { kind: 'bound', floor, meanSquare: (round) => factor ** round * start + floor };
}

/** The largest ηH of Theorem B.5: `min(1, 1/a, a/(16 max(‖Ā_c‖² + ‖Σ_Ã^c‖)))`. */
export function mostTime({ contraction: a, largestSquare }: LsaConstants): number {
  return Math.min(1, 1 / a, a / (16 * largestSquare));
}

/**
 * Corollary 5.4: `η = min(η_∞/2, 1/C_A, aε²/(32σ̄_ω))`, the largest H with `ηH ≤` {@link mostTime}, and
 * `T = 4/(ηaH) ln(2ψ_0/ε²)` rounds: the number of communications grows like ln(1/ε), since ηH does not
 * depend on ε but for the rounding of H. (Theorem 5.3 asks for η < η_∞; H below 1 is 1, at a smaller η.)
 */
export function deterministicCommunicationPlan(
  constants: LsaConstants,
  precision: number,
  initialDistance: number,
): RunPlan {
  const { contraction: a, largestStep, matrixNorm, pullSpread, rootNoise } = constants;
  const target = precision ** 2;
  const most = mostTime(constants);
  const stepSize = Math.min(largestStep / 2, 1 / matrixNorm, (a * target) / (32 * rootNoise), most);
  const localSteps = Math.max(1, Math.floor(most / stepSize));
  const time = stepSize * localSteps;
  const start = initialDistance ** 2 + time ** 2 * pullSpread;
  const rounds = Math.max(0, Math.ceil((4 / (time * a)) * Math.log((2 * start) / target)));
  return { kind: 'bound', stepSize, localSteps, rounds };
}
