/**
 * Regression on a two-state chain with the non-convex regulariser: in state i, with the label noise ε,
 * `G(w, (i, ε)) = 2 (x_i + ε − wᵀV_i) V_i − λ ∇r(w)`. The reference of `kernel.assembly.ts`.
 */
import type { Generator } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import { regularisedStep, regulariserPullInto } from '../regulariser/regularisedStep.ts';
import { regulariserSlope } from '../regulariser/regulariser.ts';
import type { StateStream } from '../streams/finiteChain.ts';
import { CHAIN_STREAM_BYTES, placeChainStream } from '../kernels/chainStream.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** What agent m regresses on. */
export interface TwoStateRegression {
  readonly dimension: number;
  /** V_m0, V_m1, row-major `[2, d]` */
  readonly features: Vector;
  /** w_miᵀV_mi `[2]`: the labels without noise */
  readonly labels: Vector;
  /** ε ∼ U(low, high) */
  readonly noise: readonly [low: number, high: number];
  /** λ */
  readonly regularisation: number;
}

/** Offsets in bytes of what a record of this family holds. */
const FEATURES = 16;
const LABELS = 20;
const SCALARS = 24;
const NOISE_GENERATOR = 56;
const STREAM = 72;
const WORK = STREAM + CHAIN_STREAM_BYTES;
const RECORD_BYTES = WORK + 8;

/**
 * A draw from U(low, high).
 *
 * Indexed, not taken apart: that would go through an iterator, and cost as much as the draw.
 */
export const between = (range: readonly [low: number, high: number], generator: Generator): number =>
  range[0] + (range[1] - range[0]) * generator.uniform();

/** Regression on a stream of states, with label noise from a generator of its own. */
export class TwoStateOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'twoStateRegression';
  readonly #regression: TwoStateRegression;
  readonly #stream: StateStream;
  readonly #noiseGenerator: Generator;
  /** ε of the current observation */
  #noise: number;

  constructor(regression: TwoStateRegression, stream: StateStream, noiseGenerator: Generator) {
    super(regression.dimension);
    this.#regression = regression;
    this.#stream = stream;
    this.#noiseGenerator = noiseGenerator;
    this.#noise = between(regression.noise, noiseGenerator);
  }

  override peek(w: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { features, labels, regularisation } = this.#regression;
    const { state } = this.#stream;
    const residual = labels[state]! + this.#noise - dot(features, w, d, state * d);
    for (let j = 0; j < d; j++) {
      out[j] = 2 * residual * features[state * d + j]! - regularisation * regulariserSlope(w[j]!);
    }
  }

  override advance(w: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    const d = this.dimension;
    const { features, labels, regularisation } = this.#regression;
    const stream = this.#stream;
    for (let k = 0; k < count; k++) {
      const { state } = stream;
      const residual = 2 * (labels[state]! + this.#noise - dot(features, w, d, state * d));
      regularisedStep(w, residual, features, state * d, regularisation, stepSize, correction);
      this.move();
    }
  }

  override accumulate(w: Vector, count: number, out: Float64Array): void {
    const d = this.dimension;
    const { features, labels, regularisation } = this.#regression;
    const stream = this.#stream;
    const predictions = [dot(features, w, d), dot(features, w, d, d)];
    const pull = new Float64Array(d);
    regulariserPullInto(pull, w, regularisation);
    out.fill(0);
    for (let k = 0; k < count; k++) {
      const { state } = stream;
      const residual = 2 * (labels[state]! + this.#noise - predictions[state]!);
      for (let j = 0; j < d; j++) out[j]! += residual * features[state * d + j]! - pull[j]!;
      this.move();
    }
  }

  protected override move(): void {
    this.#stream.move();
    this.#noise = between(this.#regression.noise, this.#noiseGenerator);
  }

  place(memory: KernelMemory, name: string): number {
    const { features, labels, noise, regularisation } = this.#regression;
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[FEATURES / 4] = memory.table(`${name}/features`, features);
      words[LABELS / 4] = memory.table(`${name}/labels`, labels);
      const scalars = [regularisation, noise[0], noise[1] - noise[0], this.#noise];
      memory.float64(record + SCALARS, scalars.length).set(scalars);
      words.set(this.#noiseGenerator.words, NOISE_GENERATOR / 4);
      placeChainStream(memory, name, this.#stream, record + STREAM);
      words[WORK / 4] = workingVectors(memory, 1, this.dimension);
    });
  }
}
