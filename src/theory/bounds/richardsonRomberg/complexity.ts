/** Communications for a precision, with and without extrapolation (Richardson–Romberg, §6): `E ‖· − θ*‖² = O(ε²)`, shapes. */
import type { RunPlan } from '../statement.ts';

/**
 * Theorem 5: with extrapolation `γ = ε²`, `H = ε^{−3/2}` and `T = ε^{−1/2} log(1/ε)`: the squared bias that is
 * left is O(γ⁴H⁴ + γ³H²), and with γ = ε² that asks for H⁴ ≤ ε^{−6} and H² ≤ ε^{−4}, so that γH is of order
 * ε^{1/2}. (The paper has "H³ = O(1/ε⁴)" instead of H² and therefore prints H = ε^{−4/3}, T = ε^{−2/3}
 * log(1/ε), which is enough, too, with more communication. In (64) its τ̃^{1/2} is τ̃², that of Proposition 4.)
 *
 * @param epsilon - ε in (0, 1)
 */
export const extrapolatedCommunication = (epsilon: number): RunPlan => ({
  kind: 'shape',
  stepSize: epsilon ** 2,
  localSteps: epsilon ** (-3 / 2),
  rounds: epsilon ** (-1 / 2) * Math.log(1 / epsilon),
});

/**
 * Without: `γ = ε²`, `H = 1/ε`, `T = (1/ε) log(1/ε)`, since the bias is of order γH (Theorem 4), and that
 * must be ε.
 *
 * @param epsilon - ε in (0, 1)
 */
export const plainCommunication = (epsilon: number): RunPlan => ({
  kind: 'shape',
  stepSize: epsilon ** 2,
  localSteps: 1 / epsilon,
  rounds: Math.log(1 / epsilon) / epsilon,
});
