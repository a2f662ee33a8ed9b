/** How a replication ended, as its record says it. */
import type { Outcome } from '../events/inspection.ts';
import type { RunRecord } from './manifest.ts';

/** One that stalled has failed. */
export const endingOf = (outcome: Outcome): Pick<RunRecord, 'state' | 'rounds' | 'steps' | 'stopped'> => ({
  state: outcome.kind === 'stalled' ? 'failed' : outcome.kind,
  rounds: outcome.kind === 'diverged' ? outcome.round : outcome.rounds,
  steps: outcome.steps,
  ...(outcome.kind === 'completed' && outcome.stopped && { stopped: true }),
});
