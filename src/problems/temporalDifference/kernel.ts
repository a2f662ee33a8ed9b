/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s), s')`,
 * `G(θ, o) = (r(s) + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`. The reference of `kernel.assembly.ts`.
 */
import { dot, type Vector } from '../../maths/vector.ts';
import type { ChainLaw } from '../operator.ts';
import type { TransitionStream } from '../streams/finiteChain.ts';
import { CHAIN_STREAM_BYTES, placeChainStream } from '../kernels/chainStream.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';

/** One agent's Markov reward process with its features. */
export interface RewardProcess {
  readonly chain: ChainLaw;
  /** r(s) `[S]` */
  readonly rewards: Vector;
  /** φ(s), row-major `[S, d]` */
  readonly features: Vector;
  readonly dimension: number;
  /** γ in [0, 1), per step of the chain */
  readonly discount: number;
}

/** Offsets in bytes of what a record of this family holds. */
const FEATURES = 16;
const REWARDS = 20;
const DISCOUNT = 24;
const STREAM = 32;
const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;

/** TD(0) on a stream of transitions. */
export class TemporalDifferenceOperator implements KernelOperator {
  readonly family = 'temporalDifference';
  readonly dimension: number;
  readonly #rewards: Vector;
  readonly #features: Vector;
  readonly #discount: number;
  readonly #stream: TransitionStream;
  readonly #value: Float64Array;

  constructor(process: RewardProcess, stream: TransitionStream) {
    this.dimension = process.dimension;
    this.#rewards = process.rewards;
    this.#features = process.features;
    this.#discount = process.discount;
    this.#stream = stream;
    this.#value = new Float64Array(process.dimension);
  }

  /** δ = r(s) + γ φ(s')ᵀθ − φ(s)ᵀθ */
  #temporalDifference(theta: Vector, state: number, next: number): number {
    const d = this.dimension;
    const value = dot(this.#features, theta, d, state * d);
    return this.#rewards[state]! + this.#discount * dot(this.#features, theta, d, next * d) - value;
  }

  advance(theta: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    const d = this.dimension;
    const features = this.#features;
    const stream = this.#stream;
    for (let k = 0; k < count; k++) {
      const { state, next } = stream;
      const delta = this.#temporalDifference(theta, state, next);
      const row = state * d;
      if (correction === undefined) {
        for (let j = 0; j < d; j++) theta[j]! += stepSize * (delta * features[row + j]!);
      } else {
        for (let j = 0; j < d; j++) theta[j]! += stepSize * (delta * features[row + j]! + correction[j]!);
      }
      stream.move();
    }
  }

  peek(theta: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { state, next } = this.#stream;
    const delta = this.#temporalDifference(theta, state, next);
    for (let j = 0; j < d; j++) out[j] = delta * this.#features[state * d + j]!;
  }

  accumulate(theta: Vector, count: number, out: Float64Array): void {
    out.fill(0);
    for (let k = 0; k < count; k++) {
      this.peek(theta, this.#value);
      for (let j = 0; j < out.length; j++) out[j]! += this.#value[j]!;
      this.#stream.move();
    }
  }

  skip(count: number): void {
    for (let k = 0; k < count; k++) this.#stream.move();
  }

  place(memory: KernelMemory, name: string): number {
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[FEATURES / 4] = memory.table(`${name}/features`, this.#features);
      words[REWARDS / 4] = memory.table(`${name}/rewards`, this.#rewards);
      memory.float64(record + DISCOUNT, 1)[0] = this.#discount;
      placeChainStream(memory, name, this.#stream, record + STREAM);
    });
  }
}
