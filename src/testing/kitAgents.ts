/** Agents of a replication on a clock whose parts and operators are given. */
import type { AgentsOnClock } from '../../actors/hosting/agentGroup.ts';
import type { Message } from '../algorithms/message.ts';
import type { AgentKit } from './agentKit.ts';

/** Parts that compute when they are asked; each message is checked to be left as it is. */
export class KitAgents implements AgentsOnClock {
  readonly #kitOf: (agent: number) => AgentKit;
  readonly #kits: AgentKit[];

  /** @param kitOf - makes an agent's kit, its part in its first state, its stream where it was */
  constructor(agents: number, kitOf: (agent: number) => AgentKit) {
    this.#kitOf = kitOf;
    this.#kits = Array.from({ length: agents }, (_, agent) => kitOf(agent));
  }

  start(agent: number, message: Message): void {
    this.#kits[agent]!.receive(message);
  }

  note(agent: number, notice: Message): void {
    this.#kits[agent]!.note(notice);
  }

  restart(agent: number): void {
    this.#kits[agent] = this.#kitOf(agent);
  }

  take(agent: number): Message {
    return this.#kits[agent]!.answer;
  }
}
