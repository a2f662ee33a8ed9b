/** Threads of agents that a run cannot start. */
import type { RunConfiguration } from '../configuration/configuration.ts';
import { InputError } from '../values/failure.ts';
import { limitsHere, mostThreads, threadNeeds } from './threadNeeds.ts';
import { grouped } from '../values/numbers.ts';

/**
 * Refuses threads for an algorithm that they cannot import, and more threads of their own than the machine bears.
 *
 * @throws InputError that names the placement with the same results
 */
export function refuseThreads(
  { placement, algorithms }: Pick<RunConfiguration, 'placement' | 'algorithms'>,
  agents: number,
  machine = limitsHere(),
): void {
  const [without] = algorithms.filter(({ own: algorithm }) => algorithm?.file === null);
  if (without && placement !== 'auto' && placement !== 'inline')
    throw new InputError(
      `\`placement\`: ${placement} needs ${without.name} in a file that threads can import: export it from one, and name that as algorithm; or take inline`,
    );
  if (placement !== 'own-thread') return;
  const most = mostThreads(machine);
  if (agents <= most) return;
  const gigabytes = Math.round(threadNeeds(agents, machine).bytes / 1e9);
  throw new InputError(
    `\`placement\`: own-thread starts ${grouped(agents)} threads, which take about ${gigabytes} GB, and this machine bears about ${grouped(most)}; packed has the same results`,
  );
}
