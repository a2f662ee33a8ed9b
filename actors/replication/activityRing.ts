/** The latest activities of the first agents of a replication, in shared memory: the agents' thread writes, another reads. */
import type { Activity, TimedEvent } from '../../src/events/inspection.ts';

/** More agents have no legible rows, more stretches no legible width. */
export const MOST_AGENTS = 40;
const MOST_STRETCHES = 1500;

const ACTIVITIES: readonly Activity[] = ['computing', 'sending', 'waiting', 'away'];
/** Numbers of a stretch: agent, activity, and the seconds of the run's clock from and to which it was at that. */
const WIDTH = 4;

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
  /** how many have been written, then the stretches */
  readonly #numbers: Float64Array;

  constructor(memory = new SharedArrayBuffer(8 * (1 + WIDTH * MOST_STRETCHES))) {
    this.memory = memory;
    this.#numbers = new Float64Array(memory);
  }

  readonly add = (event: TimedEvent): void => {
    if (event.kind !== 'activity' || event.agent >= MOST_AGENTS) return;
    const numbers = this.#numbers;
    const at = 1 + WIDTH * (numbers[0]! % MOST_STRETCHES);
    numbers[at] = event.agent;
    numbers[at + 1] = ACTIVITIES.indexOf(event.activity);
    numbers[at + 2] = event.from;
    numbers[at + 3] = event.to;
    numbers[0]!++;
  };

  /** A replication begins, or begins again. */
  clear(): void {
    this.#numbers[0] = 0;
  }

  /** Whether older stretches than {@link stretches} have been overwritten. */
  get isFull(): boolean {
    return this.#numbers[0]! >= MOST_STRETCHES;
  }

  /** The oldest first. */
  get stretches(): Stretch[] {
    const count = this.#numbers[0]!;
    return Array.from({ length: Math.min(count, MOST_STRETCHES) }, (_, k) => {
      const at = 1 + WIDTH * ((Math.max(0, count - MOST_STRETCHES) + k) % MOST_STRETCHES);
      const [agent, activity, from, to] = this.#numbers.subarray(at, at + WIDTH) as unknown as number[];
      return { agent: agent!, activity: ACTIVITIES[activity!]!, from: from!, to: to! };
    });
  }
}
