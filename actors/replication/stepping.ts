/** Stepping through a replication: holding it up between two events of its clock, looking at it, and going back. */
import type { Vector } from '../../src/maths/vector.ts';
import type { RoundRecord } from '../../src/measurement/metrics/roundRecord.ts';
import type { Activity, Outcome, TimedEvent } from '../../src/events/inspection.ts';
import type { AgentState } from '../agent/agentActors.ts';

/** An agent as it is between two events; its vectors are its own, and change with the next. */
export interface AgentView extends AgentState {
  readonly activity: Activity;
  /** seconds at which it began that */
  readonly since: number;
  /** what is computed or sent; `undefined` where nothing is */
  readonly dispatch: number | undefined;
  /** messages that have come and are not taken up, the oldest first; notices have no number */
  readonly mailbox: readonly { readonly kind: string; readonly dispatch: number | undefined }[];
}

/** A replication between two events. */
export interface ReplicationView {
  /** events so far */
  readonly events: number;
  /** seconds of the run's clock */
  readonly time: number;
  /** θ̄ `[d]`, the server's own */
  readonly model: Vector;
  /** the first, up to as many as are shown: looking costs as much for each */
  readonly agents: readonly AgentView[];
  /** how many there are */
  readonly allAgents: number;
}

/** Debugger of a replication: steps through its events. */
export interface Stepping {
  /**
   * Asked between events.
   *
   * @param events - so far
   * @param look - gives the replication as it is now
   * @returns how many events may happen before it is asked again, 0 to have the replication ask whether it is being stopped; a promise holds
   *   it up, and may reject with {@link StepBack}
   */
  allowed(events: number, look: () => ReplicationView): number | Promise<number>;
  /**
   * The replication has come to its end, and nothing is made of it yet.
   *
   * @returns a promise that holds it up there, and may reject with {@link StepBack}
   */
  ended(outcome: Outcome, events: number, look: () => ReplicationView): Promise<void> | undefined;
  /** A round of it is recorded. */
  recorded(record: RoundRecord): void;
  /** Something has happened between the actors, whatever is recorded. */
  heard(event: Heard): void;
}

/** The replication is to begin again, and to be held up at an earlier event. */
export class StepBack extends Error {
  override readonly name = 'StepBack';
}

/** A message has arrived, or would have, had it not been lost. */
export interface Arrival {
  readonly kind: 'arrived';
  readonly from: 'server' | 'agent';
  readonly agent: number;
  /** `undefined` for a notice */
  readonly dispatch: number | undefined;
  readonly lost: boolean;
  readonly copy: boolean;
}

/** An event between the actors, arrivals included. */
export type Heard = TimedEvent | Arrival;
