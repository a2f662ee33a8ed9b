/** Threads that a run cannot start. */
import type { RunConfiguration } from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';
import { limitsHere, mostThreads, threadNeeds } from './threadNeeds.ts';

const count = (value: number): string => value.toLocaleString('en');

/**
 * Refuses threads for an algorithm that they cannot import, and more threads than the machine bears.
 *
 * @throws InputError that names the placement with the same results
 */
export function refuseThreads(
  { placement, threads, algorithms }: Pick<RunConfiguration, 'placement' | 'threads' | 'algorithms'>,
  agents: number,
  machine = limitsHere(),
): void {
  const [without] = algorithms.filter(({ own: algorithm }) => algorithm?.file === null);
  if (without && placement !== 'auto' && placement !== 'inline')
    throw new InputError(
      `\`placement\`: ${placement} needs ${without.name} in a file that threads can import: export it from one, and name that as algorithm; or take inline`,
    );
  const isDedicated = placement === 'own-thread';
  const started = isDedicated ? agents : (threads ?? 1);
  const most = mostThreads(machine);
  if (started <= most) return;
  const needs = `${count(started)} threads, which take about ${Math.round(threadNeeds(started, machine).bytes / 1e9)} GB`;
  const limit = `this machine bears about ${count(most)}`;
  throw new InputError(
    isDedicated
      ? `\`placement\`: own-thread starts ${needs}, and ${limit}; packed has the same results`
      : `\`threads\`: ${needs}, and ${limit}; ${machine.cores} compute as fast`,
  );
}
