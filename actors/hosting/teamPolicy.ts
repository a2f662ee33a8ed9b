/**
 * Decides whether a call of a kernel is shared among threads or made alone. The time that it takes alone is known from calls that were. What
 * shared calls save is put to account, and what they lose, to a thread that had to be woken or that had no core in the middle
 * of a chunk, is taken from there. Once the account is overdrawn, calls are made alone for several times as long as was
 * lost. So losses stay a small part of a run's time, whatever else the machine does.
 */

/** Shortest time alone, in ms, of a call that is shared: asking and waiting take a fifth of that. */
const WORTHWHILE = 0.003;
/**
 * The account, in ms: how far it may be overdrawn, which is twice what waking a thread takes; and its most, two or three time slices,
 * so that one lost core after a good time is no reason to stop, and long good times are no licence.
 */
const MOST_DEBT = 0.15;
const MOST_CREDIT = 10;
/** Time to be saved between two debts, in ms, for the second to count as a first one. */
const TRUSTED = 20;
/** For how many times the debt calls are made alone: at first, and at most, where sharing goes on to cost more than it saves. */
const LEAST_PATIENCE = 4;
const MOST_PATIENCE = 32;
/** The longest time alone, in ms: by then other work may be over. */
const LONGEST_ALONE = 200;
/** Of so many calls one is made alone and timed, since compilers and other work change what a call takes. */
const TIMED_OF_SHARED = 128;
const TIMED_OF_SMALL = 16;
/** Shares by which an estimate follows a shorter time, and a longer one, which may be a lost core and not the call. */
const DOWN = 0.5;
const UP = 0.1;

/** Decides for the calls of one thread. */
export class TeamPolicy {
  /** of each kernel, ms of one agent's step alone; 0 before the first is known */
  readonly #costs: number[] = [];
  #untilTimed = 0;
  /** when calls may be shared again, ms */
  #aloneUntil = 0;
  #patience = LEAST_PATIENCE;
  /** ms saved by sharing, less what was lost */
  #account = 0;
  /** the same since the last debt, without a most */
  #saved = 0;

  /** Expected time of a call alone, in ms. */
  expected(kernel: number, units: number): number {
    return (this.#costs[kernel] ?? 0) * units;
  }

  /** Whether the time of a call matters here: it may be shared, or its cost is to be looked at again. */
  isTimed(expected: number): boolean {
    if (expected >= WORTHWHILE) return true;
    if (this.#untilTimed-- > 0) return false;
    this.#untilTimed = TIMED_OF_SMALL;
    return true;
  }

  /** Whether a call is to be shared that begins now. */
  isShared(expected: number, now: number): boolean {
    if (expected < WORTHWHILE || now < this.#aloneUntil) return false;
    if (this.#untilTimed-- > 0) return true;
    this.#untilTimed = TIMED_OF_SHARED;
    return false;
  }

  /** A call was made alone. */
  alone(kernel: number, units: number, took: number): void {
    const known = this.#costs[kernel] ?? 0;
    const cost = took / units;
    if (known === 0) this.#costs[kernel] = cost;
    else
      this.#costs[kernel] =
        known + (cost < known ? DOWN * (cost - known) : UP * (Math.min(cost, 2 * known) - known));
  }

  /**
   * A call was shared, and ended now.
   *
   * @param alone - how much of what it took the caller computed itself: a core that the caller has lost meanwhile, it
   *   would have lost alone
   */
  shared(expected: number, took: number, alone: number, now: number): void {
    const saved = Math.max(expected - took, alone - took);
    this.#account = Math.min(this.#account + saved, MOST_CREDIT);
    this.#saved += saved;
    if (this.#account >= -MOST_DEBT) return;
    if (this.#saved > TRUSTED) this.#patience = LEAST_PATIENCE;
    this.#aloneUntil = now - Math.max(this.#patience * this.#account, -LONGEST_ALONE);
    this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
    this.#account = 0;
    this.#saved = 0;
  }
}
