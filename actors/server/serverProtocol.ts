/** Inputs and outputs of the server actor, and the state that its pipeline steps. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import type { Message } from '../../src/algorithms/message.ts';
import type { PolicyInput, Update } from '../../src/policies/machine.ts';
import type { Policy } from '../../src/policies/policy.ts';
import type { Ticks } from '../../src/values/ticks.ts';
import type { RoundCompleted } from '../../src/measurement/roundCompleted.ts';
import type { MessageLayout } from '../../src/algorithms/messageLayout.ts';
import type { Dispatch, DispatchBook } from './dispatch.ts';
import type { RoundPlan } from './trigger.ts';

/** An input of the server. */
export type Incoming =
  | { readonly kind: 'answer'; readonly dispatch: Dispatch; readonly answer: Message }
  /** The dispatch failed; its agent is idle. */
  | { readonly kind: 'missing'; readonly dispatch: Dispatch }
  /** The agent had crashed and has returned; only its stream is left. */
  | {
      readonly kind: 'returned';
      readonly agent: number;
      /** what it was asked last before that, and whether its answer is in flight, or was lost and will be reported missing */
      readonly asked: Dispatch | undefined;
      readonly answers: boolean;
    };

/** An answer, from when the server takes it up. */
export interface ServerUpdate extends Update {
  readonly dispatch: Dispatch;
  /** the message that the agent computed from, and its answer */
  readonly message: Message;
  readonly answer: Message;
  /** server steps since its agent was sent what it answers: when the answer came, and then when a step applied it */
  staleness: number;
  /** by the policy, from staleness and age; 1 in rounds, 0 where the algorithm discards it, and NaN before its step */
  weight: number;
  /** whose step applies it, of a policy with tiers */
  tier: number;
}

/** Messages for agents, in the order in which they are sent. */
export interface Sent {
  readonly kind: 'sent';
  readonly dispatches: readonly Dispatch[];
}

/** An answer that no server step will apply. */
export interface Discarded {
  readonly kind: 'discarded';
  readonly dispatch: Dispatch;
  readonly answer: Message;
  readonly reason: 'duplicate' | 'late';
}

/** An exchange is over that is not the last of its round. */
export interface Exchanged {
  readonly kind: 'exchanged';
  readonly updates: readonly ServerUpdate[];
  readonly byAnswer: boolean;
}

/** A server step, or in rounds the end of one. */
export interface ServerStep {
  readonly kind: 'stepped';
  readonly completed: RoundCompleted;
  /** local steps applied so far, per agent */
  readonly step: number;
}

/** A server step on a clock. */
export interface Stepped extends ServerStep {
  /** in the order in which they were summed */
  readonly updates: readonly ServerUpdate[];
  /** whether an answer completed it, see {@link ServerState.step} */
  readonly byAnswer: boolean;
}

/** An output of the server, until its budget is used up. */
export type ServerOutput = Sent | Discarded | Exchanged | Stepped;

export interface ServerOptions extends RoundPlan {
  readonly part: ServerLogic;
  readonly layout: MessageLayout;
  readonly policy: Policy;
  /** on which the policy waits, and which gives the ages of updates */
  readonly clock: SchedulerLike & { readonly ticks: Ticks };
  readonly book: DispatchBook;
  /** Is called with each answer that is taken up, and with no second copy. */
  readonly answered?: (dispatch: Dispatch) => void;
  /** Calls back when the server has finished one piece of work; `undefined` where work takes no time. */
  readonly whenWorked?: ((act: () => void) => void) | undefined;
  /** whether an agent is available: neither off nor crashed */
  readonly isThere: (agent: number) => boolean;
  /** mean seconds from a message to an agent to its answer */
  readonly seconds: (agent: number) => number;
}

/** The state of a server with or without rounds: carries out the policy's decisions. */
export interface ServerState {
  /** server steps so far */
  readonly version: number;
  /** Informs the policy when a round may begin, after each server step; completes when the budget is used up. */
  rounds(steps: Observable<Stepped>): Observable<PolicyInput<ServerUpdate>>;
  /** whether a dispatch belongs to the exchange that is open */
  isCurrent(dispatch: Dispatch): boolean;
  /** Takes note of an answer; the step that applies it may come later. */
  answered?(update: ServerUpdate): void;
  /** An agent has lost its state. */
  returned?(agent: number): void;
  send(agents: readonly number[], abandon: boolean): Sent;
  resend(agent: number): Sent;
  /**
   * @param tier - whose step it is, of a policy with tiers
   * @param byAnswer - whether an answer completed it; if not, time was over or an answer was lost
   */
  step(updates: readonly ServerUpdate[], tier: number, byAnswer: boolean): Stepped | Exchanged;
}
