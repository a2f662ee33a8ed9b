/**
 * Rounds of additive noise where agents keep nothing and their chains forget within a round where they stood: all of
 * R, of what noise adds, and of what it shares with the round before is known once and for all.
 */
import { ifComputable } from '../attempted.ts';
import { identity, multiply, transpose } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ErrorMoments } from '../moments/errorMoments.ts';
import { addProduct, product } from '../../maths/rectangular.ts';
import type { ForgetfulNoise } from './forgetfulNoise.ts';
import { meanRound, type ServerState } from './serverState.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;

/** E[X] and Cov(X), X what the server keeps. */
export class SharedRounds {
  settled = false;
  /** rounds so far */
  #count = 0;
  #mean: Float64Array;
  #covariance: Float64Array;
  readonly #size: number;
  readonly #dimension: number;
  readonly #R: Float64Array;
  readonly #constant: Float64Array;
  readonly #noise: Float64Array;
  readonly #tie: Float64Array;

  constructor(state: ServerState, noise: ForgetfulNoise, initial: Vector) {
    const { size: D, shape } = state;
    this.#size = D;
    this.#dimension = shape.dimension;
    this.#mean = Float64Array.from(initial);
    this.#covariance = new Float64Array(D * D);
    this.#R = sharedMap(state, noise.maps);
    this.#constant = meanRound(state, noise.maps, new Float64Array(D), 1, 1);
    ({ noise: this.#noise, tie: this.#tie } = addedBy(state, this.#R, noise));
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const D = this.#size;
    const mean = Float64Array.from(this.#constant);
    addProduct(mean, 0, 1, this.#R, 0, this.#mean, D, D, 1);
    const half = product(this.#R, this.#covariance, D, D, D);
    const covariance = Float64Array.from(this.#noise);
    if (this.#count > 0) for (let j = 0; j < D * D; j++) covariance[j]! += this.#tie[j]!;
    addProduct(covariance, 0, 1, half, 0, transpose(this.#R, D), D, D, D);
    this.#count++;
    this.settled =
      change(this.#mean, mean) <= SETTLED &&
      change(this.#covariance, covariance) <= SETTLED &&
      this.#count > 2;
    this.#mean = mean;
    this.#covariance = covariance;
  }

  moments(): ErrorMoments {
    return momentsOf(this.#mean, this.#covariance, this.#size, this.#dimension);
  }
}

/** R `[size, size]`. */
function sharedMap(state: ServerState, maps: readonly Vector[]): Float64Array {
  const { size: D } = state;
  return meanRound(state, maps, identity(D), D, 0);
}

/** What a round adds to Cov(X): of its own noise, and of what that has in common with the noise before. */
function addedBy(
  { size: D, agents: M, shape }: ServerState,
  R: Vector,
  { noises, lagOneCovariances: ties }: ForgetfulNoise,
): { readonly noise: Float64Array; readonly tie: Float64Array } {
  const { dimension: d, updates } = shape;
  // E `[D, d]`, the same for all agents
  const E = new Float64Array(D * d);
  updates.forEach(({ meanResult }, b) => {
    for (let j = 0; j < d; j++) E[(b * d + j) * d + j] = meanResult / M;
  });
  const spread = (matrices: readonly Vector[]): Float64Array => {
    const sum = new Float64Array(d * d);
    for (const matrix of matrices) for (let j = 0; j < d * d; j++) sum[j]! += matrix[j]!;
    const half = product(E, sum, D, d, d);
    const out = product(half, transpose(E, D, d), D, d, D);
    return out;
  };
  const tie = multiply(R, spread(ties), D);
  const turned = transpose(tie, D);
  return { noise: spread(noises), tie: tie.map((value, j) => value + turned[j]!) };
}

/** Cov(X) once rounds have settled; `undefined` where they do not. */
export function settledCovariance(state: ServerState, noise: ForgetfulNoise): Float64Array | undefined {
  const R = sharedMap(state, noise.maps);
  const { noise: variance, tie } = addedBy(state, R, noise);
  return settled(
    R,
    state.size,
    variance.map((value, j) => value + tie[j]!),
  );
}

/** Σ = R Σ Rᵀ + added; `undefined` where R is not stable. */
export const settled = (R: Vector, n: number, added: Vector): Float64Array | undefined =>
  ifComputable(() => stationaryCovariance(R, n, added));

/** E e and E e eᵀ of the first d coordinates, of a mean and a covariance `[size, size]`. */
export function momentsOf(mean: Vector, covariance: Vector, size: number, d: number): ErrorMoments {
  const second = new Float64Array(d * d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) second[i * d + j] = covariance[i * size + j]! + mean[i]! * mean[j]!;
  return { mean: mean.slice(0, d), second };
}

/** Largest change beside the largest element. */
export function change(before: Vector, after: Vector): number {
  let size = 0;
  let most = 0;
  for (let j = 0; j < after.length; j++) {
    size = Math.max(size, Math.abs(after[j]!));
    most = Math.max(most, Math.abs(after[j]! - before[j]!));
  }
  return size > 0 ? most / size : 0;
}
