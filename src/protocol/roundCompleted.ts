/** The end of a round, or a server step, as those who measure see it. */
import type { Vector } from '../maths/vector.ts';

export interface RoundCompleted {
  readonly round: number;
  /** θ̄ from which the round started, and θ̄ after it, `[d]` */
  readonly startedFrom: Vector;
  readonly theta: Vector;
  /** θ_{i,H} before averaging, in agent order; valid until the next message is received */
  localModels(): readonly Vector[];
  /** the models that they started from; where it is missing, `startedFrom` for all */
  origins?(): readonly Vector[];
  /** whose models they are, in the same order; where it is missing, those of all agents */
  takenIn?(): readonly number[];
}
