/**
 * Local steps and rounds for `E ‖∇F(ŵ_T)‖² ≤ ε²` (Streaming FL, Corollaries 4.6 and 4.8), with the constants of
 * their proofs.
 */
import type { RunPlan } from '../statement.ts';
import type { Dissimilarity, StreamingConstants } from './convergence.ts';

/** K, a multiple of C_∞σ²/(ν_ps M ε²), and T. */
type StreamingComplexity = Omit<RunPlan, 'stepSize'>;

/** The multiples of `C_∞σ²/(ν_ps M ε²)` and `LΔ_0/ε²`. */
function complexity(
  { agents, noise, supremumRatio, pseudoSpectralGap, smoothness, initialGap }: StreamingConstants,
  precision: number,
  factors: { readonly localSteps: number; readonly rounds: number },
): StreamingComplexity {
  const square = precision ** 2;
  return {
    kind: 'bound',
    localSteps: (factors.localSteps * supremumRatio * noise) / (pseudoSpectralGap * agents * square),
    rounds: (factors.rounds * smoothness * initialGap) / square,
  };
}

/** Corollary 4.6: `K = 8 …`, `T = 4LΔ_0/ε²`, γ = 1/L, ε > 0. */
export const minibatchSgdComplexity = (
  constants: StreamingConstants,
  precision: number,
): StreamingComplexity => complexity(constants, precision, { localSteps: 8, rounds: 4 });

/**
 * Corollary 4.8: `K = 392/15 …`, `T = 98/15 (LΔ_0/ε²) max(10δ², (8/3)(θ² + σ²)/(δ²ε²))`, with
 * `ηK = min(3δ²ε²/(8L(θ² + σ²)), 1/(10Lδ²))`.
 */
export function localSgdComplexity(
  constants: StreamingConstants,
  { constant, factor }: Dissimilarity,
  precision: number,
): StreamingComplexity {
  const drift = (8 * (constant + constants.noise)) / (3 * factor * precision ** 2);
  return complexity(constants, precision, {
    localSteps: 392 / 15,
    rounds: (98 / 15) * Math.max(10 * factor, drift),
  });
}
