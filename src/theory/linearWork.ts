/** What agents compute on observations as a map of vectors: local steps, or sums of the operator, over stretches of observations. */
import type { AgentAct, StepScales } from '../algorithms/roundProgram.ts';
import type { Vector } from '../maths/vector.ts';
import { formForce, type LocalWork } from '../problems/localWork.ts';
import { Unfollowed } from './linearParts.ts';

/** A stretch of observations of an agent. */
export interface Stretch {
  readonly act: AgentAct;
  /** where local steps start, or the operator is gathered `[d]` */
  readonly start: Vector;
  /** what local steps add to the operator `[d]` */
  readonly force: Vector | undefined;
  readonly count: number;
}

/** What a stretch makes of its vectors: the end of local steps, or the sum of the operator. */
export type Observe = (stretch: Stretch) => Vector;

const GATHER: AgentAct = { kind: 'gather' };

/** An agent's pieces of work on one of its streams, one after another. */
export class LinearWork {
  /** what has been evaluated at an observation that is still current, and where */
  #peeked: { readonly theta: Float64Array; readonly value: Float64Array } | undefined;

  /** The vectors that are kept as long as an observation that has been evaluated is current, themselves. */
  kept(): Float64Array[] {
    return this.#peeked === undefined ? [] : [this.#peeked.theta, this.#peeked.value];
  }

  /**
   * Has a piece of work done.
   *
   * @param scales - of steps that have some
   * @throws Unfollowed where it is no map of vectors
   */
  perform(work: LocalWork, observe: Observe, scales?: StepScales): void {
    const { kind, count, stepSize, form } = work;
    const before = this.#peeked;
    const theta = work.theta.slice();
    switch (kind) {
      case 'peek':
        if (before) throw new Unfollowed('it evaluates its operator twice at one observation');
        work.value.set(observe({ act: GATHER, start: theta, force: undefined, count: 1 }));
        this.#peeked = { theta, value: work.value.slice() };
        return;
      case 'accumulate':
        // What is asked of nothing observes nothing.
        if (count === 0) {
          work.value.fill(0);
          return;
        }
        if (before)
          throw new Unfollowed('it evaluates its operator at an observation that it has evaluated elsewhere');
        work.value.set(observe({ act: GATHER, start: theta, force: undefined, count }));
        return;
      case 'each': {
        if (form === undefined) throw new Unfollowed('its agents take steps of their own (each)');
        if (before)
          throw new Unfollowed(
            'its pulled or scaled steps begin at an observation that it has evaluated before',
          );
        const { scale, rate } = form;
        if (scale !== undefined && scales === undefined)
          throw new Unfollowed('its agents take steps of their own');
        const act: AgentAct = {
          ...({ kind: 'step', stepSize } as const),
          ...(rate > 0 && { pull: rate }),
          ...(scale !== undefined && scales && { scales }),
        };
        work.theta.set(observe({ act, start: theta, force: formForce(work, form), count }));
        return;
      }
      case 'advance': {
        const act: AgentAct = { kind: 'step', stepSize };
        const force = work.corrected ? work.correction.slice() : undefined;
        if (before === undefined) {
          work.theta.set(observe({ act, start: theta, force, count }));
          return;
        }
        // The first step is at the observation that was evaluated before, at the same model: θ + η (G + c).
        if (!before.theta.every((x, j) => x === theta[j]))
          throw new Unfollowed('it evaluates its operator at one observation at two models');
        const start = theta.map((x, j) => x + stepSize * (before.value[j]! + (force?.[j] ?? 0)));
        this.#peeked = undefined;
        work.theta.set(observe({ act, start, force, count: count - 1 }));
      }
    }
  }
}
