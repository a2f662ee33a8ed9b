/** What agents were at lately, in bounded room. */
import type { ReplicationView, Watching } from '../../../actors/replication/stepping.ts';
import type { Activity } from '../../protocol/inspection.ts';
import type { Frames } from './frames.ts';

/** More agents have no legible rows, more stretches no legible width. */
const MOST_AGENTS = 40;
const MOST_STRETCHES = 1500;

/** What is kept of an activity. */
interface Stretch {
  readonly agent: number;
  readonly activity: Activity;
  readonly from: number;
  readonly to: number;
}

/** The latest stretches of the first agents. */
export class GanttWindow {
  /** a ring: the oldest is overwritten */
  #ring: Stretch[] = [];
  #next = 0;
  #agents = 0;

  readonly heard: Watching = (event) => {
    if (event.kind !== 'activity' || event.agent >= MOST_AGENTS) return;
    const { agent, activity, from, to } = event;
    this.#agents = Math.max(this.#agents, agent + 1);
    this.#ring[this.#next] = { agent, activity, from, to };
    this.#next = (this.#next + 1) % MOST_STRETCHES;
  };

  /** A replication begins, or begins again. */
  clear(): void {
    this.#ring = [];
    this.#next = 0;
  }

  /**
   * The frame; `undefined` where nothing was heard.
   *
   * @param now - what agents are at, of which the end has not come; seconds of the run's clock
   */
  frame(now?: ReplicationView): Frames['gantt'] | undefined {
    const open = (now?.agents ?? [])
      .slice(0, MOST_AGENTS)
      .flatMap(({ activity, since }, agent) =>
        since < now!.time ? [{ agent, activity, from: since, to: now!.time }] : [],
      );
    const stretches = [...this.#ring, ...open];
    if (stretches.length === 0) return undefined;
    // All agents are known from where the oldest stretch that was not overwritten begins.
    const isFull = this.#ring.length === MOST_STRETCHES;
    const from = isFull ? this.#ring[this.#next]!.to : 0;
    const to = stretches.reduce((latest, one) => Math.max(latest, one.to), 0);
    return {
      agents: Math.max(this.#agents, Math.min(now?.agents.length ?? 0, MOST_AGENTS)),
      from,
      to,
      stretches: stretches
        .filter((one) => one.to > from)
        .map((one) => [one.agent, one.activity, one.from, one.to]),
    };
  }
}
