/** Where Local SA goes without noise: heterogeneity and several local steps pull it off the root. */
import { fixedPoint } from '../../maths/affineMap.ts';
import type { AverageMap } from './averageMap.ts';

/**
 * `θ_∞ − θ* = (I − Γ̄)⁻¹ · (1/M) Σ_i η C_i Ḡ_i(θ*)`, `[d]`: the fixed point of Local SA's mean round
 * `θ̄ − θ* ← Γ̄(θ̄ − θ*) + (1/M) Σ_i η C_i Ḡ_i(θ*)`, with `Γ̄` the average of `Γ_i = (I − ηĀ_i)^H` and
 * `C_i = Σ_{k<H} (I − ηĀ_i)ᵏ` (Mangold et al. 2024, "SCAFFLSA", Theorem 4.1; Mangold et al. 2025,
 * "Refined Analysis of Federated Averaging's Bias and Federated Richardson–Romberg Extrapolation",
 * Theorem 2).
 *
 * The papers write the right-hand side `ρ̄_H = (1/M) Σ_i (I − Γ_i)(θ_i* − θ*)` with the local roots;
 * since `I − Γ_i = η C_i Ā_i` and `Ḡ_i(θ*) = Ā_i(θ_i* − θ*)` it is the same, but this form needs no
 * local roots and so allows singular Ā_i. It is 0 for H = 1 and for agents that share a root.
 *
 * With the Bernoulli trigger Γ_i and C_i are expectations over the gaps (see localMap.ts), and θ_∞ is
 * exactly the limit of E[θ̄], because the gaps do not depend on the iterates; θ̄ itself keeps moving
 * about it with the gaps, even without noise.
 *
 * @throws NumericalFailure if I − Γ̄ is singular
 */
export function localSaLimit(map: AverageMap): Float64Array {
  return fixedPoint(map.power, map.drift);
}
