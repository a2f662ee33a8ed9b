/** Counts how often order at equal times decides whose answers an exchange has. */
import type { Selections } from '../../src/events/timedCounts.ts';
import type { Dispatch } from '../server/dispatch.ts';

/**
 * The exchanges of a replication, as the server takes answers up one after the other. Whether order decided is known
 * when all answers of a moment have been taken up: each of them that is in another exchange could have been in this one.
 * An answer that came too late for any could have been if it was meant for this one.
 */
export class SelectionCount {
  /** the answers of the moment, in the order in which they were taken up */
  readonly #answers: Dispatch[] = [];
  /** that the last answer has closed, with how many of their answers came at its moment */
  readonly #exchanges: { readonly exchange: number; readonly together: number }[] = [];
  #closed = 0;
  #tied = 0;

  /** The last answer that the server took up; `undefined` before the first. */
  get last(): Dispatch | undefined {
    return this.#answers.at(-1);
  }

  /** The server takes up an answer that it has not had. */
  answered(dispatch: Dispatch): void {
    const { last } = this;
    if (last !== undefined && !isTogether(last, dispatch)) this.#settle();
    this.#answers.push(dispatch);
  }

  /** The last answer has closed an exchange with the answers of these. */
  closed(updates: readonly { readonly dispatch: Dispatch }[]): void {
    this.#closed++;
    const last = this.last!;
    let together = 0;
    for (const { dispatch } of updates) if (isTogether(dispatch, last)) together++;
    // A policy may close an exchange of other answers when one comes.
    if (together > 0) this.#exchanges.push({ exchange: last.exchange, together });
  }

  /** All exchanges so far. */
  total(): Selections {
    this.#settle();
    return { closed: this.#closed, tied: this.#tied };
  }

  #settle(): void {
    // Most moments have one answer: there was no other to be taken instead.
    if (this.#exchanges.length > 0 && this.#answers.length > 1) {
      const late = this.#answers.filter(({ accepted }) => !accepted);
      const accepted = this.#answers.length - late.length;
      for (const { exchange, together } of this.#exchanges)
        if (accepted > together || late.some((dispatch) => dispatch.exchange === exchange)) this.#tied++;
    }
    this.#exchanges.length = 0;
    this.#answers.length = 0;
  }
}

const isTogether = (first: Dispatch, second: Dispatch): boolean =>
  first.arrived === second.arrived && first.depth === second.depth;
