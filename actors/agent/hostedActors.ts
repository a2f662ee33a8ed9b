/** The agents of one host: their behaviours, their states from one message to the next, and their workshop. */
import { stagedBehaviour } from '../../src/behaviours/cast.ts';
import type { StagedBehaviour } from '../../src/behaviours/stagedBehaviour.ts';
import type { AgentProblem } from '../../src/problems/operator.ts';
import type { Downlink, Notice, Uplink } from '../../src/protocol/messages.ts';
import type { AgentsConfiguration, HostedAgents } from './agentsConfiguration.ts';
import type { ThreadKernels } from './threadKernels.ts';
import { openWorkshop } from './openWorkshop.ts';
import type { Workshop, WorkshopOrder } from './workshop.ts';

/** Agents that are made one by one, and then take their messages. */
export class HostedActors {
  readonly #first: number;
  readonly #behaviours: readonly StagedBehaviour<unknown>[];
  readonly #states: unknown[];
  readonly #workshop: Workshop;

  /**
   * @param agentProblem - gives the problem of an agent; asked for the hosted ones only
   * @param dimension - d
   * @param busyWith - told before an agent is set up or computes
   */
  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    hosted: HostedAgents,
    dimension: number,
    kernels: ThreadKernels | undefined,
    busyWith: WorkshopOrder['busyWith'],
  ) {
    const { algorithm, trigger } = configuration;
    this.#first = hosted.first;
    this.#behaviours = Array.from({ length: hosted.count }, (_, k) =>
      stagedBehaviour(algorithm, trigger, hosted.first + k, dimension),
    );
    const { streams } = this.#behaviours[0]!;
    const order = { agentProblem, configuration, hosted, streams, dimension, busyWith };
    this.#workshop = openWorkshop(order, kernels);
    this.#states = this.#behaviours.map((behaviour) => behaviour.init());
  }

  /**
   * All agents take the same message, and compute side by side.
   *
   * @param answered - given the answers in agent order; their vectors are the agent's own
   */
  receiveAll(message: Downlink, answered: (agent: number, answer: Uplink) => void): void {
    const count = this.#behaviours.length;
    for (let k = 0; k < count; k++) this.#ask(k, message);
    this.#workshop.perform(0, count);
    for (let k = 0; k < count; k++) answered(this.#first + k, this.#answer(k, message));
  }

  /** The agent's answer; its vectors are the agent's own, and change with its next message. */
  receive(agent: number, message: Downlink): Uplink {
    const k = agent - this.#first;
    this.#ask(k, message);
    this.#workshop.perform(k, 1);
    return this.#answer(k, message);
  }

  /** @throws TypeError where the behaviour takes no such message */
  note(agent: number, notice: Notice): void {
    const k = agent - this.#first;
    const behaviour = this.#behaviours[k]!;
    if (!behaviour.note) throw new TypeError(`agent ${agent} takes no message of kind "${notice.kind}"`);
    behaviour.note(this.#states[k], notice);
  }

  /** The agent forgets all but its stream. */
  restart(agent: number): void {
    const k = agent - this.#first;
    this.#states[k] = this.#behaviours[k]!.init();
  }

  #ask(k: number, message: Downlink): void {
    const works = this.#workshop.works(k);
    this.#behaviours[k]!.ask(this.#states[k], message, works[0]!, works[1]);
  }

  #answer(k: number, message: Downlink): Uplink {
    const works = this.#workshop.works(k);
    return this.#behaviours[k]!.answer(this.#states[k], message, works[0]!, works[1]);
  }
}
