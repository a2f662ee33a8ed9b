/**
 * Q-learning, with o = (s, a, r(s, a), s'):
 * `G(θ, o) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`. The reference of
 * `src/kernels/qLearning`.
 */
import type { Vector } from '../../maths/vector.ts';
import { actionValue, addFeature } from '../control/actionFeatures.ts';
import { type ControlTask, greedyPair } from '../control/environment.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { TransitionStream } from '../streams/finiteChain.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/qLearning/layout.ts';

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
  readonly recordBytes = layout.RECORD_BYTES;
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

  write(record: RecordWriter): void {
    const { process, features, discount } = this.#task;
    const dense = features.kind === 'dense';
    record.table(layout.FEATURES, 'features', dense ? features.vectors : features.coordinate);
    record.table(layout.REWARDS, 'rewards', process.rewards);
    record.word(layout.ACTIONS, process.actions);
    record.word(layout.DENSE, dense ? 1 : 0);
    record.doubles(layout.DISCOUNT, [discount]);
    record.chainStream(layout.STREAM, this.#stream);
    record.work(process.actions);
  }
}
