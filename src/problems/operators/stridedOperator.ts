/**
 * Blocking: only every q-th observation of the stream is used (SCAFFLSA, §3, on Markov noise: the
 * longer the gap between them, the nearer the used ones are to independent). The q − 1 between two
 * of them are drawn and dropped.
 */
import type { Vector } from '../../maths/vector.ts';
import type { LocalOperator, Observation } from '../operator.ts';

/** An operator that skips `stride − 1` observations after each that it uses up. */
export class StridedOperator implements LocalOperator {
  readonly dimension: number;
  readonly #operator: LocalOperator;
  readonly #stride: number;
  readonly #value: Float64Array;

  /** @param stride - q ≥ 1 */
  constructor(operator: LocalOperator, stride: number) {
    this.dimension = operator.dimension;
    this.#operator = operator;
    this.#stride = stride;
    this.#value = new Float64Array(operator.dimension);
  }

  advance(theta: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    for (let k = 0; k < count; k++) {
      this.#operator.advance(theta, stepSize, correction, 1);
      this.#operator.skip(this.#stride - 1);
    }
  }

  peek(theta: Vector, out: Float64Array): void {
    this.#operator.peek(theta, out);
  }

  accumulate(theta: Vector, count: number, out: Float64Array): void {
    out.fill(0);
    for (let k = 0; k < count; k++) {
      this.#operator.peek(theta, this.#value);
      for (let j = 0; j < out.length; j++) out[j]! += this.#value[j]!;
      this.#operator.skip(this.#stride);
    }
  }

  observation(): Observation | undefined {
    return this.#operator.observation?.();
  }

  skip(count: number): void {
    this.#operator.skip(count * this.#stride);
  }
}
