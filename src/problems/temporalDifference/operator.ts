/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s, s'), s')`,
 * `G(θ, o) = (r(s, s') + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`. The reference of `src/kernels/temporalDifference`.
 */
import { dot, type Vector } from '../../maths/vector.ts';
import type { Observation } from '../operator.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import type { ChainLaw } from '../operator.ts';
import type { InitialState } from '../observationLaw.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { TransitionStream } from '../streams/finiteChain.ts';
import * as layout from '../../kernels/temporalDifference/layout.ts';

/** One agent's Markov reward process with its features. */
export interface RewardProcess {
  readonly chain: ChainLaw;
  /** where it starts; from the stationary law if left out */
  readonly initial?: InitialState;
  /** r(s) `[S]`, or r(s, s'), row-major `[S, S]` */
  readonly rewards: Vector;
  /** φ(s), row-major `[S, d]` */
  readonly features: Vector;
  readonly dimension: number;
  /** γ in [0, 1), per step of the chain */
  readonly discount: number;
}

/** r(s, s'). */
export const rewardAt = (
  { rewards, chain: { states } }: Pick<RewardProcess, 'rewards' | 'chain'>,
  state: number,
  next: number,
): number => rewards[rewards.length === states ? state : state * states + next]!;

/** `out ← G(θ, (s, r(s, s'), s'))`. */
export function tdValueInto(
  out: Float64Array,
  process: RewardProcess,
  theta: Vector,
  state: number,
  next: number,
): void {
  const { features, dimension: d, discount } = process;
  const value = dot(features, theta, d, state * d);
  const delta = rewardAt(process, state, next) + discount * dot(features, theta, d, next * d) - value;
  for (let j = 0; j < d; j++) out[j] = delta * features[state * d + j]!;
}

/** TD(0) on a stream of transitions. */
export class TemporalDifferenceOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'temporalDifference';
  readonly recordBytes = layout.RECORD_BYTES;
  readonly #process: RewardProcess;
  readonly #stream: TransitionStream;

  constructor(process: RewardProcess, stream: TransitionStream) {
    super(process.dimension);
    this.#process = process;
    this.#stream = stream;
  }

  override peek(theta: Vector, out: Float64Array): void {
    tdValueInto(out, this.#process, theta, this.#stream.state, this.#stream.next);
  }

  observation(): Observation {
    return { state: this.#stream.state, next: this.#stream.next };
  }

  protected override move(): void {
    this.#stream.move();
  }

  write(record: RecordWriter): void {
    const { chain, features, rewards, discount } = this.#process;
    const isOfMoves = rewards.length > chain.states;
    record.table(layout.FEATURES, 'features', features);
    record.table(layout.REWARDS, 'rewards', rewards);
    record.word(layout.REWARD_ROW, rewards.BYTES_PER_ELEMENT * (isOfMoves ? chain.states : 1));
    record.word(layout.REWARD_COLUMN, isOfMoves ? rewards.BYTES_PER_ELEMENT : 0);
    record.doubles(layout.DISCOUNT, [discount]);
    record.chainStream(layout.STREAM, this.#stream);
  }
}
