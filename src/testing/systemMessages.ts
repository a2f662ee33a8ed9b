/** The messages of a timed run as its parties see them, out of what was reported of it. */
import type { TimedEvent, UnusedReason } from '../events/inspection.ts';
import type { Message } from '../algorithms/message.ts';
import type { TimedLog } from './timedLog.ts';

/** The server, or an agent by its number. */
export type Party = 'server' | number;

/** A message that arrives. */
export interface ArrivedMessage {
  readonly from: Party;
  readonly to: Party;
  readonly kind: string;
  /** number of the dispatch that it is or answers, 1, 2, … for each agent; none for a notice */
  readonly dispatch: number | undefined;
  readonly content: Message;
  readonly sent: number;
  readonly arrives: number;
  /** whether it is the second copy of a message */
  readonly copy: boolean;
}

/** A message that came to nothing: lost on its way, or of no use when it arrived. */
export interface DeadLetter {
  readonly from: Party;
  readonly to: Party;
  readonly dispatch: number | undefined;
  readonly reason: 'lost' | UnusedReason;
  readonly time: number;
}

/** When the last server step was, or, in a run that came to a halt, the last thing that happened. */
export function endOf({ events, records, outcome }: TimedLog): number {
  if (outcome.kind === 'completed') return records.at(-1)!.time;
  let end = records.at(-1)!.time;
  for (const event of events) {
    const time = event.kind === 'message' ? event.arrives : event.kind === 'activity' ? event.to : event.time;
    end = Math.max(end, time);
  }
  return end;
}

function partiesOf(event: { readonly from: 'server' | 'agent'; readonly agent: number }): {
  from: Party;
  to: Party;
} {
  return event.from === 'server' ? { from: 'server', to: event.agent } : { from: event.agent, to: 'server' };
}

/** The message, where it arrives by the end of the run. */
export function arrivalOf(event: TimedEvent, end: number): ArrivedMessage[] {
  if (event.kind !== 'message' || event.lost || event.arrives > end) return [];
  const { dispatch, content, sent, arrives, copy } = event;
  return [{ ...partiesOf(event), kind: content.kind, dispatch, content, sent, arrives, copy }];
}

/** What is said here of a message that came to nothing, if anything. */
export function deadLetterOf(event: TimedEvent, end: number): DeadLetter[] {
  if (event.kind === 'unused') {
    const { dispatch, reason, time } = event;
    return [{ ...partiesOf(event), dispatch, reason, time }];
  }
  if (event.kind !== 'message' || !event.lost || event.arrives > end) return [];
  return [{ ...partiesOf(event), dispatch: event.dispatch, reason: 'lost', time: event.arrives }];
}

/** A party in words. */
export const nameOf = (party: Party): string => (party === 'server' ? 'the server' : `agent ${party}`);

/** A message in words, with when it arrives. */
export const wordsOf = ({ kind, from, to, arrives }: ArrivedMessage): string =>
  `one of kind "${kind}" from ${nameOf(from)} to ${nameOf(to)} at ${arrives} s`;
