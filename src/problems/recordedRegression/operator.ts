/**
 * Regression on a recorded series with the non-convex regulariser: at the row (x, y),
 * `G(w, (x, y)) = −2 (wᵀx − y) x − λ ∇r(w)`. The reference of `src/kernels/recordedRegression`.
 */
import type { Generator } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import { regulariserSlope } from '../regulariser/regulariser.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/recordedRegression/layout.ts';

/** x `[rows, d]` and y `[rows]`, in the order of time. */
export interface Series {
  readonly x: Vector;
  readonly y: Vector;
}

/** One agent's stretch of a recorded series; it wraps around at its end. */
export interface RecordedWindow {
  /** which of the series */
  readonly series: number;
  /** first row, and number of rows */
  readonly start: number;
  readonly length: number;
}

/** Row of the series at position `k` of a window that may run over the series' end. */
export const rowAt = (window: RecordedWindow, rows: number, k: number): number => (window.start + k) % rows;

/** Regression on the rows of a window, in their order or drawn from it. */
export class RecordedRegressionOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'recordedRegression';
  readonly recordBytes = layout.RECORD_BYTES;
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

  protected override move(): void {
    const { length } = this.#window;
    if (this.#draws) this.#position = this.#draws.below(length);
    else this.#position = this.#position + 1 === length ? 0 : this.#position + 1;
  }

  write(record: RecordWriter): void {
    const { x, y } = this.#series;
    const { start, length } = this.#window;
    record.table(layout.FEATURES, 'features', x);
    record.table(layout.LABELS, 'labels', y);
    record.word(layout.ROWS, y.length);
    record.word(layout.START, start);
    record.word(layout.LENGTH, length);
    record.word(layout.POSITION, this.#position);
    record.doubles(layout.REGULARISATION, [this.#regularisation]);
    if (this.#draws) record.generator(layout.GENERATOR, this.#draws);
    record.word(layout.INDEPENDENT, this.#draws ? 1 : 0);
    record.work(this.dimension);
  }
}
