/** Where the agents of a run live. */
import { availableParallelism } from 'node:os';
import type { RunConfiguration } from '../../src/protocol/configuration.ts';
import { ownValues } from '../../src/protocol/ownValues.ts';
import type { RemoteHost } from '../cluster/remoteCohort.ts';
import type { ResolvedPlacement } from '../../src/protocol/inspection.ts';

/** Up to this many agents get a thread each by default; a thread costs some 8 MB and 30 ms. */
const MOST_OWN_THREADS = 32;

/** From this many replications a thread on, whole replications per thread beat agents per thread. */
const REPLICATIONS_PER_THREAD = 4;

/**
 * Resolves a configuration's placement. What is asked for is done exactly; `auto` gives each
 * agent a thread of its own up to 32 agents and packs more of them onto the cores, or, when there
 * are many replications, runs whole ones side by side. Results do not depend on it.
 *
 * @param agents - M
 * @param replications - how many are to run
 * @param hosts - of a cluster
 */
export function resolvePlacement(
  configuration: RunConfiguration,
  agents: number,
  replications: number,
  hosts: readonly RemoteHost[] = [],
): ResolvedPlacement {
  // Threads import a user's algorithm from its file; one that a program has made stays in the program.
  if (configuration.algorithms.some(({ own }) => own?.file === null))
    return { name: 'inline', threads: 1, unit: 'agents' };
  const threads = configuration.threads ?? availableParallelism();
  switch (configuration.placement) {
    case 'inline':
      return { name: 'inline', threads: 1, unit: 'agents' };
    case 'own-thread':
      return { name: 'own-thread', threads: agents, unit: 'agents' };
    case 'packed':
      return { name: 'packed', threads: Math.min(threads, agents), unit: 'agents' };
    case 'cluster': {
      const threads = hosts.reduce((sum, host) => sum + host.threads, 0);
      const workers = hosts.map(({ requests }) => requests.worker);
      return { name: 'cluster', threads, unit: 'agents', workers };
    }
    case 'auto': {
      // On the wall clock replications beside each other would slow each other down.
      // A policy or a trigger that a program has made stays in the program, where the servers then are, too.
      const moves = ownValues(configuration).every(({ file }) => file !== null);
      if (moves && configuration.clock === 'virtual' && replications >= REPLICATIONS_PER_THREAD * threads) {
        return { name: 'packed', threads, unit: 'replications' };
      }
      return agents <= MOST_OWN_THREADS
        ? { name: 'own-thread', threads: agents, unit: 'agents' }
        : { name: 'packed', threads: Math.min(threads, agents), unit: 'agents' };
    }
  }
}
