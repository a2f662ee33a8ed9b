/** Dispatches and notices to one agent, and the server's record of them. */
import type { Message } from '../../src/algorithms/message.ts';
import type { Ticks } from '../../src/values/ticks.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { NO_ABSENCES } from '../../src/timing/availability.ts';

/** A message that asks the agent to compute, as the server's book has it. */
export interface Dispatch {
  readonly kind: 'dispatch';
  readonly agent: number;
  /** 1, 2, … for each agent */
  readonly number: number;
  /** where the agent draws how many local steps it takes, they are in its head once it is taken up */
  message: Message;
  /** of the last round, for an agent that never takes the message up; only of algorithms with notices */
  readonly notice: Message | undefined;
  /** server steps before it was sent */
  readonly version: number;
  /** number of the exchange that its message opened: a round of FedHSA has two */
  readonly exchange: number;
  /** whether the agent gives up what it is doing when this comes */
  readonly abandon: boolean;
  /** whether an answer has come, so that a second copy is known for what it is */
  answered: boolean;
  /** whether that has gone into a step, or will */
  accepted: boolean;
  /** when it was sent, came to the agent and was taken up, when the work was done, and when the answer came; NaN before */
  sent: Ticks;
  received: Ticks;
  takenUp: Ticks;
  finished: Ticks;
  arrived: Ticks;
  /** of the clock when the answer came */
  depth: number;
  /** when the agent was off from when it came until the work was done */
  absences: readonly Absence[];
}

/** A message that is not answered. */
export interface Notice {
  readonly kind: 'notice';
  readonly agent: number;
  readonly message: Message;
}

export type Outgoing = Dispatch | Notice;

/** Record of the dispatches sent, and of the answers to them. */
export class DispatchBook {
  readonly #last: (Dispatch | undefined)[];

  constructor(agents: number) {
    this.#last = new Array<Dispatch | undefined>(agents).fill(undefined);
  }

  /** Writes down what is sent now. */
  write(
    agent: number,
    message: Message,
    version: number,
    exchange: number,
    abandon: boolean,
    notice?: Message,
  ): Dispatch {
    return (this.#last[agent] = {
      kind: 'dispatch',
      agent,
      number: (this.#last[agent]?.number ?? 0) + 1,
      message,
      notice,
      version,
      exchange,
      abandon,
      answered: false,
      accepted: false,
      sent: NaN,
      received: NaN,
      takenUp: NaN,
      finished: NaN,
      arrived: NaN,
      depth: NaN,
      absences: NO_ABSENCES,
    });
  }

  /** Whether nothing has been sent to the agent since. */
  isLatest(dispatch: Dispatch): boolean {
    return this.#last[dispatch.agent] === dispatch;
  }

  /** The agents that have not answered what they were sent last, ascending. */
  awaited(): number[] {
    return this.#last.flatMap((dispatch) => (dispatch && !dispatch.answered ? [dispatch.agent] : []));
  }
}
