/** How many changes of an agent's state, absences or speeds, one question about its time may go through. */
import { ClockFailure } from '../values/failure.ts';

const MOST_CHANGES = 5_000_000;

/** Counts changes since the last question, and ends a run whose changes are too many to be gone through. */
export class Changes {
  readonly #subject: string;
  #count = 0;

  /** @param subject - changes: `absences` */
  constructor(subject: string) {
    this.#subject = subject;
  }

  /** The next question begins. */
  begin(): void {
    this.#count = 0;
  }

  /** @throws ClockFailure beyond the limit */
  add(): void {
    if (++this.#count > MOST_CHANGES)
      throw new ClockFailure(
        `an agent has more than ${MOST_CHANGES} ${this.#subject} between two of its events: the timing model’s mean seconds of them should be longer`,
      );
  }
}
