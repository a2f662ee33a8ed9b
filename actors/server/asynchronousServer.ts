/** State of a server without rounds: every agent computes from the model that it was last sent. */
import type { FreeServer } from '../../src/algorithms/algorithm.ts';
import { foldOf } from '../../src/algorithms/fold.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { FreeStep } from '../../src/policies/policy.ts';
import { MOST_ROUNDS } from '../../src/protocol/budget.ts';
import { agentGaps } from '../../src/triggers/index.ts';
import { secondsOf } from '../../src/values/ticks.ts';
import type { Dispatch } from './dispatch.ts';
import type { AnswerUpdate, Sent, ServerOptions, ServerState, Stepped } from './serverProtocol.ts';

/** Server of a policy without rounds. */
export class AsynchronousServer implements ServerState {
  readonly #options: ServerOptions;
  readonly #policy: FreeStep;
  readonly #server: FreeServer;
  readonly #fold: ReturnType<typeof foldOf>;
  readonly #gap: (round: number, agent: number) => number;
  readonly #mostVersions: number;
  #version = 0;
  #appliedSteps = 0;

  /** @throws RangeError where the policy has rounds, the algorithm needs them, or the budget is one of local steps */
  constructor(options: ServerOptions) {
    const { part, agents, trigger, budget, seed } = options;
    const { name, free: policy } = options.policy;
    if (!policy || !part.free)
      throw new RangeError(`under ${name} an algorithm needs a server without rounds`);
    if (budget.kind === 'steps')
      throw new RangeError(`under ${name} local steps do not say how many server steps there are`);
    this.#options = options;
    this.#policy = policy;
    this.#server = part.free;
    this.#fold = foldOf(policy);
    this.#gap = agentGaps(trigger, agents, seed);
    this.#mostVersions = budget.kind === 'rounds' ? budget.rounds : MOST_ROUNDS;
  }

  /** Whether the budget has room for another server step. */
  get goesOn(): boolean {
    return this.#version < this.#mostVersions;
  }

  /** Always: without rounds no answer comes too late for its exchange. */
  isCurrent(): boolean {
    return true;
  }

  staleness(dispatch: Dispatch): number {
    return this.#version - dispatch.version;
  }

  answered({ agent, message }: Dispatch, answer: Message): void {
    this.#server.answered?.({ agent, message, answer });
  }

  send({ agents }: { readonly agents: readonly number[] }): Sent {
    return { kind: 'sent', outgoing: agents.map((agent) => this.#dispatch(agent)) };
  }

  /** @throws TypeError always: there is no round whose messages could be sent again */
  resend(): Sent {
    throw new TypeError('a policy without rounds does not say "resend"');
  }

  step({
    updates,
    tier,
    byAnswer,
  }: {
    readonly updates: readonly AnswerUpdate[];
    readonly tier: number;
    readonly byAnswer: boolean;
  }): Stepped {
    for (const { dispatch } of updates) this.#appliedSteps += dispatch.message.localSteps;
    const { ticks } = this.#options.clock;
    const applied = updates.map(({ agent, dispatch, answer }) => {
      const staleness = this.staleness(dispatch);
      const { message } = dispatch;
      const weight = this.#policy.weight(staleness, secondsOf(ticks - dispatch.sent));
      return { agent, dispatch, message, answer, weight, staleness, tier };
    });
    this.#version++;
    const { part } = this.#options;
    const startedFrom = part.model();
    const moves = this.#server.step(applied, this.#fold(tier));
    const completed = {
      round: this.#version,
      startedFrom,
      theta: part.model(),
      localModels: () => moves.map(({ model }) => model),
      origins: () => moves.map(({ origin }) => origin),
      takenIn: () => applied.map(({ agent }) => agent),
    };
    // An update that the algorithm has discarded has no weight.
    const judged = moves.some(({ weight }) => weight === 0)
      ? applied.map((update, k) => (moves[k]!.weight === 0 ? { ...update, weight: 0 } : update))
      : applied;
    const step = this.#appliedSteps / this.#options.agents;
    return { kind: 'stepped', completed, updates: judged, step, byAnswer };
  }

  #dispatch(agent: number): Dispatch {
    const { part, layout, book } = this.#options;
    const round = this.#version + 1;
    const localSteps = this.#gap(round, agent);
    const opened: Message = this.#server.open?.(agent) ?? part.open(round, localSteps);
    const message = writeHead(opened, round, layout.typeOf(opened).asksForSteps ? localSteps : 0);
    return book.write(agent, message, this.#version, this.#version, false);
  }
}
