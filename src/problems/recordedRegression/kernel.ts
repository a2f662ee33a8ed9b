/**
 * Regression on a recorded series with the non-convex regulariser: at the row (x, y),
 * `G(w, (x, y)) = −2 (wᵀx − y) x − λ ∇r(w)`. The reference of `kernel.assembly.ts`.
 */
import type { Generator } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import { regularisedStep, regulariserPullInto } from '../regulariser/regularisedStep.ts';
import { regulariserSlope } from '../regulariser/regulariser.ts';
import type { RecordedWindow } from '../specification.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** x `[rows, d]` and y `[rows]`, in the order of time. */
export interface Series {
  readonly x: Vector;
  readonly y: Vector;
}

/** Offsets in bytes of what a record of this family holds. */
const FEATURES = 16;
const LABELS = 20;
const ROWS = 24;
const START = 28;
const LENGTH = 32;
const POSITION = 36;
const REGULARISATION = 40;
const GENERATOR = 48;
const INDEPENDENT = 64;
const WORK = 68;
const RECORD_BYTES = 72;

/** Row of the series at position `k` of a window that may run over the series' end. */
export const rowAt = (window: RecordedWindow, rows: number, k: number): number => (window.start + k) % rows;

/** Regression on the rows of a window, in their order or drawn from it. */
export class RecordedRegressionOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'recordedRegression';
  readonly #series: Series;
  readonly #window: RecordedWindow;
  readonly #regularisation: number;
  /** draws positions under i.i.d. sampling; `undefined` where the stream follows the record */
  readonly #draws: Generator | undefined;
  #position: number;

  constructor(
    dimension: number,
    series: Series,
    window: RecordedWindow,
    regularisation: number,
    position: number,
    draws: Generator | undefined,
  ) {
    super(dimension);
    this.#series = series;
    this.#window = window;
    this.#regularisation = regularisation;
    this.#position = position;
    this.#draws = draws;
  }

  override peek(w: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { x, y } = this.#series;
    const row = rowAt(this.#window, y.length, this.#position);
    const slope = -2 * (dot(x, w, d, row * d) - y[row]!);
    for (let j = 0; j < d; j++)
      out[j] = slope * x[row * d + j]! - this.#regularisation * regulariserSlope(w[j]!);
  }

  override advance(w: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    const d = this.dimension;
    const { x, y } = this.#series;
    for (let k = 0; k < count; k++) {
      const row = rowAt(this.#window, y.length, this.#position);
      const residual = -2 * (dot(x, w, d, row * d) - y[row]!);
      regularisedStep(w, residual, x, row * d, this.#regularisation, stepSize, correction);
      this.move();
    }
  }

  override accumulate(w: Vector, count: number, out: Float64Array): void {
    const d = this.dimension;
    const { x, y } = this.#series;
    const pull = new Float64Array(d);
    regulariserPullInto(pull, w, this.#regularisation);
    out.fill(0);
    for (let k = 0; k < count; k++) {
      const row = rowAt(this.#window, y.length, this.#position);
      const residual = -2 * (dot(x, w, d, row * d) - y[row]!);
      for (let j = 0; j < d; j++) out[j]! += residual * x[row * d + j]! - pull[j]!;
      this.move();
    }
  }

  protected override move(): void {
    const { length } = this.#window;
    if (this.#draws) this.#position = this.#draws.below(length);
    else this.#position = this.#position + 1 === length ? 0 : this.#position + 1;
  }

  place(memory: KernelMemory, name: string): number {
    const { x, y } = this.#series;
    const { start, length } = this.#window;
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[FEATURES / 4] = memory.table(`${name}/features`, x);
      words[LABELS / 4] = memory.table(`${name}/labels`, y);
      words[ROWS / 4] = y.length;
      words[START / 4] = start;
      words[LENGTH / 4] = length;
      words[POSITION / 4] = this.#position;
      memory.float64(record + REGULARISATION, 1)[0] = this.#regularisation;
      if (this.#draws) words.set(this.#draws.words, GENERATOR / 4);
      words[INDEPENDENT / 4] = this.#draws ? 1 : 0;
      words[WORK / 4] = workingVectors(memory, 1, this.dimension);
    });
  }
}
