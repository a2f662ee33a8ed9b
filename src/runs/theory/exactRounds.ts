/** At which of a run's rounds the exact mean-square error is computed: at rounds that will be recorded, or have been. */
import { commonRounds } from '../../measurement/commonRounds.ts';
import { recordedRounds } from '../../measurement/recordingSchedule.ts';
import { isLimited } from '../../protocol/budget.ts';
import type { RunConfiguration } from '../../protocol/configuration.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { shownRounds } from '../../report/commonGrid.ts';

/** Rounds of one curve, beside its start. */
const MOST_ROUNDS = 300;

/**
 * At most 300 rounds in increasing order after round 0, and the last that every seed has
 * (commonRounds.ts): the report finds a measured mean to hold against each of them.
 *
 * @param runs - how the replications ended, of a run with limits: the last of its rounds is the last of the curve
 */
export function exactRounds(
  configuration: Pick<RunConfiguration, 'trigger' | 'budget' | 'recording'>,
  runs: readonly Pick<RunRecord, 'rounds' | 'mostRounds'>[] = [],
): number[] {
  const isOpen = isLimited(configuration.budget);
  const last = isOpen
    ? runs.reduce((most, { rounds, mostRounds = rounds }) => Math.max(most, mostRounds), 0)
    : commonRounds(configuration);
  const shown = shownRounds(recordedRounds(configuration.recording, last, isOpen));
  const stride = Math.ceil((shown.length - 1) / MOST_ROUNDS);
  // Counted from the end, so that the last round stays.
  return shown.filter((_, at) => at === 0 || (shown.length - 1 - at) % stride === 0);
}
