/**
 * What an agent computes in answer to a message: work on its observation stream, written down
 * first and done afterwards. So whoever hosts many agents can do the work of all of them in one go.
 */
import { copyInto, type Vector } from '../maths/vector.ts';
import type { LocalOperator } from './operator.ts';

/** The three things that a {@link LocalOperator} does, under the same names. */
export type WorkKind = 'advance' | 'peek' | 'accumulate';

/** One piece of work at a time, with the vectors it is done in. */
export class LocalWork {
  kind: WorkKind = 'peek';
  /** η of the local steps */
  stepSize = 0;
  /** whether the local steps have a correction c */
  corrected = false;
  /** how many observations are used up */
  count = 0;
  /** θ `[d]`: where the work starts, and where local steps end */
  readonly theta: Float64Array;
  /** c `[d]` */
  readonly correction: Float64Array;
  /** `[d]`: G(θ, o), or the sum of G over observations */
  readonly value: Float64Array;

  /** The vectors may lie in memory that a kernel computes in. */
  constructor(theta: Float64Array, correction: Float64Array, value: Float64Array) {
    this.theta = theta;
    this.correction = correction;
    this.value = value;
  }

  /** Asks for `count` local steps `θ ← θ + η (G(θ, o) + c)` from the given θ. */
  advance(theta: Vector, stepSize: number, correction: Vector | undefined, count: number): void {
    this.kind = 'advance';
    this.stepSize = stepSize;
    this.count = count;
    this.corrected = correction !== undefined;
    copyInto(this.theta, theta);
    if (correction !== undefined) copyInto(this.correction, correction);
  }

  /** Asks for G(θ, o) at the current observation, which stays current. */
  peek(theta: Vector): void {
    this.kind = 'peek';
    this.count = 0;
    copyInto(this.theta, theta);
  }

  /** Asks for the sum of G(θ, o) over the next `count` observations, at a fixed θ. */
  accumulate(theta: Vector, count: number): void {
    this.kind = 'accumulate';
    this.count = count;
    copyInto(this.theta, theta);
  }
}

/** Work in memory of its own. */
export function localWork(dimension: number): LocalWork {
  const vector = (): Float64Array => new Float64Array(dimension);
  return new LocalWork(vector(), vector(), vector());
}

/** Does the work on an operator. */
export function perform(work: LocalWork, operator: LocalOperator): void {
  switch (work.kind) {
    case 'advance':
      operator.advance(work.theta, work.stepSize, work.corrected ? work.correction : undefined, work.count);
      break;
    case 'peek':
      operator.peek(work.theta, work.value);
      break;
    case 'accumulate':
      operator.accumulate(work.theta, work.count, work.value);
  }
}
