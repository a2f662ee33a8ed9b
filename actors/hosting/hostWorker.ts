/**
 * A worker thread that hosts agents of one replication after another. It loads no more than agents
 * need: with an own thread for each agent, what a thread loads is paid for hundreds of times.
 */
import '../agent/userOutput.ts';
import type { AgentsConfiguration, HostShare } from '../agent/agentsConfiguration.ts';
import { strayError } from '../agent/strayErrors.ts';
import { ThreadHost } from './threadHost.ts';
import type { SlotsMemory } from './slots.ts';
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
export async function hostAgents({ memory, hosted, configuration }: HostTask): Promise<Error | undefined> {
  try {
    new ThreadHost(await workerResources(), configuration, hosted, memory).serve();
  } catch (error) {
    throw asError(error);
  }
  const stray = await strayError();
  return stray && asError(stray.thrown);
}
