/** Counts of each agent's contribution to a timed run: a few additions an update, and no list of events. */
import type { AgentContribution, StalenessCount } from '../../src/protocol/agentAccount.ts';
import type { Selections } from '../../src/protocol/timedCounts.ts';
import { timeAway } from '../../src/timing/availability.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import type { Dispatch } from '../server/dispatch.ts';
import type { AnswerUpdate, AppliedUpdate } from '../server/serverProtocol.ts';
import { SelectionCount } from './selectionCount.ts';

/** With more agents there is one histogram for all. */
const MOST_HISTOGRAMS = 1_000;

/** An agent's part so far, its times in ticks. */
type Tally = { -readonly [Count in keyof Omit<AgentContribution, 'critical'>]: number } & {
  readonly critical: { -readonly [Activity in keyof AgentContribution['critical']]: number };
};

const newTally = (): Tally => ({
  taken: 0,
  contribution: 0,
  totalStaleness: 0,
  largestStaleness: 0,
  closed: 0,
  critical: { computing: 0, sending: 0, receiving: 0, away: 0 },
});

/** Staleness from here on is rare, and counted in a map. */
const MOST_COUNTERS = 1_024;

/** Numbers of updates by staleness. */
class Histogram {
  #counters = new Float64Array(16);
  readonly #rare = new Map<number, number>();

  add(staleness: number): void {
    if (staleness >= MOST_COUNTERS) {
      this.#rare.set(staleness, (this.#rare.get(staleness) ?? 0) + 1);
      return;
    }
    if (staleness >= this.#counters.length) {
      const more = new Float64Array(2 ** Math.ceil(Math.log2(staleness + 1)));
      more.set(this.#counters);
      this.#counters = more;
    }
    this.#counters[staleness]!++;
  }

  /** Staleness with its number of updates, ascending. */
  counts(): [number, number][] {
    const common = [...this.#counters.entries()].filter(([, updates]) => updates > 0);
    return [...common, ...[...this.#rare].sort(([a], [b]) => a - b)];
  }
}

/** The server's side of the agents' accounts. */
export class Accounts {
  readonly #tallies: readonly Tally[];
  readonly #hasRounds: boolean;
  readonly #histograms: readonly Histogram[];
  readonly #selections = new SelectionCount();
  /** when the exchange under way began */
  #opened: Ticks = 0;

  /** @param hasRounds - whether the policy has rounds, so that the server waits for answers */
  constructor(agents: number, hasRounds: boolean) {
    this.#tallies = Array.from({ length: agents }, newTally);
    this.#hasRounds = hasRounds;
    const histograms = agents > MOST_HISTOGRAMS ? 1 : agents;
    this.#histograms = Array.from({ length: histograms }, () => new Histogram());
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
   * A server step has taken updates in.
   *
   * @param byAnswer - whether an answer completed it
   */
  stepped(updates: readonly AppliedUpdate[], time: Ticks, byAnswer: boolean): void {
    const counts = this.#histograms;
    for (const { dispatch, weight, staleness } of updates) {
      // What the algorithm discards is counted among what came too late.
      if (weight === 0) continue;
      const tally = this.#tallies[dispatch.agent]!;
      tally.taken++;
      tally.contribution += weight / updates.length;
      tally.totalStaleness += staleness;
      if (staleness > tally.largestStaleness) tally.largestStaleness = staleness;
      const histogram = counts.length === 1 ? counts[0]! : counts[dispatch.agent]!;
      histogram.add(staleness);
    }
    this.#closed(updates, time, byAnswer);
  }

  /** An exchange is over that is not the last of its round. */
  exchanged(updates: readonly AnswerUpdate[], time: Ticks, byAnswer: boolean): void {
    for (const { agent } of updates) this.#tallies[agent]!.taken++;
    this.#closed(updates, time, byAnswer);
  }

  /** An agent's part. */
  forAgent(agent: number): AgentContribution {
    const { critical, ...counts } = this.#tallies[agent]!;
    const { computing, sending, receiving, away } = critical;
    return {
      ...counts,
      critical: {
        computing: secondsOf(computing),
        sending: secondsOf(sending),
        receiving: secondsOf(receiving),
        away: secondsOf(away),
      },
    };
  }

  /** The histograms: by agent, then by staleness. */
  staleness(): StalenessCount[] {
    const isShared = this.#histograms.length < this.#tallies.length;
    return this.#histograms.flatMap((histogram, agent) =>
      histogram
        .counts()
        .map(([staleness, updates]) => ({ agent: isShared ? -1 : agent, staleness, updates })),
    );
  }

  /** The agent whose answer the server waited for last, and what that agent was at meanwhile. */
  #closed(updates: readonly (AnswerUpdate | AppliedUpdate)[], time: Ticks, byAnswer: boolean): void {
    const from = this.#opened;
    this.#opened = time;
    if (!byAnswer) return;
    this.#selections.closed(updates);
    const last = this.#selections.last!;
    const tally = this.#tallies[last.agent]!;
    tally.closed++;
    if (!this.#hasRounds) return;
    const { critical } = tally;
    const { sent, received, takenUp, finished, arrived, absences } = last;
    // Of an answer that was carried over, what lies in this round counts.
    const within = (begin: Ticks, end: Ticks): Ticks => Math.max(0, end - Math.max(begin, from));
    critical.receiving += within(sent, received);
    critical.computing += within(takenUp, finished) - timeAway(absences, Math.max(takenUp, from), finished);
    critical.away += timeAway(absences, Math.max(received, from), finished);
    critical.sending += within(finished, arrived);
  }
}
