/** Transport of messages between the server and the agents of a replication, one event at a time. */
import type { Observable } from 'rxjs';
import type { Outcome } from '../../src/protocol/inspection.ts';
import type { RoundTiming, Traffic } from '../../src/metrics/measuredRound.ts';
import type { Incoming, ServerOptions, ServerOutput, Stepped } from '../server/serverProtocol.ts';
import type { ReplicationView } from './stepping.ts';

/** Why no event is left: the time is used up, the run is cut short, or the server waits for an update that never comes. */
export type Ending = 'over' | 'cut' | 'stalled';

/** How a replication ended: as it should, with an error, or with the loss of a host, after which it may begin again. */
export type Closing = 'completed' | 'failed' | 'lost';

/** Carries messages, each with a time of its own or all of an exchange together. */
export interface Transport {
  /** inputs of the server */
  readonly incoming: Observable<Incoming>;
  /** options of the server that depend on the transport */
  readonly server: Pick<ServerOptions, 'addressees' | 'clock' | 'whenWorked' | 'isThere' | 'seconds'>;
  /** vectors sent so far */
  readonly traffic: Traffic;
  /** events between two questions whether to stop */
  readonly eventsPerTurn: number;
  /** work on another thread that all further events wait for */
  pending: Promise<void> | undefined;
  /** when {@link step} finds no event */
  readonly ending: Ending;
  /** Waits until agents can start. */
  ready?(): Promise<void> | undefined;
  /**
   * Lets the next event happen, or waits for it for a while.
   *
   * @returns whether there is, or may be, more to come
   */
  step(): boolean | Promise<boolean>;
  /** Carries out an output of the server. */
  carry(output: Exclude<ServerOutput, Stepped>): void;
  /** Seconds at a server step after which each agent has done so many local steps. */
  secondsAt(step: number): number;
  /** Reports a server step, before it is measured. */
  report?(output: Stepped): void;
  /** Of the step that was reported last, as {@link Measurement} asks for it. */
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
