/** At which of a run's rounds the exact mean-square error is computed: at rounds that will be recorded. */
import { commonRounds } from '../../measurement/commonRounds.ts';
import { recordedRounds } from '../../measurement/recordingSchedule.ts';
import type { RunConfiguration } from '../../protocol/configuration.ts';
import { shownRounds } from '../../report/commonGrid.ts';

/** Rounds of one curve, beside its start. */
const MOST_ROUNDS = 300;

/**
 * At most 300 rounds in increasing order after round 0, and the last that every seed has
 * (commonRounds.ts): the report finds a measured mean to hold against each of them.
 */
export function exactRounds(
  configuration: Pick<RunConfiguration, 'trigger' | 'budget' | 'recording'>,
): number[] {
  const shown = shownRounds(recordedRounds(configuration.recording, commonRounds(configuration)));
  const stride = Math.ceil((shown.length - 1) / MOST_ROUNDS);
  // Counted from the end, so that the last round stays.
  return shown.filter((_, at) => at === 0 || (shown.length - 1 - at) % stride === 0);
}
