/**
 * Bounds on FedAvg with a constant step size for strongly convex objectives: Mangold, Durmus,
 * Dieuleveut, Samsonov, Moulines, "Refined Analysis of Federated Averaging's Bias and Federated
 * Richardson–Romberg Extrapolation", AISTATS 2025. γ is the step size, H the number of local steps.
 */
import { digits, statementOf, type TermedStatement, tooLarge } from '../statement.ts';
import type { GradientLaw } from '../gradientLaw.ts';
import { because, type Unknown } from '../../unknown.ts';

/** A run of FedAvg up to a round. */
export interface FedAvgRun {
  /** γ */
  readonly stepSize: number;
  /** H */
  readonly localSteps: number;
  /** t, in rounds */
  readonly round: number;
}

/** (1 − γμ)^{Ht}. */
function contraction({ monotonicity }: GradientLaw, { stepSize, localSteps, round }: FedAvgRun): number {
  return Math.exp(localSteps * round * Math.log1p(-stepSize * monotonicity));
}

function unmet(
  { monotonicity: mu, smoothness: L }: GradientLaw,
  { stepSize, localSteps }: FedAvgRun,
  part: number,
  shortRounds: boolean,
): Unknown | undefined {
  if (!(mu > 0)) return because(`needs every f_c strongly convex, has μ = ${digits(mu)}`);
  return (
    tooLarge(`γ ≤ 1/${part === 1 ? 'L' : `(${part}L)`} =`, stepSize, 1 / (part * L)) ??
    (shortRounds ? tooLarge('γμH ≤', stepSize * mu * localSteps, 1) : undefined)
  );
}

/**
 * Proposition 1, without noise: `‖θ_t − θ̄_det‖² ≤ (1 − γμ)^{Ht} ‖θ_0 − θ̄_det‖²`, θ̄_det the fixed point of
 * the round, for γ ≤ 1/L.
 *
 * @param distance - ‖θ_0 − θ̄_det‖
 */
export function deterministicConvergence(
  law: GradientLaw,
  run: FedAvgRun,
  distance: number,
): TermedStatement | Unknown {
  return (
    unmet(law, run, 1, false) ??
    statementOf('bound', [
      { symbol: '(1−γμ)^{Ht} ‖θ_0 − θ̄_det‖²', value: contraction(law, run) * distance ** 2 },
    ])
  );
}

/**
 * Corollary 1, without noise: `‖θ_t − θ*‖² ≤ 2(1 − γμ)^{Ht} ‖θ_0 − θ̄_det‖² + 2γ²(H − 1)² C_1²` with
 * `C_1 = L ζ_{*,1}/μ`, for γ ≤ 1/L and γμH ≤ 1.
 *
 * @param distance - ‖θ_0 − θ̄_det‖
 */
export function deterministicNeighbourhood(
  law: GradientLaw,
  run: FedAvgRun,
  distance: number,
): TermedStatement | Unknown {
  const { monotonicity: mu, smoothness: L, gradientSpread } = law;
  const bias = run.stepSize * (run.localSteps - 1) * (L / mu);
  return (
    unmet(law, run, 1, true) ??
    statementOf('bound', [
      { symbol: '2(1−γμ)^{Ht} ‖θ_0 − θ̄_det‖²', value: 2 * contraction(law, run) * distance ** 2 },
      { symbol: '2γ²(H−1)² C_1²', value: 2 * bias ** 2 * gradientSpread },
    ])
  );
}

/**
 * Theorem 2, quadratics: `‖E θ̄ − θ*‖ ≤ γ(H − 1) ζ_{*,2} ζ_{*,1}/μ` at the stationary law, for γ ≤ 1/L and
 * γμH ≤ 1; its square.
 */
export function quadraticBias(law: GradientLaw, run: FedAvgRun): TermedStatement | Unknown {
  const bias = (run.stepSize * (run.localSteps - 1)) / law.monotonicity;
  return (
    unmet(law, run, 1, true) ??
    statementOf('bound', [
      { symbol: '(γ(H−1) ζ_1 ζ_2/μ)²', value: bias ** 2 * law.gradientSpread * law.hessianSpread },
    ])
  );
}

/**
 * Proposition 4, i.i.d. noise of bounded variance: with θ̄_sto the mean of the stationary law,
 *
 *     E ‖θ_t − θ̄_sto‖² ≤ (1 − γμ)^{Ht} ψ_0 + (4γ/μ) τ̃²,
 *     ψ_0 = 4‖θ_0 − θ*‖² + 24H²γ²L²ζ_{*,1}²/μ² + (32γ/μ) τ²
 *
 * for γ ≤ 1/(8L) and γμH ≤ 1. For quadratics the variance is bounded (assumption A 4) where the noise does
 * not depend on θ; then τ̃² = max E‖ε‖² and τ² = max E^{1/3}‖ε‖⁶ (A 3).
 *
 * @param distance - ‖θ_0 − θ*‖
 */
export function stochasticConvergence(
  law: GradientLaw,
  run: FedAvgRun,
  distance: number,
): TermedStatement | Unknown {
  const failed = unmet(law, run, 8, true);
  if (failed !== undefined) return failed;
  if (law.noise === null)
    return because('needs noise of bounded variance; here A(o) differs, and the variance grows like ‖θ‖²');
  const { monotonicity: mu, smoothness: L, gradientSpread } = law;
  const { stepSize, localSteps } = run;
  const start =
    4 * distance ** 2 +
    24 * (localSteps * stepSize * (L / mu)) ** 2 * gradientSpread +
    ((32 * stepSize) / mu) * law.noise.sixthMoment;
  return statementOf('bound', [
    { symbol: '(1−γμ)^{Ht} ψ_0', value: contraction(law, run) * start },
    { symbol: '(4γ/μ) τ̃²', value: ((4 * stepSize) / mu) * law.noise.meanSquare },
  ]);
}
