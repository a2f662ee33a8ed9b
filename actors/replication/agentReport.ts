/** Reports of an agent's messages, and of their fate, to observers. */
import type { TimedEvent, UnusedReason } from '../../src/protocol/inspection.ts';
import { copyOf, type Message } from '../../src/algorithms/message.ts';
import type { MessageLayout } from '../../src/protocol/messageLayout.ts';
import { wholeBytes } from '../../src/metrics/messageSize.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch, Outgoing } from '../server/dispatch.ts';
import type { Watching } from './stepping.ts';

/** Passage of a message: `lost` where it does not arrive, `copy` where it is the second of its kind. */
interface Passage {
  readonly sent: Ticks;
  /** when it arrives or would have */
  readonly arrives: Ticks;
  readonly lost: boolean;
  readonly copy: boolean;
}

/** Reports one agent's; there is none where nobody wants to know. */
export class AgentReport {
  readonly #agent: number;
  readonly #clock: Clock;
  readonly #layout: MessageLayout;
  readonly #observe: (event: TimedEvent) => void;
  readonly #watched: Watching | undefined;

  constructor(
    agent: number,
    clock: Clock,
    layout: MessageLayout,
    observe: (event: TimedEvent) => void,
    watched: Watching | undefined,
  ) {
    this.#agent = agent;
    this.#clock = clock;
    this.#layout = layout;
    this.#observe = observe;
    this.#watched = watched;
  }

  /** A message arrives, or would have. */
  arrived(from: 'server' | 'agent', dispatch: number | undefined, lost: boolean, copy: boolean): void {
    this.#watched?.({ kind: 'arrived', from, agent: this.#agent, dispatch, lost, copy });
  }

  /** The server sends something, or has sent it. */
  sent(outgoing: Outgoing, passage: Passage): void {
    this.#message('server', numberOf(outgoing), outgoing.message, passage);
  }

  /** The agent sends an answer, or has sent it. */
  answered(dispatch: Dispatch, answer: Message, passage: Passage): void {
    this.#message('agent', dispatch.number, answer, passage);
  }

  taken({ number }: Dispatch): void {
    this.#observe({ kind: 'taken', agent: this.#agent, dispatch: number, time: this.#clock.time });
  }

  unused(outgoing: Outgoing, reason: UnusedReason): void {
    const dispatch = numberOf(outgoing);
    const { time } = this.#clock;
    this.#observe({ kind: 'unused', from: 'server', agent: this.#agent, dispatch, reason, time });
  }

  crashed(): void {
    this.#observe({ kind: 'crashed', agent: this.#agent, time: this.#clock.time });
  }

  returned(): void {
    this.#observe({ kind: 'returned', agent: this.#agent, time: this.#clock.time });
  }

  #message(from: 'server' | 'agent', dispatch: number | undefined, content: Message, passage: Passage): void {
    const { sent, arrives, lost, copy } = passage;
    this.#observe({
      kind: 'message',
      from,
      agent: this.#agent,
      dispatch,
      content: copyOf(content),
      ...{ sent: secondsOf(sent), arrives: secondsOf(arrives), lost, copy },
      bytes: wholeBytes(this.#layout.bits(content)),
    });
  }
}

/** The number of a dispatch; a notice has none. */
export const numberOf = (outgoing: Outgoing): number | undefined =>
  outgoing.kind === 'dispatch' ? outgoing.number : undefined;
