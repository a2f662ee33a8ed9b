/** A host of agents: takes a broadcast, has all of its agents answer. */
import type { AgentProblem } from '../../src/problems/operator.ts';
import type { Message } from '../../src/algorithms/message.ts';
import type { Slots } from '../runtime/slots.ts';
import type { AgentsConfiguration, HostedAgents } from './agentsConfiguration.ts';
import { HostedActors } from './hostedActors.ts';
import type { ThreadKernels } from './threadKernels.ts';

/** The agents of one host, with their states. */
export class AgentHost {
  readonly #slots: Slots;
  readonly #actors: HostedActors;
  readonly #write: (agent: number, answer: Message) => void;

  /** @param agentProblem - gives the problem of an agent; asked for the hosted ones only */
  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    hosted: HostedAgents,
    slots: Slots,
    kernels: ThreadKernels | undefined,
  ) {
    this.#slots = slots;
    this.#write = (agent, answer) => {
      slots.writeAnswer(agent, answer);
    };
    const { dimension } = slots.shape;
    this.#actors = new HostedActors(
      agentProblem,
      configuration,
      hosted,
      dimension,
      kernels,
      (agent, stage) => {
        slots.setStatus(hosted.host, agent, stage);
      },
    );
  }

  /** Answers the broadcast that lies in the slots. */
  answer(): void {
    this.#actors.receiveAll(this.#slots.readBroadcast(), this.#write);
  }
}
