/** Operators whose observations are the states of a finite chain: `G(θ, s)`. */
import type { Vector } from '../../maths/vector.ts';
import type { StateStream } from '../streams/finiteChain.ts';
import { ObservedOperator } from './observedOperator.ts';

/** `out ← G(θ, s)`. */
export type StateEvaluation = (state: number, theta: Vector, out: Float64Array) => void;

/** An operator on a stream of states, given by its values. */
export class StateOperator extends ObservedOperator {
  readonly #stream: StateStream;
  readonly #evaluate: StateEvaluation;

  constructor(dimension: number, stream: StateStream, evaluate: StateEvaluation) {
    super(dimension);
    this.#stream = stream;
    this.#evaluate = evaluate;
  }

  override peek(theta: Vector, out: Float64Array): void {
    this.#evaluate(this.#stream.state, theta, out);
  }

  protected override move(): void {
    this.#stream.move();
  }
}
