/**
 * SARSA, with o = (s, a, s', a'): `G(θ, o) = (r(s, a) + γ φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`. The action a' is drawn from
 * β_θ(· | s') under the θ at which o is first used, and is the a of the next observation.
 */
import { type AliasTable, aliasTable } from '../../maths/aliasTable.ts';
import type { Generator } from '../../maths/generator.ts';
import type { Vector } from '../../maths/vector.ts';
import { actionValue, addFeature } from '../control/actionFeatures.ts';
import type { ControlTask } from '../control/environment.ts';
import type { Observation } from '../operator.ts';
import { FollowingOperator } from '../operators/followingOperator.ts';
import { actionLaw, type LearntPolicy } from './actionLaw.ts';

/** The rows of P(s' | s, a), to be drawn from. */
export const successorTable = ({ process: { kernel, states, actions } }: ControlTask): AliasTable =>
  aliasTable(kernel, states * actions, states);

/** SARSA on the agent's walk, which starts in any state, each as likely. */
export class SarsaOperator extends FollowingOperator {
  readonly #task: ControlTask;
  readonly #policy: LearntPolicy;
  readonly #successors: AliasTable;
  readonly #generator: Generator;
  readonly #law: Float64Array;
  /** (s, a) of the current observation, and (s', a'); −1 before the first */
  #pair = -1;
  #next = -1;

  constructor(task: ControlTask, policy: LearntPolicy, successors: AliasTable, generator: Generator) {
    super(task.features.dimension);
    this.#task = task;
    this.#policy = policy;
    this.#successors = successors;
    this.#generator = generator;
    this.#law = new Float64Array(task.process.actions);
  }

  protected override draw(theta: Vector): void {
    this.#pair =
      this.#next < 0 ? this.#act(this.#generator.below(this.#task.process.states), theta) : this.#next;
    this.#next = this.#act(this.#successors.draw(this.#pair, this.#generator.uint32()), theta);
  }

  protected override evaluate(theta: Vector, out: Float64Array): void {
    const {
      process: { rewards },
      features,
      discount,
    } = this.#task;
    const target = rewards[this.#pair]! + discount * actionValue(features, theta, this.#next);
    out.fill(0);
    addFeature(features, this.#pair, target - actionValue(features, theta, this.#pair), out);
  }

  observation(): Observation | undefined {
    return this.isDrawn ? { state: this.#pair, next: this.#next } : undefined;
  }

  /** The pair of a state and an action drawn under θ. */
  #act(state: number, theta: Vector): number {
    const law = this.#law;
    actionLaw(this.#policy, this.#task, theta, state, law);
    let left = this.#generator.uniform();
    let action = 0;
    while (action < law.length - 1 && (left -= law[action]!) >= 0) action++;
    return state * law.length + action;
  }
}
