/** The end of a round, or a server step, as those who measure see it. */
import type { RoundEnd } from '../algorithms/algorithm.ts';
import type { Vector } from '../maths/vector.ts';

/** Local models are in agent order, and valid until the next message is received. */
export interface RoundCompleted extends RoundEnd {
  readonly round: number;
  /** θ̄ from which the round started, and θ̄ after it, `[d]` */
  readonly startedFrom: Vector;
  readonly theta: Vector;
  /** the models that the local models started from; where it is missing, `startedFrom` for all */
  origins?(): readonly Vector[];
  /** whose models they are, in the same order; where it is missing, those of all agents */
  takenIn?(): readonly number[];
}
