/** Reports of one agent's messages and lives, for those who trace, verify or step through a replication. */
import { copyOf, type Message } from '../../src/algorithms/message.ts';
import type { MessageLayout } from '../../src/algorithms/messageLayout.ts';
import type { TimedEvent, UnusedReason } from '../../src/events/inspection.ts';
import { wholeBytes } from '../../src/measurement/metrics/messageSize.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch } from '../server/dispatch.ts';
import type { Heard } from './stepping.ts';

/** Passage of a message: `lost` where it does not arrive, `copy` where it is the second of its kind. */
export interface Passage {
  readonly sent: Ticks;
  /** when it arrives or would have; where the server's link is shared, when it comes there */
  readonly arrives: Ticks;
  readonly lost: boolean;
  readonly copy: boolean;
}

/** Listeners to reports, and what makes these. */
export interface ReportContext {
  readonly clock: Clock;
  readonly layout: MessageLayout;
  /** is called with each event; `undefined` without observers */
  readonly observe: ((event: TimedEvent) => void) | undefined;
  /** is called with arrivals */
  readonly heard: ((event: Heard) => void) | undefined;
}

/** Number under which a message is reported; a notice has none. */
export const numberOf = ({ isNotice, number }: Dispatch): number | undefined =>
  isNotice ? undefined : number;

/** Reports of one agent; nothing is made where nobody listens. */
export class AgentReports {
  readonly #agent: number;
  readonly #context: ReportContext;

  constructor(agent: number, context: ReportContext) {
    this.#agent = agent;
    this.#context = context;
  }

  /** A message is on its way. */
  message(from: 'server' | 'agent', dispatch: Dispatch, content: Message, passage: Passage): void {
    const { observe, layout } = this.#context;
    if (observe === undefined) return;
    const { sent, arrives, lost, copy } = passage;
    const flight = { sent: secondsOf(sent), arrives: secondsOf(arrives), lost, copy };
    const bytes = wholeBytes(layout.bits(content));
    observe({
      ...{ kind: 'message', from, agent: this.#agent, dispatch: numberOf(dispatch) },
      ...{ content: copyOf(content), ...flight, bytes },
    });
  }

  /** A message arrives, or would have. */
  arrival(from: 'server' | 'agent', dispatch: Dispatch, lost: boolean, copy: boolean): void {
    const agent = this.#agent;
    this.#context.heard?.({ kind: 'arrived', from, agent, dispatch: numberOf(dispatch), lost, copy });
  }

  /** The agent takes a dispatch up. */
  taken({ number: dispatch }: Dispatch): void {
    const { observe, clock } = this.#context;
    observe?.({ kind: 'taken', agent: this.#agent, dispatch, time: clock.time });
  }

  /** A message that has come is not used. */
  unused(dispatch: Dispatch, reason: UnusedReason): void {
    const { observe, clock } = this.#context;
    const about = { from: 'server', agent: this.#agent, dispatch: numberOf(dispatch) } as const;
    observe?.({ kind: 'unused', ...about, reason, time: clock.time });
  }

  /** The agent has crashed, or has returned. */
  life(kind: 'crashed' | 'returned'): void {
    const { observe, clock } = this.#context;
    observe?.({ kind, agent: this.#agent, time: clock.time });
  }
}
