/**
 * Local steps and rounds for `E ‖∇F(ŵ_T)‖² ≤ ε²` (Streaming FL, Corollaries 4.6 and 4.8), with the constants of
 * their proofs.
 */
import { InputError } from '../../../values/failure.ts';
import type { Dissimilarity, StreamingConstants } from './convergence.ts';

/** K and T that are enough. */
export interface StreamingComplexity {
  readonly kind: 'bound';
  /** K: a multiple of C_∞σ²/(ν_ps M ε²) */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
}

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

function checked(precision: number): number {
  if (precision > 0) return precision;
  throw new InputError(`the precision ε must be above 0, got ${precision}`);
}

/** Corollary 4.6: `K = 8 …`, `T = 4LΔ_0/ε²`, γ = 1/L; @throws InputError if ε is not above 0. */
export const minibatchSgdComplexity = (
  constants: StreamingConstants,
  precision: number,
): StreamingComplexity => complexity(constants, checked(precision), { localSteps: 8, rounds: 4 });

/**
 * Corollary 4.8: `K = 392/15 …`, `T = 98/15 (LΔ_0/ε²) max(10δ², (8/3)(θ² + σ²)/(δ²ε²))`, with
 * `ηK = min(3δ²ε²/(8L(θ² + σ²)), 1/(10Lδ²))`; @throws InputError if ε is not above 0.
 */
export function localSgdComplexity(
  constants: StreamingConstants,
  { constant, factor }: Dissimilarity,
  precision: number,
): StreamingComplexity {
  const epsilon = checked(precision);
  const drift = (8 * (constant + constants.noise)) / (3 * factor * epsilon ** 2);
  return complexity(constants, epsilon, {
    localSteps: 392 / 15,
    rounds: (98 / 15) * Math.max(10 * factor, drift),
  });
}
