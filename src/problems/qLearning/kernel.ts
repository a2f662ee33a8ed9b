/**
 * Q-learning, with o = (s, a, r(s, a), s'):
 * `G(θ, o) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`. The reference of
 * `kernel.assembly.ts`.
 */
import type { Vector } from '../../maths/vector.ts';
import { type ActionFeatures, actionValue, addFeature } from './actionFeatures.ts';
import type { DecisionProcess } from './decisionProcess.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { TransitionStream } from '../streams/finiteChain.ts';
import { CHAIN_STREAM_BYTES, placeChainStream } from '../kernels/chainStream.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** What one agent learns from. */
export interface ControlTask {
  readonly process: DecisionProcess;
  readonly features: ActionFeatures;
  /** γ in [0, 1), per step of the chain */
  readonly discount: number;
}

/** Offsets in bytes of what a record of this family holds. */
const FEATURES = 16;
const REWARDS = 20;
const ACTIONS = 24;
const DENSE = 28;
const DISCOUNT = 32;
const STREAM = 40;
/** a word that the kernel keeps for itself, and the place for a state's values */
const LAST_COORDINATE = STREAM + CHAIN_STREAM_BYTES;
const VALUES = LAST_COORDINATE + 4;
const RECORD_BYTES = VALUES + 4;

/** The pair of the first of the best actions in a state. */
export function greedyPair(
  { process: { actions }, features }: ControlTask,
  theta: Vector,
  state: number,
): number {
  let best = state * actions;
  let value = actionValue(features, theta, best);
  for (let pair = best + 1; pair < (state + 1) * actions; pair++) {
    const other = actionValue(features, theta, pair);
    if (other > value) {
      best = pair;
      value = other;
    }
  }
  return best;
}

/** `out ← G(θ, o)` at the observation of a pair (s, a) and the one after it, which has the state s'. */
export function qValueInto(
  out: Float64Array,
  task: ControlTask,
  theta: Vector,
  pair: number,
  next: number,
): void {
  const { process, features, discount } = task;
  const best = greedyPair(task, theta, Math.floor(next / process.actions));
  const target = process.rewards[pair]! + discount * actionValue(features, theta, best);
  out.fill(0);
  addFeature(features, pair, target - actionValue(features, theta, pair), out);
}

/** Q-learning on a stream of transitions between pairs. */
export class QLearningOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'qLearning';
  readonly #task: ControlTask;
  readonly #stream: TransitionStream;

  constructor(task: ControlTask, stream: TransitionStream) {
    super(task.features.dimension);
    this.#task = task;
    this.#stream = stream;
  }

  override peek(theta: Vector, out: Float64Array): void {
    qValueInto(out, this.#task, theta, this.#stream.state, this.#stream.next);
  }

  protected override move(): void {
    this.#stream.move();
  }

  place(memory: KernelMemory, name: string): number {
    const { process, features, discount } = this.#task;
    const dense = features.kind === 'dense';
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[FEATURES / 4] = memory.table(`${name}/features`, dense ? features.vectors : features.coordinate);
      words[REWARDS / 4] = memory.table(`${name}/rewards`, process.rewards);
      words[ACTIONS / 4] = process.actions;
      words[DENSE / 4] = dense ? 1 : 0;
      words[VALUES / 4] = workingVectors(memory, 1, process.actions);
      memory.float64(record + DISCOUNT, 1)[0] = discount;
      placeChainStream(memory, name, this.#stream, record + STREAM);
    });
  }
}
