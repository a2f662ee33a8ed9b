/**
 * Regression on a two-state chain with the non-convex regulariser: in state i, with the label noise ε,
 * `G(w, (i, ε)) = 2 (x_i + ε − wᵀV_i) V_i − λ ∇r(w)`. The reference of `src/kernels/twoStateRegression`.
 */
import type { Observation } from '../operator.ts';
import type { Generator } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import { regulariserSlope } from '../regulariser/regulariser.ts';
import type { StateStream } from '../streams/finiteChain.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/twoStateRegression/layout.ts';

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
  readonly recordBytes = layout.RECORD_BYTES;
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

  observation(): Observation {
    return { state: this.#stream.state };
  }

  protected override move(): void {
    this.#stream.move();
    this.#noise = between(this.#regression.noise, this.#noiseGenerator);
  }

  write(record: RecordWriter): void {
    const { features, labels, noise, regularisation } = this.#regression;
    record.table(layout.FEATURES, 'features', features);
    record.table(layout.LABELS, 'labels', labels);
    record.doubles(layout.REGULARISATION, [regularisation]);
    record.doubles(layout.NOISE_LOW, [noise[0]]);
    record.doubles(layout.NOISE_WIDTH, [noise[1] - noise[0]]);
    record.doubles(layout.NOISE, [this.#noise]);
    record.generator(layout.NOISE_GENERATOR, this.#noiseGenerator);
    record.chainStream(layout.STREAM, this.#stream);
    record.work(this.dimension);
  }
}
