/** A host of agents: takes what the server sends them from their slots, and puts their answers there. */
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import type { AgentsConfiguration, HostShare } from '../agent/agentsConfiguration.ts';
import { AgentActors } from '../agent/agentActors.ts';
import type { ThreadResources } from '../agent/threadResources.ts';
import { Barrier } from './barrier.ts';
import { HostQueues } from './hostQueues.ts';
import { Slots, type SlotsMemory, hostStatusIn } from './slots.ts';

/** The agents of one host, with their states. */
export class ThreadHost {
  readonly #memory: SlotsMemory;
  readonly #hosted: HostShare;
  readonly #actors: AgentActors;
  readonly #slots: Slots;
  readonly #layout: MessageLayout;

  constructor(
    threadResources: ThreadResources,
    configuration: AgentsConfiguration,
    hosted: HostShare,
    memory: SlotsMemory,
  ) {
    this.#layout = layoutOf(configuration.algorithm, configuration.dimension);
    this.#memory = memory;
    this.#hosted = hosted;
    this.#slots = new Slots(memory, this.#layout, hosted);
    this.#actors = new AgentActors(threadResources, configuration, hosted, hostStatusIn(memory, hosted.host));
  }

  /** Has all agents answer the message that lies there for them. */
  #answerAll(): void {
    const message = this.#slots.common.read();
    const joint = this.#actors.receiveAsOne(message);
    if (joint !== undefined) this.#slots.writeAnswers(joint);
    else
      for (const answer of this.#actors.receiveAll(message)) this.#slots.answer(answer.agent).write(answer);
  }

  /** Does what there is to do, until stopped. */
  serve(): void {
    if (this.#memory.shape.atBarrier) this.#serveAll(new Barrier(this.#memory));
    else this.#serveEach(new HostQueues(this.#memory));
  }

  #serveAll(barrier: Barrier): void {
    for (let seen = barrier.next(0); seen !== undefined; seen = barrier.next(seen)) {
      this.#answerAll();
      barrier.complete();
    }
  }

  #serveEach(queues: HostQueues): void {
    queues.open();
    for (let taken = 0; ; taken++) {
      const agent = queues.next(taken >>> 0, this.#hosted);
      if (agent === undefined) return;
      const message = this.#slots.inbox(agent).readOrRestart();
      if (message === undefined) this.#actors.restart(agent);
      else if (this.#layout.isNotice(message)) this.#actors.note(agent, message);
      else this.#slots.answer(agent).write(this.#actors.receive(agent, message));
      queues.complete(agent);
    }
  }
}
