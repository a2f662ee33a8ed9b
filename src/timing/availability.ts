/** When an agent is there, and how its work goes round its absences. All times are in ticks. */
import type { Ticks } from '../values/ticks.ts';
import type { Absence, Absences } from './absences.ts';
import { Changes } from './changes.ts';
import { type Pace, STEADY } from './speed.ts';

/** Of an agent that is always there. */
export const NO_ABSENCES: readonly Absence[] = [];

/** How much of some absences lies within a stretch of time. */
export function timeAway(absences: readonly Absence[], from: Ticks, to: Ticks): Ticks {
  let away = 0;
  for (const absence of absences) {
    away += Math.max(0, Math.min(to, absence.to) - Math.max(from, absence.from));
  }
  return away;
}

/**
 * The absences of one agent, drawn as far as somebody asks.
 *
 * The times asked about must not go back: what lies before the latest of them is forgotten, so that
 * memory is that of the absences ahead, not of the whole past. A span of work may reach as far ahead
 * of its start as it likes.
 */
export class Availability {
  /** absences drawn and not yet forgotten, in time order; the first may be under way */
  #absences: Absence[] = [];
  #asked = 0;
  readonly #drawn = new Changes('absences');
  readonly #next: Absences;

  constructor(absences: Absences) {
    this.#next = absences;
  }

  /**
   * The earliest time from `time` on at which the agent is there; Infinity where it does not come back.
   *
   * @throws RangeError for a time before one asked about earlier
   */
  availableFrom(time: Ticks): Ticks {
    this.#forgetBefore(time);
    const next = this.#absence(0);
    return next.from <= time ? next.to : time;
  }

  /** Whether the agent is there; the time must not be before one asked about of the others, and is not itself remembered. */
  isThere(time: Ticks): boolean {
    for (let k = 0; ; k++) {
      const { from, to } = this.#absence(k);
      if (time < from) return true;
      if (time < to) return false;
    }
  }

  /**
   * When work is done that starts at `time`, takes so long at its pace, and rests while the agent
   * is away; Infinity where it does not come back. Work that would end just as the agent leaves is done.
   *
   * @throws RangeError for a time before one asked about earlier
   */
  endOfWork(time: Ticks, duration: Ticks, pace: Pace = STEADY): Ticks {
    let at = this.availableFrom(time);
    let left = duration;
    for (let k = 0; at < Infinity; k++) {
      const next = this.#absence(k);
      if (next.from <= time) continue;
      // Asked first, so that a speed is not drawn up to an absence that is far away, or never comes.
      const end = pace.endOf(at, left);
      if (end <= next.from) return end;
      left -= pace.work(at, next.from);
      at = next.to;
    }
    return Infinity;
  }

  /** The absences that touch [from, to), cut to it; `from` no earlier than a time asked about. */
  absences(from: Ticks, to: Ticks): Absence[] {
    this.#forgetBefore(from);
    const found: Absence[] = [];
    for (let k = 0; this.#absence(k).from < to; k++) {
      const { from: start, to: end } = this.#absence(k);
      found.push({ from: Math.max(start, from), to: Math.min(end, to) });
    }
    return found;
  }

  #forgetBefore(time: Ticks): void {
    if (time < this.#asked) throw new RangeError(`availability at ${time} is asked after ${this.#asked}`);
    this.#asked = time;
    this.#drawn.begin();
    let past = 0;
    while (this.#absence(past).to <= time) {
      past++;
      if (past === this.#absences.length) {
        this.#absences.length = 0;
        past = 0;
      }
    }
    if (past > 0) this.#absences.splice(0, past);
  }

  /** The k-th absence that is not forgotten. */
  #absence(k: number): Absence {
    while (k >= this.#absences.length) {
      this.#drawn.add();
      this.#absences.push(this.#next());
    }
    return this.#absences[k]!;
  }
}
