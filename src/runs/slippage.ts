/** How far a run on the wall clock fell behind its timing model: what `--strict` reports. */
import type { ClockEvent } from '../events/inspection.ts';
import { scientific } from '../values/numbers.ts';

/** What was found. */
export interface Slippage {
  /** seconds by which an event may be late unsaid */
  readonly tolerance: number;
  /** events of the run, and those later than that */
  readonly events: number;
  readonly late: number;
  /** seconds by which the latest was late; 0 without events */
  readonly worst: number;
}

/** Counts late events. */
export class SlippageCount {
  readonly #tolerance: number;
  #events = 0;
  #late = 0;
  #worst = 0;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  add({ time, due }: Pick<ClockEvent, 'time' | 'due'>): void {
    const slip = time - due;
    this.#events++;
    if (slip > this.#tolerance) this.#late++;
    this.#worst = Math.max(this.#worst, slip);
  }

  get result(): Slippage {
    return { tolerance: this.#tolerance, events: this.#events, late: this.#late, worst: this.#worst };
  }
}

/** It in one line. */
export function slippageLine({ tolerance, events, late, worst }: Slippage): string {
  const worstText = `the latest by ${scientific(worst, 2)} s`;
  return late === 0
    ? `Real time kept up with the timing model: none of ${events} events came more than ${tolerance} s late, ${worstText}.`
    : `Real time fell behind the timing model: ${late} of ${events} events came more than ${tolerance} s late, ${worstText}.`;
}
