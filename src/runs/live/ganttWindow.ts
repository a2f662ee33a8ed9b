/** What agents were at lately, as it is shown. */
import { ActivityRing, MOST_AGENTS } from '../../../actors/replication/activityRing.ts';
import type { ReplicationView } from '../../../actors/replication/stepping.ts';
import type { Frames } from './frames.ts';

/** The latest stretches of the first agents. */
export class GanttWindow {
  /** of the replication that is shown; its thread writes in it */
  ring = new ActivityRing();
  /** rows so far: agents come up one after the other */
  #agents = 0;

  /**
   * The frame; `undefined` while nothing was heard.
   *
   * @param now - what agents are at, of which the end has not come; seconds of the run's clock
   */
  frame(now?: ReplicationView): Frames['gantt'] | undefined {
    const { stretches: over, isFull } = this.ring;
    const underWay = (now?.agents ?? []).flatMap(({ activity, since }, agent) =>
      since < now!.time ? [{ agent, activity, from: since, to: now!.time }] : [],
    );
    const stretches = [...over, ...underWay];
    const known = stretches.reduce((most, { agent }) => Math.max(most, agent + 1), now?.allAgents ?? 0);
    this.#agents = Math.max(this.#agents, Math.min(known, MOST_AGENTS));
    if (this.#agents === 0) return undefined;
    // All agents are known from where the oldest stretch that was not overwritten begins.
    const from = isFull ? over[0]!.to : 0;
    return {
      agents: this.#agents,
      from,
      to: stretches.reduce((latest, { to }) => Math.max(latest, to), 0),
      stretches: stretches
        .filter(({ to }) => to > from)
        .map((stretch) => [stretch.agent, stretch.activity, stretch.from, stretch.to]),
    };
  }
}
