/** Additive noise of agents whose chains forget within a round where they stood. */
import { transpose } from '../../maths/linearAlgebra.ts';
import { addProduct } from '../../maths/rectangular.ts';
import type { FixedRound } from './fixedRound.ts';

/** Covariances of the noise of rounds, and its maps to the server. */
export interface ForgetfulNoise {
  /** Φ̄_i `[d, size]` */
  readonly maps: readonly Float64Array[];
  /** Q_i = E[ỹ_i ỹ_iᵀ] `[d, d]` */
  readonly noises: readonly Float64Array[];
  /** T_i = E[ỹ_i ỹ_i⁺ᵀ], ỹ_i⁺ that of the next round `[d, d]` */
  readonly lagOneCovariances: readonly Float64Array[];
}

/** A chain has forgotten where it stood once P^H is its stationary law in every row to this. */
const FORGOTTEN = 1e-9;

/** Whether a chain starts from its stationary law and comes back to it, from any state, within a round. */
export function forgets({
  kernel,
  chain: { stationary, states: n, start },
}: Pick<FixedRound, 'kernel' | 'chain'>): boolean {
  for (let at = 0; at < kernel.length; at++)
    if (Math.abs(kernel[at]! - stationary[at % n]!) > FORGOTTEN) return false;
  return start.every((p, s) => Math.abs(p - stationary[s]!) <= FORGOTTEN);
}

/** Noise covariances; only consecutive rounds are correlated. */
export function noiseOfRounds(rounds: readonly FixedRound[], d: number): ForgetfulNoise {
  return {
    maps: rounds.map(({ meanOverall }) => meanOverall),
    noises: rounds.map(({ image }) => image.slice(0, d * d)),
    lagOneCovariances: rounds.map(({ image, conditionalMeans: rises, chain: { states: n } }) => {
      const turned = transpose(image.subarray(d * d), n, d);
      const tie = new Float64Array(d * d);
      addProduct(tie, 0, 1, turned, 0, rises, d, n, d);
      return tie;
    }),
  };
}
