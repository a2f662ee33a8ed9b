/**
 * The loop that all operators with noise share: evaluate at the current observation, step, move
 * the stream on by one. Families whose loop is hot write {@link LocalOperator.advance} out instead.
 */
import type { Vector } from '../../maths/vector.ts';
import type { LocalOperator } from '../operator.ts';
import { stepAlong } from '../meanOperator.ts';

/** Gives the loops; what extends it gives the operator and the stream. */
export abstract class ObservedOperator implements LocalOperator {
  readonly dimension: number;
  readonly #value: Float64Array;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#value = new Float64Array(dimension);
  }

  /** `out ← G(θ, o)` at the current observation. */
  abstract peek(theta: Vector, out: Float64Array): void;

  /** Makes the next observation the current one. */
  protected abstract move(): void;

  advance(theta: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    const value = this.#value;
    for (let k = 0; k < count; k++) {
      this.peek(theta, value);
      stepAlong(theta, stepSize, value, correction);
      this.move();
    }
  }

  accumulate(theta: Vector, count: number, out: Float64Array): void {
    const value = this.#value;
    out.fill(0);
    for (let k = 0; k < count; k++) {
      this.peek(theta, value);
      for (let j = 0; j < value.length; j++) out[j]! += value[j]!;
      this.move();
    }
  }

  skip(count: number): void {
    for (let k = 0; k < count; k++) this.move();
  }
}
