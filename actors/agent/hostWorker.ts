/**
 * A worker thread that hosts agents of one replication after another. It loads no more than agents
 * need: with an own thread for each agent, what a thread loads is paid for hundreds of times.
 */
import { wireOf } from '../../src/protocol/wire.ts';
import { Slots, type SlotsMemory } from '../runtime/slots.ts';
import { AgentHost } from './agentHost.ts';
import type { AgentsConfiguration, HostedAgents } from './agentsConfiguration.ts';
import { TimedSlots } from '../timed/timedSlots.ts';
import { TimedHost } from './timedHost.ts';
import { agentProblems, asError, kernels } from './workerProblem.ts';

/** Look after these agents until told to stop. */
export interface HostTask {
  readonly memory: SlotsMemory;
  readonly hosted: HostedAgents;
  readonly configuration: AgentsConfiguration;
}

/** Task: looks after agents of one replication, exchange after exchange, until told to stop. */
export async function hostAgents({ memory, hosted, configuration }: HostTask): Promise<void> {
  try {
    const problems = await agentProblems();
    const slots = new Slots(memory, wireOf(configuration.algorithm), hosted.first, hosted.count);
    const host = new AgentHost(problems, configuration, hosted, slots, kernels());
    for (
      let exchange = slots.awaitExchange(0);
      exchange !== undefined;
      exchange = slots.awaitExchange(exchange)
    ) {
      host.answer();
      slots.complete();
    }
  } catch (error) {
    throw asError(error);
  }
}

/** Task: looks after agents of one timed replication, each asked by itself, until told to stop. */
export async function hostTimedAgents({ memory, hosted, configuration }: HostTask): Promise<void> {
  try {
    const problems = await agentProblems();
    const slots = new TimedSlots(memory, wireOf(configuration.algorithm), hosted.first, hosted.count);
    const { dimension } = memory.shape;
    new TimedHost(problems, configuration, hosted, dimension, slots, kernels()).serve();
  } catch (error) {
    throw asError(error);
  }
}
