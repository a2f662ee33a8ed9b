/** State of a server without rounds: every agent computes from the model that it was last sent. */
import { filter, map, type Observable, startWith, takeWhile } from 'rxjs';
import type { FreeServer } from '../../src/algorithms/algorithm.ts';
import { foldOf } from '../../src/algorithms/fold.ts';
import { bySpeech } from '../../src/algorithms/answers.ts';
import { isSilent } from '../../src/algorithms/silence.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import type { FreeStep } from '../../src/policies/policy.ts';
import { MOST_ROUNDS } from '../../src/configuration/budget.ts';
import { agentGaps } from '../../src/triggers/index.ts';
import { secondsOf } from '../../src/values/ticks.ts';
import type { Dispatch } from './dispatch.ts';
import type { Sent, ServerOptions, ServerState, ServerUpdate, Stepped } from './serverProtocol.ts';

/** Server of a policy without rounds. */
export class AsynchronousServer implements ServerState {
  readonly #options: ServerOptions;
  readonly #policy: FreeStep;
  readonly #server: FreeServer;
  readonly #fold: ReturnType<typeof foldOf>;
  readonly #gap: (round: number, agent: number) => number;
  readonly #mostVersions: number;
  version = 0;
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

  /** Once: without rounds each dispatch has local steps of its own. */
  rounds(steps: Observable<Stepped>): Observable<PolicyInput<ServerUpdate>> {
    return steps.pipe(
      startWith(undefined),
      takeWhile(() => this.version < this.#mostVersions),
      filter((_, index) => index === 0),
      map(() => ({ kind: 'ready' })),
    );
  }

  /** Always: without rounds no answer comes too late for its exchange. */
  isCurrent(): boolean {
    return true;
  }

  answered(update: ServerUpdate): void {
    if (!isSilent(update.answer)) this.#server.answered?.(update);
  }

  send(agents: readonly number[]): Sent {
    return { kind: 'sent', dispatches: agents.map((agent) => this.#dispatch(agent)) };
  }

  /** @throws TypeError always: there is no round whose messages could be sent again */
  resend(): Sent {
    throw new TypeError('a policy without rounds does not say "resend"');
  }

  step(updates: readonly ServerUpdate[], tier: number, byAnswer: boolean): Stepped {
    const { part, agents, clock } = this.#options;
    for (const update of updates) {
      const { dispatch, message } = update;
      this.#appliedSteps += message.localSteps;
      update.staleness = this.version - dispatch.version;
      update.weight = this.#policy.weight(update.staleness, secondsOf(clock.ticks - dispatch.sent));
      update.tier = tier;
    }
    this.version++;
    const startedFrom = part.model();
    const { spoken, quiet } = bySpeech(updates);
    const moves = this.#server.step(spoken, this.#fold(tier), quiet);
    // An update that the algorithm has discarded has no weight.
    moves.forEach(({ weight }, k) => {
      if (weight === 0) spoken[k]!.weight = 0;
    });
    const completed = {
      round: this.version,
      startedFrom,
      theta: part.model(),
      localModels: () => moves.map(({ model }) => model),
      origins: () => moves.map(({ origin }) => origin),
      takenIn: () => spoken.map(({ agent }) => agent),
    };
    return { kind: 'stepped', completed, updates, step: this.#appliedSteps / agents, byAnswer };
  }

  #dispatch(agent: number): Dispatch {
    const { part, layout, book } = this.#options;
    const round = this.version + 1;
    const localSteps = this.#gap(round, agent);
    const opened: Message = this.#server.open?.(agent) ?? part.open(round, localSteps);
    const message = writeHead(opened, round, layout.typeOf(opened).asksForSteps ? localSteps : 0);
    const version = this.version;
    return book.write({ agent, message, version, exchange: version });
  }
}
