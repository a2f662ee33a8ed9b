/** Transport of messages between the server and the agents of a replication, one event at a time. */
import type { Observable } from 'rxjs';
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import type { RoundTiming, Traffic } from '../../src/measurement/metrics/measuredRound.ts';
import type { Outcome } from '../../src/events/inspection.ts';
import type { ServerStep } from '../server/serverProtocol.ts';
import type { ReplicationView } from './stepping.ts';

/** Why no event is left: the time is used up, the run is cut short, or the server waits for an update that never comes. */
export type Ending =
  { readonly kind: 'over' | 'cut' } | { readonly kind: 'stalled'; readonly waitingFor: readonly number[] };

/** How a replication ended: as it should, with an error, or with the loss of a host, after which it may begin again. */
export type Closing = 'completed' | 'failed' | 'lost';

/**
 * Carries messages, each with a time of its own or all of an exchange together.
 *
 * @template Other - what the server emits beside its steps
 */
export interface Transport<Step extends ServerStep, Other extends { readonly kind: string }> {
  /** vectors sent so far */
  readonly traffic: Traffic;
  /** events between two questions whether to stop */
  readonly eventsPerTurn: number;
  /** work on another thread that all further events wait for */
  pending: Promise<void> | undefined;
  /** when {@link event} has found none */
  readonly ending: Ending;
  /** Connects the server actor, which emits until its budget is used up. */
  serve(part: ServerLogic): Observable<Step | Other>;
  /** Carries a message of the server to the agents, or notes what else it says. */
  carry(output: Other): void;
  /** Waits until agents can start. */
  ready?(): Promise<void> | undefined;
  /**
   * Lets the next event happen, or waits for it for a while.
   *
   * @returns whether there is, or may be, more to come
   */
  event(): boolean | Promise<boolean>;
  /** Seconds at a server step. */
  secondsAt(step: Step): number;
  /** Reports a server step, before it is measured. */
  report?(step: Step): void;
  /** Of the step that was reported last, as the measurement asks for it. */
  readonly timing?: () => () => RoundTiming;
  /** The actors as they are between two events. */
  look?(): Omit<ReplicationView, 'events' | 'model'>;
  /**
   * Completes the outcome of a replication.
   *
   * @throws InvariantFailure where an invariant does not hold that the plan asks to verify
   */
  completed?(outcome: Outcome): Outcome;
  /** Reports the state in which it leaves the agents. */
  close?(how: Closing): void;
}
