/**
 * The covariance of the server's model where agents keep control variates, which may make the state X large.
 *
 * With `θ̄ = C X` it is a sum over the rounds in which noise arose,
 *
 *     Cov(θ̄_t) = Σ_{k<t} Σ_i W_i(k) Q_i W_i(k)ᵀ + Σ_{0<k<t} Σ_i (W_i(k) T_i W_i(k−1)ᵀ + its transpose),
 *
 * `W_i(k) = U(k) E_i`, `U(k) = C R^k` followed from round to round: d rows instead of as many as X has.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ErrorMoments } from '../moments/errorMoments.ts';
import { addProduct } from '../../maths/rectangular.ts';
import type { ForgetfulNoise } from './forgetfulNoise.ts';
import { meanRound, placeOf, type ServerState } from './serverState.ts';
import { change } from './sharedRounds.ts';

/** A term of the sum beside the sum, and a change of the mean, below which all rounds after are the same. */
const SETTLED = 1e-14;

/** E[X] and Cov(θ̄), round by round. */
export class ServerCovariance {
  settled = false;
  readonly #state: ServerState;
  readonly #noise: ForgetfulNoise;
  readonly #turned: readonly Float64Array[];
  #mean: Float64Array;
  readonly #covariance: Float64Array;
  /** U `[D, d]`, transposed, and W_i of this round and the last, transposed as well `[d, d]` */
  #U: Float64Array;
  #W: Float64Array[] = [];
  #before: Float64Array[] = [];

  constructor(state: ServerState, noise: ForgetfulNoise, initial: Vector) {
    const { size: D, shape } = state;
    const d = shape.dimension;
    this.#state = state;
    this.#noise = noise;
    this.#mean = Float64Array.from(initial);
    this.#covariance = new Float64Array(d * d);
    this.#U = new Float64Array(D * d);
    for (let j = 0; j < d; j++) this.#U[j * d + j] = 1;
    this.#turned = noise.maps.map((map) => turnedMap(map, d, shape.size));
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const d = this.#state.shape.dimension;
    const mean = meanRound(this.#state, this.#noise.maps, this.#mean, 1, 1);
    const moved = change(this.#mean, mean);
    this.#mean = mean;
    this.#before = this.#W;
    this.#W = this.#results();
    const term = this.#termOf();
    this.#U = this.#advanced();
    let size = 0;
    let most = 0;
    for (let j = 0; j < d * d; j++) {
      this.#covariance[j]! += term[j]!;
      size = Math.max(size, Math.abs(this.#covariance[j]!));
      most = Math.max(most, Math.abs(term[j]!));
    }
    this.settled = most <= SETTLED * size && moved <= SETTLED;
  }

  moments(): ErrorMoments {
    const d = this.#state.shape.dimension;
    const mean = this.#mean.slice(0, d);
    const second = Float64Array.from(
      this.#covariance,
      (value, at) => value + mean[Math.floor(at / d)]! * mean[at % d]!,
    );
    return { mean, second };
  }

  /** W_iᵀ = E_iᵀ Uᵀ. */
  #results(): Float64Array[] {
    const { shape, agents: M } = this.#state;
    const { dimension: d, kept, updates } = shape;
    const all = new Float64Array(d * d);
    updates.forEach(({ meanResult }, b) => {
      if (meanResult === 0) return;
      for (let i = 0; i < (kept[b] === 'correction' ? M : 1); i++) this.#addBlock(all, meanResult / M, b, i);
    });
    return this.#noise.maps.map((_, i) => {
      const centred = Float64Array.from(all);
      updates.forEach(({ result }, b) => {
        if (kept[b] === 'correction' && result !== 0) this.#addBlock(centred, result, b, i);
      });
      return centred;
    });
  }

  /** out += factor · the rows of Uᵀ that belong to a block of X. */
  #addBlock(out: Float64Array, factor: number, b: number, agent: number): void {
    const d = this.#state.shape.dimension;
    const from = placeOf(this.#state, b, agent) * d;
    for (let j = 0; j < d * d; j++) out[j]! += factor * this.#U[from + j]!;
  }

  /** The term of this round's W and the last one's. */
  #termOf(): Float64Array {
    const d = this.#state.shape.dimension;
    // half of the term: W (Q Wᵀ/2 + T Wᵀ of the round before)
    const half = new Float64Array(d * d);
    const right = new Float64Array(d * d);
    this.#W.forEach((W, i) => {
      right.fill(0);
      addProduct(right, 0, 0.5, this.#noise.noises[i]!, 0, W, d, d, d);
      const before = this.#before[i];
      if (before !== undefined)
        addProduct(right, 0, 1, this.#noise.lagOneCovariances[i]!, 0, before, d, d, d);
      addProduct(half, 0, 1, transpose(W, d), 0, right, d, d, d);
    });
    const turned = transpose(half, d);
    return half.map((value, j) => value + turned[j]!);
  }

  /** (U R)ᵀ = Rᵀ Uᵀ. */
  #advanced(): Float64Array {
    const { shape, agents: M, size: D } = this.#state;
    const { dimension: d, kept, updates } = shape;
    const out = new Float64Array(D * d);
    const square = d * d;
    const add = (to: number, factor: number, b: number, agent: number): void => {
      if (factor === 0) return;
      const from = placeOf(this.#state, b, agent) * d;
      for (let j = 0; j < square; j++) out[to + j]! += factor * this.#U[from + j]!;
    };
    updates.forEach(({ ofAgent, averaged }, b) => {
      const targets = kept[b] === 'correction' ? M : 1;
      kept.forEach((from, a) => {
        if (ofAgent[a] === 0 && averaged[a] === 0) return;
        const isOwn = from === 'correction';
        const mean = new Float64Array(square);
        for (let i = 0; i < targets; i++) this.#addBlock(mean, averaged[a]! / (isOwn ? M : 1), b, i);
        for (let k = 0; k < (isOwn ? M : 1); k++) {
          const to = placeOf(this.#state, a, k) * d;
          for (let j = 0; j < square; j++) out[to + j]! += mean[j]!;
          if (isOwn) add(to, ofAgent[a]!, b, k);
          else for (let i = 0; i < targets; i++) add(to, ofAgent[a]!, b, i);
        }
      });
    });
    this.#turned.forEach((map, i) => {
      kept.forEach((_, a) => {
        addProduct(out, placeOf(this.#state, a, i) * d, 1, map, a * square, this.#W[i]!, d, d, d);
      });
    });
    return out;
  }
}

/** Φ̄ without its constant, each block transposed: one `[d, d]` after the other. */
function turnedMap(map: Vector, d: number, size: number): Float64Array {
  const out = new Float64Array(d * (size - 1));
  for (let i = 0; i < d; i++) for (let j = 0; j < size - 1; j++) out[j * d + i] = map[i * size + j]!;
  return out;
}
