/** The rule of a run's program once more: it ends replications where they were ended. */
import type { Replication } from '../configuration/replications.ts';
import type { StopRule } from '../events/inspection.ts';
import type { RunRecord } from './manifest.ts';

const nameOf = ({ algorithm, seed }: Replication): string => `${seed} ${algorithm}`;

/**
 * Ends each replication with the round with which a rule ended it.
 *
 * @param runs - of a manifest; those that a rule ended share no record
 * @returns `undefined` where no rule ended any
 */
export function recordedStops(runs: readonly RunRecord[]): StopRule | undefined {
  const stopped = runs.filter((run) => run.stopped);
  if (stopped.length === 0) return undefined;
  const lastRounds = new Map(stopped.map((run) => [nameOf(run), run.rounds]));
  return (replication, { record }) => lastRounds.get(nameOf(replication)) === record.round;
}
