/** What agents were at lately, as it is shown. */
import { ActivityRing } from '../../../actors/replication/activityRing.ts';
import type { Frames } from './frames.ts';

/** The latest stretches of the first agents. */
export class GanttWindow {
  /** of the replication that is shown; its thread writes in it */
  ring = new ActivityRing();

  /**
   * The frame; `undefined` while no agent is at anything.
   *
   * @param time - of the run's clock, in seconds, where it is known better than by what agents have ended
   */
  frame(time = 0): Frames['gantt'] | undefined {
    const { stretches: over, isFull } = this.ring;
    const goingOn = this.ring.goingOn(time);
    const latest = goingOn.at(-1);
    if (latest === undefined) return undefined;
    // All agents are known from where the oldest stretch that was not overwritten begins.
    const from = isFull ? over[0]!.to : 0;
    return {
      agents: latest.agent + 1,
      from,
      to: latest.to,
      stretches: [...over, ...goingOn]
        .filter((stretch) => stretch.to > from && stretch.to > stretch.from)
        .map((stretch) => [stretch.agent, stretch.activity, stretch.from, stretch.to]),
    };
  }
}
