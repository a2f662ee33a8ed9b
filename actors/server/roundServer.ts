/** State of a server with rounds: the algorithm's server part is given the answers that the policy collects. */
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import { gapOf, type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import type { Dispatch, Outgoing } from './dispatch.ts';
import type { AnswerUpdate, Exchanged, Sent, ServerOptions, ServerState, Stepped } from './serverProtocol.ts';
import { ServerRounds } from './serverRounds.ts';
import type { ReadyRound } from './trigger.ts';

/** Server of a policy with rounds. */
export class RoundServer implements ServerState {
  readonly #options: ServerOptions;
  readonly #rounds: ServerRounds;
  #version = 0;
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

  /** The next round, with the local steps of all agents before it. */
  get upcoming(): ReadyRound {
    return { round: this.#version + 1, steps: this.#appliedSteps };
  }

  /** Sets the local steps of the next round. */
  plan(gap: RoundGap): void {
    this.#gap = gap;
  }

  isCurrent(dispatch: Dispatch): boolean {
    return dispatch.exchange === this.#exchange;
  }

  staleness(dispatch: Dispatch): number {
    return this.#version - dispatch.version;
  }

  returned(agent: number): void {
    this.#forgetful.add(agent);
  }

  send({ agents, abandon }: { readonly agents: readonly number[]; readonly abandon: boolean }): Sent {
    const outgoing: Outgoing[] = [];
    if (this.#isOpen) {
      for (const agent of agents) {
        if (this.#forgetful.has(agent)) this.#addRound(outgoing, agent);
        else outgoing.push(this.#dispatch(agent));
      }
      return { kind: 'sent', outgoing };
    }
    this.#open();
    if (this.#notice !== undefined) this.#addNotices(outgoing, this.#notice, agents);
    for (const agent of agents) outgoing.push(this.#dispatch(agent, abandon));
    return { kind: 'sent', outgoing };
  }

  resend(agent: number): Sent {
    const outgoing: Outgoing[] = [];
    this.#addRound(outgoing, agent);
    return { kind: 'sent', outgoing };
  }

  step({
    updates,
    byAnswer,
  }: {
    readonly updates: readonly AnswerUpdate[];
    readonly byAnswer: boolean;
  }): Stepped | Exchanged {
    const out = this.#rounds.receive(updates.map(({ answer }) => answer));
    if (!('localModels' in out)) {
      this.#exchange++;
      this.#messages.push(out);
      return { kind: 'exchanged', updates, byAnswer };
    }
    const applied = updates.map(({ dispatch, answer }) => {
      this.#appliedSteps += dispatch.message.localSteps;
      return { dispatch, answer, weight: 1, staleness: this.staleness(dispatch) };
    });
    this.#participants = updates.map(({ agent }) => agent);
    this.#isOpen = false;
    this.#version++;
    const step = this.#appliedSteps / this.#options.agents;
    const participants = this.#participants;
    const completed = { ...out, takenIn: () => participants };
    return { kind: 'stepped', completed, updates: applied, step, byAnswer };
  }

  #open(): void {
    const { part, agents } = this.#options;
    this.#exchange++;
    this.#notice = part.notice && writeHead(part.notice(), this.#version, 0);
    this.#messages = [this.#rounds.open(this.#version + 1, totalOf(this.#gap, agents) / agents)];
    this.#isOpen = true;
    this.#forgetful.clear();
  }

  /** Adds the notice for each agent that took part in the last round and is not in this one. */
  #addNotices(outgoing: Outgoing[], message: Message, chosen: readonly number[]): void {
    const included = new Set(chosen);
    for (const agent of this.#participants)
      if (!included.has(agent)) outgoing.push({ kind: 'notice', agent, message });
  }

  /** Adds all messages of the open round. */
  #addRound(outgoing: Outgoing[], agent: number): void {
    for (let at = 0; at < this.#messages.length; at++) outgoing.push(this.#dispatch(agent, false, at));
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
    return this.#options.book.write(agent, message, this.#version, exchange, abandon, this.#notice);
  }
}
