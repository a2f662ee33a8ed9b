/** Messages to one agent, and the server's record of them. */
import type { Message } from '../../src/algorithms/message.ts';
import type { Ticks } from '../../src/values/ticks.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { NO_ABSENCES } from '../../src/timing/availability.ts';

/** A message to one agent, as the server's book has it. */
export interface Dispatch {
  readonly agent: number;
  /** where the agent draws how many local steps it takes, they are in its head once it is taken up */
  message: Message;
  /** server steps before it was sent */
  readonly version: number;
  /** number of the exchange that its message opened: a round of FedHSA has two */
  readonly exchange: number;
  /** whether it says to the agent how a round ended, and asks for no answer */
  readonly isNotice: boolean;
  /** whether the agent gives up what it is doing when this comes */
  readonly abandon: boolean;
  /** of the last round, for an agent that never takes the message up; only of algorithms with notices */
  readonly notice: Message | undefined;
  /** 1, 2, … of those that ask the agent to compute; 0 of a notice */
  readonly number: number;
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

/** Record of what was sent, and of the answers to it. */
export class DispatchBook {
  readonly #last: (Dispatch | undefined)[];

  constructor(agents: number) {
    this.#last = new Array<Dispatch | undefined>(agents).fill(undefined);
  }

  /** Writes down what is sent now. */
  write({
    agent,
    message,
    version,
    exchange,
    isNotice = false,
    abandon = false,
    notice,
  }: Pick<Dispatch, 'agent' | 'message' | 'version' | 'exchange'> & Partial<Dispatch>): Dispatch {
    const number = isNotice ? 0 : (this.#last[agent]?.number ?? 0) + 1;
    const dispatch: Dispatch = {
      agent,
      message,
      version,
      exchange,
      isNotice,
      abandon,
      notice,
      number,
      answered: false,
      accepted: false,
      sent: NaN,
      received: NaN,
      takenUp: NaN,
      finished: NaN,
      arrived: NaN,
      depth: NaN,
      absences: NO_ABSENCES,
    };
    if (!isNotice) this.#last[agent] = dispatch;
    return dispatch;
  }

  /** The last dispatch that asked the agent to compute. */
  latest(agent: number): Dispatch | undefined {
    return this.#last[agent];
  }

  /** The agents that have not answered what they were sent last, ascending. */
  awaited(): number[] {
    return this.#last.flatMap((dispatch) => (dispatch && !dispatch.answered ? [dispatch.agent] : []));
  }
}
