/** What a server on a clock hears and says, and what it does about what its policy says. */
import type { SchedulerLike } from 'rxjs';
import type { ServerPart } from '../../src/algorithms/algorithm.ts';
import type { Message } from '../../src/algorithms/message.ts';
import type { PolicyInput, Update } from '../../src/policies/machine.ts';
import type { Policy } from '../../src/policies/policy.ts';
import type { Budget } from '../../src/protocol/configuration.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import type { Wire } from '../../src/protocol/wire.ts';
import type { RunTrigger } from '../../src/triggers/index.ts';
import type { Dispatch, DispatchBook, Outgoing } from './dispatch.ts';
import type { Decision } from './runPolicy.ts';

/** What comes to the server. */
export type Incoming =
  | { readonly kind: 'answer'; readonly dispatch: Dispatch; readonly answer: Message }
  /** nothing will come of this dispatch, and its agent could do something else */
  | { readonly kind: 'missing'; readonly dispatch: Dispatch }
  /** the agent had crashed and is there again, all but its stream forgotten */
  | {
      readonly kind: 'returned';
      readonly agent: number;
      /** whether an answer from before the crash is still under way, or was lost and is still to be missed */
      readonly answering: boolean;
    };

/** An update that has gone into a server step. */
export interface AppliedUpdate {
  readonly dispatch: Dispatch;
  readonly answer: Message;
  /** by the policy, from the staleness; 1 where there are rounds */
  readonly weight: number;
  /** in server steps */
  readonly staleness: number;
}

/** What the server has to say, to agents or to observers, until its budget is used up. */
export type ServerOutput =
  | Outgoing
  | {
      readonly kind: 'discarded';
      readonly dispatch: Dispatch;
      readonly answer: Message;
      readonly reason: 'duplicate' | 'late';
    }
  /** an exchange is over that is not the last of its round */
  | { readonly kind: 'exchanged'; readonly dispatches: readonly Dispatch[]; readonly byAnswer: boolean }
  | {
      readonly kind: 'stepped';
      readonly completed: RoundCompleted;
      /** what has gone into it, in the order in which it was summed */
      readonly updates: readonly AppliedUpdate[];
      /** local steps applied so far, per agent */
      readonly step: number;
      /** whether an answer completed it, as of a {@link Decision} */
      readonly byAnswer: boolean;
    };

export interface ServerOptions {
  readonly part: ServerPart;
  readonly wire: Wire;
  readonly policy: Policy;
  readonly agents: number;
  /** on which the policy waits */
  readonly clock: SchedulerLike;
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** of the run; names the trigger's coins and the policy's draws */
  readonly seed: number;
  /** of what the server sends */
  readonly book: DispatchBook;
  /** Lets a piece of the server's work be over when its time is; `undefined` where it takes none. */
  readonly whenWorked?: ((act: () => void) => void) | undefined;
  /** whether an agent is neither off nor crashed now */
  readonly isThere: (agent: number) => boolean;
  /** mean seconds from a message to an agent to its answer */
  readonly seconds: (agent: number) => number;
}

/** An agent's answer, as the server takes it in. */
export interface AnswerUpdate extends Update {
  readonly dispatch: Dispatch;
  readonly answer: Message;
}

/** What a conduct may do. */
export interface Means extends ServerOptions {
  say(output: ServerOutput): void;
  /** Lets the policy hear something; what it hears while it speaks waits until it has finished. */
  hear(input: PolicyInput<AnswerUpdate>): void;
  /** The budget is used up. */
  finish(): void;
}

/** What a server does about what its policy says. */
export interface Conduct {
  begin(): void;
  decided(decision: Exclude<Decision<AnswerUpdate>, { readonly kind: 'late' }>): void;
  /** whether a dispatch belongs to what is under way */
  isCurrent(dispatch: Dispatch): boolean;
  /** server steps since a dispatch was sent */
  staleness(dispatch: Dispatch): number;
  /** An answer has come; the policy hears of it next. */
  answered?(dispatch: Dispatch, answer: Message): void;
  /** An agent knows of nothing any more. */
  returned?(agent: number): void;
}
