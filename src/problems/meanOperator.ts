/** The operator without noise: every observation gives `Ḡ_i(θ)`. Sampling mode `exact`. */
import { affineInto, type Vector } from '../maths/vector.ts';
import type { LocalOperator, MeanOperator } from './operator.ts';

/** `out ← Ḡ(θ)`. */
export function evaluateMean(mean: MeanOperator, theta: Vector, out: Float64Array): void {
  if (mean.kind === 'linear') affineInto(out, mean.A, mean.b, theta);
  else mean.evaluate(theta, out);
}

/** A {@link LocalOperator} whose stream never changes anything. */
export class ExactOperator implements LocalOperator {
  readonly dimension: number;
  readonly #mean: MeanOperator;
  readonly #value: Float64Array;

  constructor(mean: MeanOperator, dimension: number) {
    this.dimension = dimension;
    this.#mean = mean;
    this.#value = new Float64Array(dimension);
  }

  advance(theta: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void {
    const value = this.#value;
    for (let k = 0; k < count; k++) {
      evaluateMean(this.#mean, theta, value);
      stepAlong(theta, stepSize, value, correction);
    }
  }

  peek(theta: Vector, out: Float64Array): void {
    evaluateMean(this.#mean, theta, out);
  }

  accumulate(theta: Vector, count: number, out: Float64Array): void {
    evaluateMean(this.#mean, theta, out);
    for (let j = 0; j < this.dimension; j++) out[j]! *= count;
  }

  skip(): void {
    // Every observation is the same.
  }
}

/** `θ ← θ + η (g + c)`, in place. */
export function stepAlong(theta: Float64Array, stepSize: number, g: Vector, c: Vector | undefined): void {
  if (c === undefined) for (let j = 0; j < theta.length; j++) theta[j]! += stepSize * g[j]!;
  else for (let j = 0; j < theta.length; j++) theta[j]! += stepSize * (g[j]! + c[j]!);
}
