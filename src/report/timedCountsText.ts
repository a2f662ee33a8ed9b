/** What the counts of timed runs say in words: wasted work, and the share of order at equal times. */
import type { TimedCounts } from '../events/timedCounts.ts';
import { counted } from '../values/counted.ts';
import { grouped, percent } from '../values/numbers.ts';

/** `31 % of the local steps (…)`; `undefined` where nothing was wasted. */
export function wastedText({ work }: TimedCounts): string | undefined {
  if (work === undefined) return undefined;
  const { late, lost, givenUp, wastedSteps, localSteps, wastedBytes, bytes } = work;
  const counts = [
    late > 0 && `${counted(late, 'answer')} too late or too stale`,
    lost > 0 && `${grouped(lost)} lost`,
    givenUp > 0 && `${grouped(givenUp)} given up`,
  ].filter((text) => text !== false);
  if (counts.length === 0) return undefined;
  return `${partOf(wastedSteps, localSteps)} of the local steps and ${partOf(wastedBytes, bytes)} of the uplink bytes (${counts.join(', ')})`;
}

/** Ties that decide less are not worth a word. */
const WORTH_A_WORD = 0.01;

/** `random order at equal times decided …`; `undefined` up to 1 %. */
export function tiesText(counts: TimedCounts): string | undefined {
  const share = tiedShare(counts);
  if (share === null || share <= WORTH_A_WORD) return undefined;
  const { closed, tied } = counts.selections!;
  return `random order at equal times decided whose answers are in ${partOf(tied, closed)} of ${grouped(closed)} exchanges`;
}

/** The share of exchanges that order at equal times decided, of those that an answer closed; null where there is none. */
export const tiedShare = ({ selections }: TimedCounts): number | null =>
  selections === undefined || selections.closed === 0 ? null : selections.tied / selections.closed;

const partOf = (part: number, whole: number): string => percent(whole === 0 ? 0 : part / whole);
