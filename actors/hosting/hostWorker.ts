/**
 * A worker thread that hosts agents of one replication after another: it takes what the server sends them from their slots,
 * and puts their answers there. It loads no more than agents need: with an own thread for each agent, what a thread loads
 * is paid for hundreds of times.
 */
import '../agent/userOutput.ts';
import { layoutOf } from '../../src/algorithms/messageLayout.ts';
import { AgentActors } from '../agent/agentActors.ts';
import type { AgentsConfiguration, HostShare } from '../agent/agentsConfiguration.ts';
import { strayError } from '../agent/strayErrors.ts';
import type { ThreadResources } from '../agent/threadResources.ts';
import { Barrier } from './barrier.ts';
import { HostQueues } from './hostQueues.ts';
import { hostStatusIn, Slots, type SlotsMemory } from './slots.ts';
import { asError, workerResources } from './workerProblem.ts';

export { stand } from './startGate.ts';

/** Look after these agents until stopped. */
export interface HostTask {
  readonly memory: SlotsMemory;
  readonly hosted: HostShare;
  readonly configuration: AgentsConfiguration;
}

/**
 * Task: looks after agents of one replication until stopped.
 *
 * @returns what a promise was rejected with that nobody waits for; `undefined` where none was
 */
export async function hostAgents(task: HostTask): Promise<Error | undefined> {
  try {
    serve(task, await workerResources());
  } catch (error) {
    throw asError(error);
  }
  const stray = await strayError();
  return stray && asError(stray.thrown);
}

function serve({ memory, hosted, configuration }: HostTask, threadResources: ThreadResources): void {
  const layout = layoutOf(configuration.algorithm, configuration.dimension);
  const slots = new Slots(memory, layout, hosted);
  const hostStatus = hostStatusIn(memory, hosted.host);
  const actors = new AgentActors(threadResources, configuration, hosted, hostStatus);
  if (memory.shape.atBarrier) serveAll(new Barrier(memory), actors, slots);
  else
    serveEach(new HostQueues(memory), hosted, (agent) => {
      const message = slots.inbox(agent).readOrRestart();
      if (message === undefined) actors.restart(agent);
      else if (layout.isNotice(message)) actors.note(agent, message);
      else slots.answer(agent).write(actors.receive(agent, message));
    });
}

/** Has all agents answer the messages that lie there for them. */
function serveAll(barrier: Barrier, actors: AgentActors, slots: Slots): void {
  for (let seen = barrier.next(0); seen !== undefined; seen = barrier.next(seen)) {
    const message = slots.common.read();
    const joint = actors.receiveAsOne(message);
    if (joint !== undefined) slots.writeAnswers(joint);
    else for (const answer of actors.receiveAll(message)) slots.answer(answer.agent).write(answer);
    barrier.complete();
  }
}

/** Has agents, one after another, take what lies there for each. */
function serveEach(queues: HostQueues, hosted: HostShare, take: (agent: number) => void): void {
  queues.open();
  for (let taken = 0; ; taken++) {
    const agent = queues.next(taken >>> 0, hosted);
    if (agent === undefined) return;
    take(agent);
    queues.complete(agent);
  }
}
