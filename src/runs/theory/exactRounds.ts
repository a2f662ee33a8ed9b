/** At which of a run's rounds the exact mean-square error is computed: at rounds that will be recorded, or have been. */
import { commonRounds } from '../../configuration/budget.ts';
import { recordedRounds } from '../../measurement/recordingSchedule.ts';
import { isLimited } from '../../configuration/budget.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { shownRounds } from '../../report/commonGrid.ts';
import { tailOf } from '../../report/tail.ts';

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
  const drawn = shownRounds(recordedRounds(configuration.recording, last, isOpen));
  const stride = Math.ceil((drawn.length - 1) / MOST_ROUNDS);
  // Counted from the end, so that the last round stays.
  return drawn.filter((_, at) => at === 0 || (drawn.length - 1 - at) % stride === 0);
}

/**
 * So many of a curve’s rounds, half of them in the tail, whose mean is a floor: each half at even distances in the list. The first and the
 * last stay, and one at or before the tail’s first.
 *
 * @param rounds - in increasing order
 */
export function fewerRounds(rounds: readonly number[], count: number): number[] {
  const { first } = tailOf(rounds.at(-1)!);
  const begins = Math.max(
    0,
    rounds.findLastIndex((round) => round <= first),
  );
  const inTail = Math.floor(count / 2);
  return [...spread(rounds.slice(0, begins), count - inTail), ...spread(rounds.slice(begins), inTail)];
}

/** So many values at even distances in their list, the first and the last among them; all where there are no more. */
const spread = (values: readonly number[], count: number): number[] =>
  values.length <= count
    ? [...values]
    : Array.from({ length: count }, (_, k) => values[Math.round((k * (values.length - 1)) / (count - 1))]!);
