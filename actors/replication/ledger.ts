/** The server's side of the agents' ledgers: a few additions an update, and no list of events. */
import type { StalenessCount } from '../../src/events/agentAccount.ts';
import type { Selections } from '../../src/events/timedCounts.ts';
import type { Ticks } from '../../src/values/ticks.ts';
import type { Dispatch } from '../server/dispatch.ts';
import type { ServerUpdate } from '../server/serverProtocol.ts';
import type { AgentLedger } from './agentLedger.ts';
import { SelectionCount } from './selectionCount.ts';

/** With more agents there is one histogram for all. */
const MOST_HISTOGRAMS = 1_000;

/** An update, as far as it is counted. */
type Applied = Pick<ServerUpdate, 'dispatch' | 'weight' | 'staleness'>;

/** The ledgers of all agents. */
export class Ledger {
  readonly #agents: readonly AgentLedger[];
  readonly #hasRounds: boolean;
  /** of each agent, or of all, how many updates had which staleness; no elements where none had */
  readonly #histograms: readonly number[][];
  readonly #selections = new SelectionCount();
  /** when the exchange under way began */
  #opened: Ticks = 0;

  /** @param hasRounds - whether the policy has rounds, so that the server waits for answers */
  constructor(agents: readonly AgentLedger[], hasRounds: boolean) {
    this.#agents = agents;
    this.#hasRounds = hasRounds;
    const histograms = agents.length > MOST_HISTOGRAMS ? 1 : agents.length;
    this.#histograms = Array.from({ length: histograms }, (): number[] => []);
  }

  /** Counts of the exchanges that an answer closed. */
  get selections(): Selections {
    return this.#selections.total();
  }

  /** The server takes up an answer that it has not had. */
  readonly answered = (dispatch: Dispatch): void => {
    this.#selections.answered(dispatch);
  };

  /**
   * A server step has applied updates.
   *
   * @param byAnswer - whether an answer completed it
   */
  stepped(updates: readonly Applied[], time: Ticks, byAnswer: boolean): void {
    for (const { dispatch, weight, staleness } of updates) {
      // What the algorithm discards is counted among what came too late.
      if (weight === 0) continue;
      const { agent } = dispatch;
      this.#agents[agent]!.applied(weight / updates.length, staleness);
      const histogram = this.#histograms.length === 1 ? this.#histograms[0]! : this.#histograms[agent]!;
      histogram[staleness] = (histogram[staleness] ?? 0) + 1;
    }
    this.#closed(updates, time, byAnswer);
  }

  /** An exchange is over that is not the last of its round. */
  exchanged(updates: readonly Pick<ServerUpdate, 'dispatch'>[], time: Ticks, byAnswer: boolean): void {
    for (const { dispatch } of updates) this.#agents[dispatch.agent]!.applied();
    this.#closed(updates, time, byAnswer);
  }

  /** The histograms: by agent, then by staleness. */
  staleness(): StalenessCount[] {
    const isShared = this.#histograms.length < this.#agents.length;
    return this.#histograms.flatMap((histogram, agent) => {
      const counts: StalenessCount[] = [];
      // forEach leaves out what has no element.
      histogram.forEach((updates, staleness) => {
        counts.push({ agent: isShared ? -1 : agent, staleness, updates });
      });
      return counts;
    });
  }

  /** The agent whose answer the server waited for last, and what that agent was at meanwhile. */
  #closed(updates: readonly Pick<ServerUpdate, 'dispatch'>[], time: Ticks, byAnswer: boolean): void {
    const from = this.#opened;
    this.#opened = time;
    if (!byAnswer) return;
    this.#selections.closed(updates);
    const last = this.#selections.last!;
    this.#agents[last.agent]!.closed(last, this.#hasRounds ? from : undefined);
  }
}
