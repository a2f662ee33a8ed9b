/**
 * A linear operator with Gauss–Markov noise: `G(θ, z) = b − A θ + z`; the noise follows
 * `z ← Q z + ε`, `ε ∼ N(0, σ² I)`, or is drawn afresh from its stationary law as `z ← L n`,
 * `n ∼ N(0, I)`. The reference of `kernel.assembly.ts`.
 */
import type { Generator } from '../../maths/generator.ts';
import { zigguratEdges, zigguratInside } from '../../maths/normal.ts';
import { affineInto, dot, type Vector } from '../../maths/vector.ts';
import type { LinearMean } from '../operator.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** The noise z of one agent: its law, and draws from it. */
export interface NoiseModel {
  /** Q `[d, d]` */
  readonly Q: Float64Array;
  /** σ, standard deviation of each coordinate of ε */
  readonly scale: number;
  /** L with L Lᵀ = the stationary covariance of z; only where it is needed */
  readonly stationaryFactor: Float64Array | undefined;
}

/** Offsets in bytes of what a record of this family holds. */
const CURVATURE = 16;
const OFFSET = 20;
const NOISE_MATRIX = 24;
const INDEPENDENT = 28;
const SCALE = 32;
const GENERATOR = 40;
const EDGES = 56;
const INSIDE = 60;
const WORK = 64;
/** z `[d]`, to the record's end */
const NOISE = 80;

/** Quadratics with noise that remembers. */
export class GaussMarkovOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'gaussMarkov';
  readonly #mean: LinearMean;
  readonly #noise: NoiseModel;
  readonly #generator: Generator;
  readonly #independent: boolean;
  readonly #fresh: Float64Array;
  #z: Float64Array;
  #spare: Float64Array;

  /**
   * @param independent - z is drawn afresh for each observation
   * @param stationaryStart - z begins with its stationary law, and not with 0
   */
  constructor(
    dimension: number,
    mean: LinearMean,
    noise: NoiseModel,
    generator: Generator,
    independent: boolean,
    stationaryStart: boolean,
  ) {
    super(dimension);
    this.#mean = mean;
    this.#noise = noise;
    this.#generator = generator;
    this.#independent = independent;
    this.#fresh = new Float64Array(dimension);
    this.#z = new Float64Array(dimension);
    this.#spare = new Float64Array(dimension);
    if (independent || stationaryStart) this.#drawStationary();
  }

  override peek(theta: Vector, out: Float64Array): void {
    affineInto(out, this.#mean.A, this.#mean.b, theta);
    for (let j = 0; j < out.length; j++) out[j]! += this.#z[j]!;
  }

  protected override move(): void {
    if (this.#independent) this.#drawStationary();
    else this.#followChain();
  }

  /** z ← Q z + ε */
  #followChain(): void {
    const d = this.dimension;
    for (let r = 0; r < d; r++) {
      this.#spare[r] = dot(this.#noise.Q, this.#z, d, r * d) + this.#noise.scale * this.#generator.normal();
    }
    [this.#z, this.#spare] = [this.#spare, this.#z];
  }

  /** z ← L n, n ∼ N(0, I) */
  #drawStationary(): void {
    const d = this.dimension;
    const factor = this.#noise.stationaryFactor!;
    for (let j = 0; j < d; j++) this.#fresh[j] = this.#generator.normal();
    for (let r = 0; r < d; r++) this.#z[r] = dot(factor, this.#fresh, r + 1, r * d);
  }

  place(memory: KernelMemory, name: string): number {
    const d = this.dimension;
    const { Q, scale, stationaryFactor } = this.#noise;
    const bytes = NOISE + d * Float64Array.BYTES_PER_ELEMENT;
    return memory.kept(`${name}/record`, this, bytes, (record) => {
      const words = memory.uint32(record, NOISE / 4);
      words[RECORD_HEAD.dimension / 4] = d;
      words[CURVATURE / 4] = memory.table(`${name}/curvature`, this.#mean.A);
      words[OFFSET / 4] = memory.table(`${name}/offset`, this.#mean.b);
      words[NOISE_MATRIX / 4] = memory.table(`${name}/noise`, this.#independent ? stationaryFactor! : Q);
      words[INDEPENDENT / 4] = this.#independent ? 1 : 0;
      words.set(this.#generator.words, GENERATOR / 4);
      words[EDGES / 4] = memory.table('ziggurat/edges', zigguratEdges);
      words[INSIDE / 4] = memory.table('ziggurat/inside', zigguratInside);
      words[WORK / 4] = workingVectors(memory, 2, d);
      memory.float64(record + SCALE, 1)[0] = scale;
      memory.float64(record + NOISE, d).set(this.#z);
    });
  }
}
