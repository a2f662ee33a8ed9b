/**
 * The moments of the error from how it responds to each round's noise, under additive noise and
 * whatever the agents keep between rounds.
 *
 * With X the whole state, a round `X⁺ = R X + ν`, the ν of different rounds uncorrelated and of
 * covariance N, and `e = C X` the error,
 *
 *     e_t = C Rᵗ X_0 + Σ_{k<t} C Rᵏ ν_{t−1−k},      Cov e_t = C Rᵗ Cov(X_0) (C Rᵗ)ᵀ + Σ_{k<t} C Rᵏ N (C Rᵏ)ᵀ.
 *
 * The d rows C Rᵏ come of running the round backwards k times, at a cost that grows as M; the moments
 * of X itself, whose parts depend on each other across agents, would grow as M².
 *
 * Of an act whose outcome the error responds to by V, and to z after it by U, the term of the sum is
 * `V N_mm Vᵀ + U N_zm Vᵀ + (U N_zm Vᵀ)ᵀ + U N_zz Uᵀ`. With the mean map Φ from z to the outcome, Q from z
 * to z and Σ = Q Σ Qᵀ + N_zz, the stationary covariance of z, and with U' = V Φ + U Q, the response to z
 * before the act, that is
 *
 *     V (N_mm + Φ Σ Φᵀ) Vᵀ + U (N_zm + Q Σ Φᵀ) Vᵀ + (U (N_zm + Q Σ Φᵀ) Vᵀ)ᵀ + U Σ Uᵀ − U' Σ U'ᵀ,
 *
 * the last two of which cancel from act to act: what is left of them at the start joins Cov(z_0).
 */
import {
  add,
  addProduct,
  addProductTransposed,
  timesVector,
  assign,
  block,
  conjugate,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { type LocalMoments, meanMap } from './localMoments.ts';
import { takeBack } from './roundStages.ts';
import type { ServerRound } from './serverMoments.ts';

/** Multiplications of taking a round back; `acts` counts agents once for each of their stages. */
export function responseCost(d: number, carries: boolean, fixed: number, acts: number): number {
  const maps = d * d * (carries ? 3 * d + fixed : d + fixed);
  const noise = d * d * (carries ? 2.5 * d : 1.5 * d);
  return acts * (maps + noise + 4 * d * d);
}

/** E e and E e eᵀ, round by round. */
export class NoiseResponses {
  readonly #round: ServerRound;
  /** C Rᵏ as functions of z `[d, size]` */
  readonly #responses: Matrix;
  /** half of Σ_{k<t} C Rᵏ N (C Rᵏ)ᵀ `[d, d]` */
  readonly #half: Matrix;
  readonly #noises = new Map<LocalMoments, ActNoise>();

  constructor(round: ServerRound) {
    const { places, noise, stages } = round;
    const { dimension: d } = places;
    this.#round = round;
    this.#responses = matrix(d, places.size);
    assign(block(this.#responses, [0, d], places.server), identityMatrix(d));
    this.#half = matrix(d, d);
    for (const stage of stages) {
      if (stage.kind === 'mix') continue;
      stage.moments.forEach((moments, i) => {
        this.#noises.set(moments, actNoise(moments, d, noise[i] && matrix(d, d, noise[i].stationary)));
      });
    }
  }

  /** One round more: with each act (V H + U B) Vᵀ, whose transpose is added at the end. */
  advance(): void {
    const { places, stages } = this.#round;
    const { dimension: d } = places;
    takeBack(this.#responses, stages, places, (_, moments, response) => {
      const { half: H, cross: B } = this.#noises.get(moments)!;
      const V = block(response, [0, d], [0, d]);
      const sum = multiply(V, H);
      if (B !== undefined) addProduct(sum, block(response, [0, d], [d, d]), B);
      addProductTransposed(this.#half, sum, V);
    });
  }

  /** E e `[d]` */
  mean(): Float64Array {
    const { initial, places } = this.#round;
    const all = [0, places.dimension] as const;
    // Memory and corrections start at 0.
    const out = timesVector(block(this.#responses, all, places.server), Float64Array.from(initial));
    return add(matrix(out.length, 1, out), block(this.#responses, all, [0, 1])).values;
  }

  /** Cov e `[d, d]` */
  covariance(): Float64Array {
    const { places, noise } = this.#round;
    const { dimension: d } = places;
    const out = withTranspose(this.#half);
    noise.forEach(({ start, stationary }, i) => {
      const beyond = start.map((value, j) => value - stationary[j]!);
      const Z = block(this.#responses, [0, d], places.agents[i]!.noise);
      if (beyond.some((value) => value !== 0)) add(out, conjugate(Z, matrix(d, d, beyond)));
    });
    return out.values;
  }
}

/** What an act's noise adds, in stationarity. */
interface ActNoise {
  /** half of N_mm + Φ Σ Φᵀ `[d, d]` */
  readonly half: Matrix;
  /** N_zm + Q Σ Φᵀ `[d, d]`; none where no noise is carried */
  readonly cross: Matrix | undefined;
}

function actNoise(moments: LocalMoments, d: number, stationary?: Matrix): ActNoise {
  const { noise, moving } = moments;
  if (noise.kind !== 'additive') throw new TypeError('the noise is not additive');
  const N = matrix(moving, moving, noise.covariance);
  const half = matrix(d, d);
  add(half, block(N, [0, d], [0, d]), 1 / 2);
  if (stationary === undefined) return { half, cross: undefined };
  const mean = meanMap(moments);
  const [Phi, Q] = [block(mean, [0, d], [d, d]), block(mean, [d, d], [d, d])];
  const received = multiplyTransposed(stationary, Phi);
  addProduct(half, Phi, received, 1 / 2);
  return { half, cross: add(multiply(Q, received), block(N, [d, d], [0, d])) };
}
