/** A run without noise: an algorithm's own parts, passing messages round by round, on the mean operators. */
import { copyOf, type Message, writeHead } from '../../algorithms/message.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { Vector } from '../../maths/vector.ts';
import { perform } from '../../problems/localWork.ts';
import { ExactOperator } from '../../problems/meanOperator.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import { gapOf, type RoundGap, totalOf } from '../../triggers/gaps.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { LinearParts } from '../linearParts.ts';

/** More exchanges of one round than any protocol has. */
const MOST_EXCHANGES = 100;

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
   * @throws Error where it does not end, or a part throws
   */
  advance(gap: RoundGap): void {
    const round = ++this.round;
    const { server } = this.#parts;
    const agents = this.#operators.length;
    const localSteps = totalOf(gap, agents) / agents;
    let message = server.open(round, localSteps);
    for (let exchange = 1; exchange <= MOST_EXCHANGES; exchange++) {
      const sent = message;
      const all = this.#operators.map((operator, i) => {
        const opened = exchange === 1 ? server.openTo?.(i) : undefined;
        return this.#answer(operator, i, opened ?? sent, gapOf(gap, i));
      });
      const next = server.receive({ kind: all[0]!.kind, all }, round, localSteps);
      if ('localModels' in next) return;
      message = next;
    }
    throw new Error(`round ${round} does not end within ${MOST_EXCHANGES} exchanges`);
  }

  #answer(operator: ExactOperator, agent: number, message: Message, gap: number): Message {
    const parts = this.#parts;
    // As in a run, a part may write in what it is sent, and keep it.
    const head = writeHead(copyOf(message), this.round, parts.asksForSteps(message) ? gap : 0);
    return parts.answer(agent, head, (works) => {
      for (const work of works) perform(work, operator);
    });
  }
}
