/** Activities of the first agents of a replication, the present and the latest, in shared memory: the agents' thread writes, another reads. */
import type { Activity, TimedEvent } from '../../src/events/inspection.ts';

/** More agents have no legible rows, more stretches no legible width. */
export const MOST_AGENTS = 40;
const MOST_STRETCHES = 1500;

const ACTIVITIES: readonly Activity[] = ['computing', 'sending', 'waiting', 'away'];
/** Numbers of a stretch: agent, activity, and the seconds of the run's clock from and to which it was at that. */
const WIDTH = 4;
/** Numbers before the stretches: their count, the clock, and for each agent its activity, from 1, and since when. */
const HEAD = 2 + 2 * MOST_AGENTS;

/** An activity of an agent; times in seconds of the run's clock. */
export interface Stretch {
  readonly agent: number;
  readonly activity: Activity;
  readonly from: number;
  readonly to: number;
}

/** A ring: the oldest stretch is overwritten. A stretch that is read while it is written may be wrong for that once. */
export class ActivityRing {
  /** of which another thread makes the same ring */
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Float64Array;

  constructor(memory = new SharedArrayBuffer(8 * (HEAD + WIDTH * MOST_STRETCHES))) {
    this.memory = memory;
    this.#numbers = new Float64Array(memory);
  }

  readonly add = (event: TimedEvent): void => {
    if (event.kind !== 'activity') return;
    const numbers = this.#numbers;
    numbers[1] = event.to;
    if (event.agent >= MOST_AGENTS) return;
    const at = HEAD + WIDTH * (numbers[0]! % MOST_STRETCHES);
    numbers[at] = event.agent;
    numbers[at + 1] = ACTIVITIES.indexOf(event.activity);
    numbers[at + 2] = event.from;
    numbers[at + 3] = event.to;
    numbers[0]!++;
  };

  /** An agent is at something from here on; it may turn out to be off in it. */
  begin(agent: number, activity: Activity, from: number): void {
    if (agent >= MOST_AGENTS) return;
    this.#numbers[2 + 2 * agent] = 1 + ACTIVITIES.indexOf(activity);
    this.#numbers[3 + 2 * agent] = from;
  }

  /** A replication begins, or begins again. */
  clear(): void {
    this.#numbers.fill(0, 0, HEAD);
  }

  /** Activities that have not ended, in agent order, up to when an agent was last done with something; not before `to`. */
  goingOn(to: number): Stretch[] {
    const numbers = this.#numbers;
    const now = Math.max(to, numbers[1]!);
    return Array.from({ length: MOST_AGENTS }, (_, agent) => agent)
      .filter((agent) => numbers[2 + 2 * agent]! > 0)
      .map((agent) => ({
        agent,
        activity: ACTIVITIES[numbers[2 + 2 * agent]! - 1]!,
        from: numbers[3 + 2 * agent]!,
        to: now,
      }));
  }

  /** Whether older stretches than {@link stretches} have been overwritten. */
  get isFull(): boolean {
    return this.#numbers[0]! >= MOST_STRETCHES;
  }

  /** Activities that have ended, the oldest first. */
  get stretches(): Stretch[] {
    const count = this.#numbers[0]!;
    return Array.from({ length: Math.min(count, MOST_STRETCHES) }, (_, k) => {
      const at = HEAD + WIDTH * ((Math.max(0, count - MOST_STRETCHES) + k) % MOST_STRETCHES);
      const [agent, activity, from, to] = this.#numbers.subarray(at, at + WIDTH) as unknown as number[];
      return { agent: agent!, activity: ACTIVITIES[activity!]!, from: from!, to: to! };
    });
  }
}
