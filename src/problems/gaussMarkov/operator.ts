/**
 * A linear operator with Gauss–Markov noise: `G(θ, z) = b − A θ + z`; the noise follows
 * `z ← Q z + ε`, `ε ∼ N(0, σ² I)`, or is drawn afresh from its stationary law as `z ← L n`,
 * `n ∼ N(0, I)`. The reference of `src/kernels/gaussMarkov`.
 */
import type { Generator } from '../../maths/generator.ts';
import { zigguratEdges, zigguratInside } from '../../maths/normal.ts';
import { affineInto, dot, type Vector } from '../../maths/vector.ts';
import type { LinearMean } from '../operator.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/gaussMarkov/layout.ts';

/** The noise z of one agent: its law, and draws from it. */
export interface NoiseModel {
  /** Q `[d, d]` */
  readonly Q: Float64Array;
  /** σ, standard deviation of each coordinate of ε */
  readonly scale: number;
  /** L with L Lᵀ = the stationary covariance of z; only where it is needed */
  readonly stationaryFactor: Float64Array | undefined;
}

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

  get recordBytes(): number {
    return layout.NOISE + this.dimension * Float64Array.BYTES_PER_ELEMENT;
  }

  write(record: RecordWriter): void {
    const { Q, scale, stationaryFactor } = this.#noise;
    record.table(layout.CURVATURE, 'curvature', this.#mean.A);
    record.table(layout.OFFSET, 'offset', this.#mean.b);
    record.table(layout.NOISE_MATRIX, 'noise', this.#independent ? stationaryFactor! : Q);
    record.word(layout.INDEPENDENT, this.#independent ? 1 : 0);
    record.doubles(layout.SCALE, [scale]);
    record.generator(layout.GENERATOR, this.#generator);
    record.sharedTable(layout.EDGES, 'ziggurat/edges', zigguratEdges);
    record.sharedTable(layout.INSIDE, 'ziggurat/inside', zigguratInside);
    record.work(2 * this.dimension);
    record.doubles(layout.NOISE, this.#z);
  }
}
