/** When a replication has diverged. */
import { squaredDistance, squaredNorm, type Vector } from '../maths/vector.ts';
import { METRICS } from './metrics/metrics.ts';
import type { RoundRecord } from './metrics/roundRecord.ts';

/** An error this many times the scale of the problem is of no use any more. */
const DIVERGED_GROWTH = 1e12;

/** Places in a record of what is measured: of all but counts and times. */
const MEASURED = METRICS.flatMap(({ counts }, at) => (counts ? [] : [at]));

/**
 * A replication has diverged in the first round t in which
 *
 * * ‖θ̄_t − θ*‖² is above 10¹² times the largest of 1, ‖θ̄_0‖², ‖θ*‖² and ‖θ̄_0 − θ*‖² (where θ* is not known,
 *   ‖θ̄_t‖² above 10¹² times the larger of 1 and ‖θ̄_0‖²), or is not a number; every round is
 *   looked at, recorded or not;
 * * or a number that is to be recorded is infinite, or is NaN and was not at the start.
 *
 * The 1 keeps a start at a root of 0 from making every fluctuation look like growth.
 */
export class DivergenceRule {
  readonly #root: Vector | undefined;
  readonly #limit: number;
  #start: RoundRecord | undefined;

  /**
   * @param initial - θ̄_0 `[d]`
   * @param root - θ* `[d]`; `undefined` where it is not known
   */
  constructor(initial: Vector, root: Vector | undefined) {
    this.#root = root;
    const scales = root ? [squaredNorm(root), squaredDistance(initial, root)] : [];
    this.#limit = DIVERGED_GROWTH * Math.max(1, squaredNorm(initial), ...scales);
  }

  /** Whether θ̄ is out of bounds. */
  isBeyond(theta: Vector): boolean {
    const size = this.#root ? squaredDistance(theta, this.#root) : squaredNorm(theta);
    // NaN is not below any limit either
    return !(size <= this.#limit);
  }

  /** Whether a number of the record has overflowed. The first record that it is shown is the start's. */
  hasOverflowed(record: RoundRecord): boolean {
    const { values: start } = (this.#start ??= record);
    return MEASURED.some((at) => {
      const value = record.values[at]!;
      return Math.abs(value) === Infinity || (Number.isNaN(value) && !Number.isNaN(start[at]));
    });
  }
}
