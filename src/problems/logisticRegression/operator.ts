/**
 * Logistic regression with l2 regularisation, on a stream of records (x, y), y = ±1:
 * `G(θ, (x, y)) = σ(m − y xᵀθ) y x − λ θ`. The reference of `src/kernels/logisticRegression`.
 */
import type { Generator } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/logisticRegression/layout.ts';

/** σ(t) = 1/(1 + e⁻ᵗ). */
export const logistic = (t: number): number => 1 / (1 + Math.exp(-t));

/** An agent's records and its loss. */
export interface Records {
  readonly dimension: number;
  readonly count: number;
  /** y x, row-major `[n, d]`: the loss depends on a record through this alone */
  readonly signed: Vector;
  /** m */
  readonly margin: number;
  /** λ */
  readonly regularisation: number;
}

/** Logistic regression on records that stay with some probability, and are else drawn afresh. */
export class LogisticOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'logisticRegression';
  readonly recordBytes = layout.RECORD_BYTES;
  readonly #records: Records;
  readonly #generator: Generator;
  readonly #persistence: number;
  /** the current record */
  #current: number;

  constructor(records: Records, generator: Generator, persistence: number) {
    super(records.dimension);
    this.#records = records;
    this.#generator = generator;
    this.#persistence = persistence;
    this.#current = generator.below(records.count);
  }

  override peek(theta: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { signed, margin, regularisation } = this.#records;
    const row = this.#current * d;
    const weight = logistic(margin - dot(signed, theta, d, row));
    for (let j = 0; j < d; j++) out[j] = weight * signed[row + j]! - regularisation * theta[j]!;
  }

  protected override move(): void {
    if (this.#persistence > 0 && this.#generator.uniform() < this.#persistence) return;
    this.#current = this.#generator.below(this.#records.count);
  }

  write(record: RecordWriter): void {
    const { signed, count, margin, regularisation } = this.#records;
    record.table(layout.SIGNED, 'signed', signed);
    record.word(layout.COUNT, count);
    record.word(layout.CURRENT, this.#current);
    record.doubles(layout.MARGIN, [margin]);
    record.doubles(layout.REGULARISATION, [regularisation]);
    record.doubles(layout.PERSISTENCE, [this.#persistence]);
    record.generator(layout.GENERATOR, this.#generator);
    record.work(this.dimension);
  }
}
