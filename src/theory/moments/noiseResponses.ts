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
import { dot, type Vector } from '../../maths/vector.ts';
import { congruence, type LocalMoments } from './localMoments.ts';
import { noResponses, type Responses, takeBack } from './responses.ts';
import { addInto, block, product, productWithTranspose } from '../../maths/rectangular.ts';
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
  /** C Rᵏ */
  readonly #responses: Responses;
  /** Σ_{k<t} C Rᵏ N (C Rᵏ)ᵀ `[d, d]` */
  readonly #covariance: Float64Array;
  readonly #noises = new Map<LocalMoments, ActNoise>();
  readonly #image: Float64Array;

  constructor(round: ServerRound) {
    const { dimension: d, agents, noise, stages } = round;
    this.#round = round;
    this.#responses = noResponses(d, d, agents, noise.length > 0);
    for (let j = 0; j < d; j++) this.#responses.server[j * d + j] = 1;
    this.#covariance = new Float64Array(d * d);
    this.#image = new Float64Array(d);
    for (const stage of stages) {
      if (stage.kind === 'mix') continue;
      stage.moments.forEach((moments, i) => {
        this.#noises.set(moments, actNoise(moments, d, noise[i]?.stationary));
      });
    }
  }

  /** One round more. */
  advance(): void {
    takeBack(this.#responses, this.#round.stages, (_, moments, moved, noise) => {
      this.#addNoise(this.#noises.get(moments)!, moved, noise);
    });
  }

  /** E e `[d]` */
  mean(): Float64Array {
    const { dimension: d, initial } = this.#round;
    const { constant: constants, server } = this.#responses;
    // Memory and corrections start at 0.
    return constants.map((constant, r) => constant + dot(server, initial, d, r * d));
  }

  /** Cov e `[d, d]` */
  covariance(): Float64Array {
    const { dimension: d, noise } = this.#round;
    const { agents } = this.#responses;
    const out = new Float64Array(d * d);
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++)
        out[i * d + j] = this.#covariance[i * d + j]! + this.#covariance[j * d + i]!;
    noise.forEach(({ start, stationary }, i) => {
      const beyond = start.map((value, j) => value - stationary[j]!);
      if (beyond.some((value) => value !== 0)) addInto(out, congruence(agents[i]!.noise, d, beyond, d));
    });
    return out;
  }

  /** Adds (V H + U B) Vᵀ, whose transpose is added at the end. */
  #addNoise({ half, cross }: ActNoise, moved: Vector, noise: Vector): void {
    const d = this.#round.dimension;
    const image = this.#image;
    for (let r = 0; r < d; r++) {
      const row = r * d;
      image.fill(0);
      for (let k = 0; k < d; k++) {
        const factor = moved[row + k]!;
        for (let j = 0; j <= k; j++) image[j]! += factor * half[k * d + j]!;
      }
      for (let k = 0; k < d && cross.length > 0; k++) {
        const factor = noise[row + k]!;
        for (let j = 0; j < d; j++) image[j]! += factor * cross[k * d + j]!;
      }
      for (let s = 0; s < d; s++) this.#covariance[row + s]! += dot(image, moved, d, 0, s * d);
    }
  }
}

/** What an act's noise adds, in stationarity. */
interface ActNoise {
  /** H with H + Hᵀ = N_mm + Φ Σ Φᵀ, lower triangular `[d, d]` */
  readonly half: Float64Array;
  /** B = N_zm + Q Σ Φᵀ `[d, d]`; empty where no noise is carried */
  readonly cross: Float64Array;
}

function actNoise({ noise, mean, moving, fixed }: LocalMoments, d: number, stationary?: Vector): ActNoise {
  if (noise.kind !== 'additive') throw new TypeError('the noise is not additive');
  const { covariance } = noise;
  const all = moving + fixed;
  const variance = block(covariance, moving, 0, d, 0, d);
  let cross: Float64Array = new Float64Array(0);
  if (stationary !== undefined) {
    const received = productWithTranspose(stationary, block(mean, all, 0, d, d, d), d, d, d);
    addInto(variance, product(block(mean, all, 0, d, d, d), received, d, d, d));
    cross = product(block(mean, all, d, d, d, d), received, d, d, d);
    addInto(cross, block(covariance, moving, d, d, 0, d));
  }
  const half = variance.map((value, at) => {
    const [i, j] = [Math.floor(at / d), at % d];
    return j < i ? value : j === i ? value / 2 : 0;
  });
  return { half, cross };
}
