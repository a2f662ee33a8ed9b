/**
 * An operator whose stream sees the model: the next observation is drawn at its first use, under the θ in hand. Drawn a step
 * earlier, the first observation of a round would follow the agent's last iterate instead of the model that it was sent.
 */
import { copyInto, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from './observedOperator.ts';

/** Draws when it must; what extends it draws and evaluates. */
export abstract class FollowingOperator extends ObservedOperator {
  /** θ of the last use `[d]`; 0 before the first */
  readonly #theta: Float64Array;
  #isDrawn = false;

  constructor(dimension: number) {
    super(dimension);
    this.#theta = new Float64Array(dimension);
  }

  /** Makes the next observation the current one, drawn under θ. */
  protected abstract draw(theta: Vector): void;

  /** `out ← G(θ, o)` at the current observation. */
  protected abstract evaluate(theta: Vector, out: Float64Array): void;

  /** At a second use, whatever its θ, the observation is the same. */
  override peek(theta: Vector, out: Float64Array): void {
    copyInto(this.#theta, theta);
    this.#drawOnce();
    this.evaluate(theta, out);
  }

  /** What is skipped is drawn under the θ of the last use. */
  protected override move(): void {
    this.#drawOnce();
    this.#isDrawn = false;
  }

  /** Whether the current observation is drawn. */
  protected get isDrawn(): boolean {
    return this.#isDrawn;
  }

  #drawOnce(): void {
    if (this.#isDrawn) return;
    this.draw(this.#theta);
    this.#isDrawn = true;
  }
}
