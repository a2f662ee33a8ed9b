/** State of a server with rounds: the algorithm's server part is given the answers that the policy collects. */
import { map, type Observable, startWith, takeWhile } from 'rxjs';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import { gapOf, type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import type { Dispatch } from './dispatch.ts';
import type { Exchanged, Sent, ServerOptions, ServerState, ServerUpdate, Stepped } from './serverProtocol.ts';
import { ServerRounds } from './serverRounds.ts';
import { plannedGaps } from './trigger.ts';

/** Server of a policy with rounds. */
export class RoundServer implements ServerState {
  readonly #options: ServerOptions;
  readonly #rounds: ServerRounds;
  version = 0;
  #exchange = 0;
  #gap: RoundGap = 0;
  #appliedSteps = 0;
  /** messages of the open round, one for each exchange */
  #messages: Message[] = [];
  /** of the last round, for the agents that took part in it */
  #notice: Message | undefined;
  #participants: readonly number[] = [];
  #isOpen = false;
  /** agents that have lost the state which earlier exchanges of this round left with them */
  readonly #forgetful = new Set<number>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#rounds = new ServerRounds(options.part, options.layout);
  }

  rounds(steps: Observable<Stepped>): Observable<PolicyInput<ServerUpdate>> {
    const planned = plannedGaps(this.#options);
    return steps.pipe(
      startWith(undefined),
      map(() => planned(this.version + 1, this.#appliedSteps)),
      takeWhile((gap) => gap !== undefined),
      map((gap) => {
        this.#gap = gap;
        return { kind: 'ready' };
      }),
    );
  }

  isCurrent(dispatch: Dispatch): boolean {
    return dispatch.exchange === this.#exchange;
  }

  returned(agent: number): void {
    this.#forgetful.add(agent);
  }

  send(agents: readonly number[], abandon: boolean): Sent {
    if (this.#isOpen) {
      const dispatches = agents.flatMap((agent) =>
        this.#forgetful.has(agent) ? this.#wholeRound(agent) : [this.#dispatch(agent)],
      );
      return { kind: 'sent', dispatches };
    }
    this.#open();
    const dispatches = agents.map((agent) => this.#dispatch(agent, abandon));
    const notice = this.#notice;
    if (notice === undefined) return { kind: 'sent', dispatches };
    return { kind: 'sent', dispatches: [...this.#notices(notice, agents), ...dispatches] };
  }

  resend(agent: number): Sent {
    return { kind: 'sent', dispatches: this.#wholeRound(agent) };
  }

  step(updates: readonly ServerUpdate[], _tier: number, byAnswer: boolean): Stepped | Exchanged {
    const out = this.#rounds.receive(updates.map(({ answer }) => answer));
    if (!('localModels' in out)) {
      this.#exchange++;
      this.#messages.push(out);
      return { kind: 'exchanged', updates, byAnswer };
    }
    for (const update of updates) {
      this.#appliedSteps += update.message.localSteps;
      update.staleness = this.version - update.dispatch.version;
      update.weight = 1;
    }
    this.#participants = updates.map(({ agent }) => agent);
    this.#isOpen = false;
    this.version++;
    const step = this.#appliedSteps / this.#options.agents;
    const participants = this.#participants;
    const completed = { takenIn: () => participants, ...out };
    return { kind: 'stepped', completed, updates, step, byAnswer };
  }

  #open(): void {
    const { part, agents } = this.#options;
    this.#exchange++;
    this.#notice = part.notice && writeHead(part.notice(), this.version, 0);
    this.#messages = [this.#rounds.open(this.version + 1, totalOf(this.#gap, agents) / agents)];
    this.#isOpen = true;
    this.#forgetful.clear();
  }

  /** Writes down the notice for each agent that took part in the last round and is not in this one. */
  #notices(message: Message, chosen: readonly number[]): Dispatch[] {
    const included = new Set(chosen);
    const sent = { message, version: this.version, exchange: this.#exchange, isNotice: true };
    return this.#participants
      .filter((agent) => !included.has(agent))
      .map((agent) => this.#options.book.write({ agent, ...sent }));
  }

  /** Writes down all messages of the open round. */
  #wholeRound(agent: number): Dispatch[] {
    return this.#messages.map((_, at) => this.#dispatch(agent, false, at));
  }

  /** Writes down one of the round's messages, as a rule the newest. */
  #dispatch(agent: number, abandon = false, at = this.#messages.length - 1): Dispatch {
    const broadcast = this.#messages[at]!;
    const common = at === 0 ? this.#rounds.openTo(agent, broadcast) : broadcast;
    const gap = this.#gap;
    const message =
      typeof gap === 'number' || common.localSteps === 0
        ? common
        : { ...common, localSteps: gapOf(gap, agent) };
    const exchange = this.#exchange - this.#messages.length + 1 + at;
    const version = this.version;
    const notice = this.#notice;
    return this.#options.book.write({ agent, message, version, exchange, abandon, notice });
  }
}
