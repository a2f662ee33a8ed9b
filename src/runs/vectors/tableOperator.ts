/** An agent's operator on a written list of observations, which a program in another language can follow. */
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { FiniteLinearAgent } from '../../problems/finiteLinear/family.ts';
import { ObservedOperator } from '../../problems/operators/observedOperator.ts';

/** `G(θ, s) = b(s) − A(s) θ` at the listed states, one after the other. */
export class TableOperator extends ObservedOperator {
  /** of the current observation in the list, from 0 */
  place = 0;
  readonly #agent: FiniteLinearAgent;
  readonly #states: readonly number[];

  constructor(agent: FiniteLinearAgent, states: readonly number[]) {
    super(agent.b.length / agent.states);
    this.#agent = agent;
    this.#states = states;
  }

  override peek(theta: Vector, out: Float64Array): void {
    const state = this.#states[this.place];
    if (state === undefined) throw new RangeError(`the list ends after ${this.#states.length} observations`);
    const d = this.dimension;
    affineInto(out, this.#agent.A, this.#agent.b, theta, state * d * d, state * d);
  }

  protected override move(): void {
    this.place++;
  }
}
