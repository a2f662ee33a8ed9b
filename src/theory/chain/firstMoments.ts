/** What an agent's local steps do in the mean, from every state of its chain. */
import type { ChainSize, LocalChain, LocalShape } from './localSteps.ts';

/** Multiplications of one step of {@link meanOverSteps}. */
export function meanStepCost(
  { moves, operators, kind }: ChainSize,
  { dimension: d, size }: LocalShape,
): number {
  const acts = kind === 'dense' ? d * d * (d + 1) : 2 * d * d;
  return moves * d * size + operators * acts;
}

/**
 * `E[v after so many observations | s_0 = s, z]` as a map of z: Φ `[n, d, size]`, by the recursion
 * `Φ ← Σ_s' P(s, s') Φ(s') L(s, s')` from the end of the steps back to their start.
 */
export function meanOverSteps(chain: LocalChain, shape: LocalShape, steps: number): Float64Array {
  const { dimension: d, size: D } = shape;
  let later = new Float64Array(chain.states * d * D);
  for (let s = 0; s < chain.states; s++) for (let i = 0; i < d; i++) later[(s * d + i) * D + i] = 1;
  let earlier = new Float64Array(later.length);
  for (let step = 0; step < steps; step++) {
    stepBack(chain, shape, later, earlier);
    [later, earlier] = [earlier, later];
  }
  return later;
}

function stepBack(chain: LocalChain, shape: LocalShape, later: Float64Array, out: Float64Array): void {
  const { states, first, next, probability, operator, operators } = chain;
  const { dimension: d, size: D, source, gain, shift } = shape;
  out.fill(0);
  const last = D - 1;
  for (let s = 0; s < states; s++) {
    const start = s * d * D;
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      const from = next[e]! * d * D;
      const k = operator[e]!;
      for (let i = 0; i < d; i++) {
        const row = from + i * D;
        const to = start + i * D;
        for (let j = 0; j < D; j++) out[to + j]! += p * later[row + j]!;
        if (shift !== 0) for (let j = 0; j < d; j++) out[to + d + j]! += p * shift * later[row + j]!;
        if (operators.kind === 'rank-one') {
          const { phi, psi, rho } = operators;
          let along = 0;
          for (let j = 0; j < d; j++) along += later[row + j]! * phi[k * d + j]!;
          along *= p * gain;
          for (let j = 0; j < d; j++) out[to + source + j]! -= along * psi[k * d + j]!;
          out[to + last]! += along * rho[k]!;
          continue;
        }
        const { A, r } = operators;
        for (let l = 0; l < d; l++) {
          const factor = p * gain * later[row + l]!;
          if (factor === 0) continue;
          for (let j = 0; j < d; j++) out[to + source + j]! -= factor * A[(k * d + l) * d + j]!;
          out[to + last]! += factor * r[k * d + l]!;
        }
      }
    }
  }
}
