/**
 * What a Gaussian closure says of the stationary law of θ̄ off linear operators, and what that is worth.
 *
 * With the noise's covariance times s the law is solved for at s = 0, ½ and 1. Its bias is b(s) = b₀ + s b₁ + s² b₂ + …,
 * exact to first order in s, whatever the step size and the agents' differences; so are traces of covariances. The
 * second order is known in part: the closure leaves out cumulants, which curvature makes of Gaussian iterates. By how
 * much is estimated from both,
 *
 *     error of the bias     ≈ ‖b₂‖ + ρ² ‖b − b₀‖ + (4/9) ‖δJ‖ t/√tr C,     b₂ ≈ 2 (b(1) − 2 b(½) + b(0)),
 *     error of the spread   ≈ |t₂| + ρ² t,                                  t = tr Σ, ρ = 2 ‖b − b₀‖/√t.
 *
 * Of one coordinate the skewness that curvature makes is ρ, and through the same curvature it moves the spread by ρ²/2
 * of itself. Noise that is skewed itself, by 1, makes a third cumulant κ = (4/3) |J| t²/√C; with δJ = ½ D³Ḡ[Σ], the
 * change of the slope, it moves the mean by J⁻¹ D³Ḡ κ/6.
 */
import { trace } from '../../maths/linearAlgebra.ts';
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import type { RoundPlan } from './plannedRounds.ts';
import type { AveragedAgent } from './roundMoments.ts';
import { stationaryLaw } from './stationaryLaw.ts';

/** Of one run of rounds. */
export interface ClosedLaw {
  /** E θ̄ − θ* `[d]`, and what noise is of it */
  readonly bias: Float64Array;
  readonly ofNoise: Float64Array;
  /** tr Cov θ̄ */
  readonly spread: number;
  /** their parts of second order in the noise, as far as they are known */
  readonly secondBias: Float64Array;
  readonly secondSpread: number;
  /** what skewed noise may move the bias by */
  readonly ofSkewness: number;
}

/**
 * The law of one run.
 *
 * @param averagesAt - the agents with their noise's covariance times the scale
 * @throws NumericalFailure where the closure has no stationary law
 */
export function closedLaw(
  plan: RoundPlan,
  averagesAt: (scale: number) => readonly AveragedAgent[],
): ClosedLaw {
  const without = stationaryLaw(plan, averagesAt(0));
  const half = stationaryLaw(plan, averagesAt(0.5), without);
  const whole = stationaryLaw(plan, averagesAt(1), half);
  const d = whole.mean.length;
  const [less, spread] = [trace(half.covariance, d), trace(whole.covariance, d)];
  if (!Number.isFinite(spread)) throw new NumericalFailure('the spread is beyond all doubles');
  return {
    bias: whole.mean,
    ofNoise: whole.mean.map((x, j) => x - without.mean[j]!),
    spread,
    secondBias: whole.mean.map((x, j) => 2 * (x - 2 * half.mean[j]! + without.mean[j]!)),
    secondSpread: 2 * (spread - 2 * less),
    ofSkewness:
      spread > 0
        ? ((4 / 9) * Math.hypot(...whole.slopeChange) * spread) / Math.sqrt(trace(whole.noise, d))
        : 0,
  };
}

/** Of a model that is a weighted sum of runs with independent noise. */
export interface ClosedSum {
  /** E θ̄ − θ* `[d]` */
  readonly bias: Float64Array;
  /** estimated error of its norm, and of the spread */
  readonly biasError: number;
  readonly spread: number;
  readonly spreadError: number;
}

/** A run with the part of what noise does to it that the closure may have wrong beside. */
export interface WeightedLaw {
  readonly weight: number;
  readonly law: ClosedLaw;
  readonly remembers: number;
}

/** Σ weight · θ̄ of runs that are independent, or of one. */
export function closedSum(parts: readonly WeightedLaw[]): ClosedSum {
  const d = parts[0]!.law.bias.length;
  const bias = new Float64Array(d);
  const second = new Float64Array(d);
  let [spread, secondSpread, biasError, spreadError] = [0, 0, 0, 0];
  for (const { weight, law, remembers } of parts) {
    for (let j = 0; j < d; j++) {
      bias[j]! += weight * law.bias[j]!;
      second[j]! += weight * law.secondBias[j]!;
    }
    spread += weight ** 2 * law.spread;
    secondSpread += weight ** 2 * law.secondSpread;
    const moved = Math.hypot(...law.ofNoise);
    const square = law.spread > 0 ? (4 * moved ** 2) / law.spread : 0;
    biasError += Math.abs(weight) * ((square + remembers) * moved + law.ofSkewness);
    spreadError += weight ** 2 * (square + remembers) * law.spread;
  }
  return {
    bias,
    biasError: biasError + Math.hypot(...second),
    spread,
    spreadError: spreadError + Math.abs(secondSpread),
  };
}
