/** A run without noise: an algorithm's own parts, passing messages round by round, on the mean operators. */
import type { AgentLogic, ServerLogic } from '../../algorithms/algorithm.ts';
import { copyOf, type Message, writeHead } from '../../algorithms/message.ts';
import {
  agentLogic,
  algorithmOf,
  type ConfiguredAlgorithm,
  serverLogic,
  streamsOf,
} from '../../algorithms/parts.ts';
import type { Vector } from '../../maths/vector.ts';
import { type LocalWork, localWork, perform } from '../../problems/localWork.ts';
import { ExactOperator } from '../../problems/meanOperator.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import { gapOf, type RoundGap, totalOf } from '../../triggers/gaps.ts';
import type { RunTrigger } from '../../triggers/index.ts';

interface Agent {
  readonly part: AgentLogic;
  readonly operator: ExactOperator;
  /** one for each stream that the part works on */
  readonly works: readonly LocalWork[];
}

/** More exchanges of one round than any protocol has. */
const MOST_EXCHANGES = 100;

/** Rounds in which all agents take part, under exact sampling. */
export class NoiseFreeRun {
  readonly #server: ServerLogic;
  readonly #agents: readonly Agent[];
  /** kinds of messages that ask for a round's local steps */
  readonly #asking: ReadonlySet<string>;
  #round = 0;

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
    const dimension = initial.length;
    this.#server = serverLogic(algorithm, { agents: means.length, initial, trigger });
    this.#agents = means.map((mean, agent) => ({
      part: agentLogic(algorithm, { agent, dimension, trigger }),
      operator: new ExactOperator(mean, dimension),
      works: streamsOf(algorithm).map(() => localWork(dimension)),
    }));
    const { down } = algorithmOf(algorithm).messages;
    this.#asking = new Set(down.flatMap(({ kind, asksForSteps }) => (asksForSteps ? [kind] : [])));
  }

  /** t */
  get round(): number {
    return this.#round;
  }

  /** θ̄ `[d]` */
  get model(): Vector {
    return this.#server.model();
  }

  /**
   * One round more.
   *
   * @throws Error where it does not end, or a part throws
   */
  advance(gap: RoundGap): void {
    const round = ++this.#round;
    const localSteps = totalOf(gap, this.#agents.length) / this.#agents.length;
    let message = this.#server.open(round, localSteps);
    for (let exchange = 1; exchange <= MOST_EXCHANGES; exchange++) {
      const sent = message;
      const all = this.#agents.map((agent, i) => {
        const opened = exchange === 1 ? this.#server.openTo?.(i) : undefined;
        return this.#answer(agent, i, opened ?? sent, gapOf(gap, i));
      });
      const next = this.#server.receive({ kind: all[0]!.kind, all }, round, localSteps);
      if ('localModels' in next) return;
      message = next;
    }
    throw new Error(`round ${round} does not end within ${MOST_EXCHANGES} exchanges`);
  }

  #answer({ part, operator, works }: Agent, agent: number, message: Message, gap: number): Message {
    const [work, second] = works;
    // As in a run, a part may write in what it is sent, and keep it.
    const head = writeHead(copyOf(message), this.#round, this.#asking.has(message.kind) ? gap : 0);
    part.ask(head, work!, second!);
    for (const localWork of works) perform(localWork, operator);
    return writeHead(copyOf(part.answer(head, work!, second!)), head.round, head.localSteps, agent);
  }
}
