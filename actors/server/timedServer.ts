/** What a server on a clock hears and says, whatever its policy. */
import type { Observer, SchedulerLike } from 'rxjs';
import type { ServerPart } from '../../src/algorithms/algorithm.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import type { Update } from '../../src/policies/machine.ts';
import type { Policy } from '../../src/policies/policy.ts';
import type { Budget } from '../../src/protocol/configuration.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import type { Wire } from '../../src/protocol/wire.ts';
import type { RunTrigger } from '../../src/triggers/index.ts';
import type { Dispatch, Letter } from '../timed/dispatch.ts';
import { runPolicy } from './runPolicy.ts';

/** What comes to the server. */
export type Arrival =
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

/** What the server has to say: to agents, or to whoever observes it. */
export type TimedServerOutput =
  | Letter
  | {
      readonly kind: 'discarded';
      readonly dispatch: Dispatch;
      readonly reason: 'duplicate' | 'late';
    }
  | {
      readonly kind: 'stepped';
      readonly completed: RoundCompleted;
      /** what has gone into it, in the order in which it was summed */
      readonly updates: readonly AppliedUpdate[];
      /** local steps applied so far, per agent */
      readonly step: number;
    }
  | { readonly kind: 'finished' };

export interface TimedServerOptions {
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
}

/** An agent's answer, as the server takes it in. */
export interface AnswerUpdate extends Update {
  readonly dispatch: Dispatch;
  readonly answer: Message;
}

/** The server's policy at work, for one run. */
export function policyAtWork({ policy, agents, seed, clock }: TimedServerOptions) {
  const generator = generatorFor(seed, 'participation');
  return runPolicy<AnswerUpdate>(policy.machine({ agents, generator }), clock);
}

/** The server's book of what it has sent, and what of it is answered. */
export class DispatchBook {
  readonly #numbers: Int32Array;

  constructor(agents: number) {
    this.#numbers = new Int32Array(agents);
  }

  write(
    agent: number,
    message: Message,
    version: number,
    exchange: number,
    abandon: boolean,
    notice?: Message,
  ): Dispatch {
    const number = ++this.#numbers[agent]!;
    const unknown = { answered: false, accepted: false, sent: NaN, takenUp: NaN, arrived: NaN };
    return { agent, number, message, notice, version, exchange, abandon, ...unknown };
  }

  /** Whether nothing has been sent to the agent since. */
  isLatest({ agent, number }: Dispatch): boolean {
    return this.#numbers[agent] === number;
  }
}

/** What a server does about what comes to it. */
interface Reception {
  answered(dispatch: Dispatch, answer: Message): void;
  /** An agent's dispatch will not be answered, and nothing has been sent to the agent since. */
  missing(dispatch: Dispatch): void;
  returned(agent: number, answering: boolean): void;
}

/**
 * A server's deed, whose errors are errors of its output: left alone, RxJS would end the process with
 * them instead of the run.
 */
export function guarded<Input>(
  out: Observer<TimedServerOutput>,
  act: (input: Input) => void,
): (input: Input) => void {
  return (input) => {
    try {
      act(input);
    } catch (thrown) {
      out.error(thrown);
    }
  };
}

/** Hands arrivals to a server, a dispatch's answer only once: a second copy is told of and dropped. */
export function receiving(
  book: DispatchBook,
  out: Observer<TimedServerOutput>,
  reception: Reception,
): (arrival: Arrival) => void {
  return (arrival) => {
    switch (arrival.kind) {
      case 'answer': {
        const { dispatch, answer } = arrival;
        if (dispatch.answered) {
          out.next({ kind: 'discarded', dispatch, reason: 'duplicate' });
          break;
        }
        dispatch.answered = true;
        // Unless the policy says that it is too late.
        dispatch.accepted = true;
        reception.answered(dispatch, answer);
        break;
      }
      case 'missing':
        // An agent that has returned from a crash in the meantime has been sent to again.
        if (book.isLatest(arrival.dispatch)) reception.missing(arrival.dispatch);
        break;
      case 'returned':
        reception.returned(arrival.agent, arrival.answering);
        break;
    }
  };
}
