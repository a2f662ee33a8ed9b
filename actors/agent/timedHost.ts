/** A host of agents that are asked one by one, each at its own time. */
import type { AgentProblem } from '../../src/problems/operator.ts';
import type { TimedSlots } from '../timed/timedSlots.ts';
import type { AgentsConfiguration, HostedAgents } from './agentsConfiguration.ts';
import { HostedActors } from './hostedActors.ts';
import type { ThreadKernels } from './threadKernels.ts';

/** The agents of one host, with their states. */
export class TimedHost {
  readonly #slots: TimedSlots;
  readonly #hosted: HostedAgents;
  readonly #actors: HostedActors;

  /**
   * @param agentProblem - gives the problem of an agent; asked for the hosted ones only
   * @param dimension - d
   */
  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    hosted: HostedAgents,
    dimension: number,
    slots: TimedSlots,
    kernels: ThreadKernels | undefined,
  ) {
    this.#slots = slots;
    this.#hosted = hosted;
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

  /** Does what is asked, in the order asked, until told to stop. */
  serve(): void {
    for (let taken = 0; ; taken++) {
      const agent = this.#slots.next(taken >>> 0, this.#hosted);
      if (agent === undefined) return;
      this.#do(agent);
      this.#slots.complete(agent);
    }
  }

  #do(agent: number): void {
    const request = this.#slots.readRequest(agent);
    switch (request.kind) {
      case 'message':
        this.#slots.writeAnswer(agent, this.#actors.receive(agent, request.message));
        break;
      case 'notice':
        this.#actors.note(agent, request.notice);
        break;
      case 'restart':
        this.#actors.restart(agent);
    }
  }
}
