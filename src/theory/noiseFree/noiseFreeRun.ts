/** A run without noise: an algorithm's own parts, passing messages round by round, on the mean operators. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { Vector } from '../../maths/vector.ts';
import { perform } from '../../problems/localWork.ts';
import { ExactOperator } from '../../problems/meanOperator.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import { gapOf, type RoundGap, totalOf } from '../../triggers/gaps.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { LinearParts } from '../linearParts.ts';

/** Rounds in which all agents take part, under exact sampling. */
export class NoiseFreeRun {
  /** t */
  round = 0;
  readonly #parts: LinearParts;
  readonly #operators: readonly ExactOperator[];

  /**
   * @param means - Ḡ_i, in agent order
   * @param initial - θ̄_0 `[d]`
   */
  constructor(
    algorithm: ConfiguredAlgorithm,
    means: readonly MeanOperator[],
    initial: Vector,
    trigger: RunTrigger,
  ) {
    const start = Float64Array.from(initial);
    this.#parts = new LinearParts({
      ...{ algorithm, agents: means.length, trigger, initial: start, fold: undefined },
    });
    this.#operators = means.map((mean) => new ExactOperator(mean, initial.length));
  }

  /** θ̄ `[d]` */
  get model(): Vector {
    return this.#parts.server.model();
  }

  /**
   * One round more.
   *
   * @returns of each of its exchanges whether it asks for local steps
   * @throws Unfollowed where it does not end, or a part throws
   */
  advance(gap: RoundGap): boolean[] {
    const agents = this.#operators.length;
    return this.#parts.round(
      ++this.round,
      totalOf(gap, agents) / agents,
      [...this.#operators.keys()],
      (works, agent) => {
        for (const work of works) perform(work, this.#operators[agent]!);
      },
      (agent) => gapOf(gap, agent),
    );
  }
}
