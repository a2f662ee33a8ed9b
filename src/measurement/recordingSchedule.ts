/** Rounds that are recorded. */
import { power } from '../maths/power.ts';
import type { Ticks } from '../values/ticks.ts';

/** The contract's default, all rounds, every n-th and the last, or those that are the last at multiples of Δ in seconds. */
export type RecordingChoice = 'default' | 'all' | { readonly every: number } | { readonly seconds: number };

/** Up to this many rounds every one is recorded; of more, this many. */
const MOST_BY_DEFAULT = 2000;
/** Beyond as many, and with T unknown, a round is recorded after this share of those before it: this many more up to 2³¹. */
const OPEN_SHARE = 200;
const MOST_OPEN = 2775;

/**
 * `count` different integers from 1 to `last`, both included, as evenly spaced on a log axis as
 * integers can be: each is the previous one times the ratio that would finish in the places left,
 * and at least one more.
 */
function logSpaced(last: number, count: number): number[] {
  const rounds = [1];
  for (let left = count - 1; left > 0; left--) {
    const previous = rounds[rounds.length - 1]!;
    const wanted = Math.round(previous * power(last / previous, 1 / left));
    rounds.push(Math.max(wanted, previous + 1));
  }
  return rounds;
}

/** The next round to be recorded where T is not known: one by one at first, then 1/200 further each time. */
const nextOpen = (round: number): number =>
  round < MOST_BY_DEFAULT ? round + 1 : round + Math.ceil(round / OPEN_SHARE);

/**
 * Whether a round is the last one at some multiple of Δ: it was over then, and the next one was not.
 *
 * @param time - when it was over
 * @param next - when the next one was
 * @param grid - Δ
 */
export function isLastBefore(time: Ticks, next: Ticks, grid: Ticks): boolean {
  const past = time % grid;
  const multiple = past === 0 ? time : time - past + grid;
  return multiple < next;
}

/**
 * The rounds that are recorded, ascending; the same that {@link recordingSchedule} gives one by one. Of a grid in
 * time, which depends on how long they take, every round.
 *
 * @param totalRounds - T
 * @param isOpen - whether T was not known beforehand
 */
export function recordedRounds(choice: RecordingChoice, totalRounds: number, isOpen = false): number[] {
  if (choice === 'default' && isOpen) {
    const rounds = [0];
    for (let round = 1; round < totalRounds; round = nextOpen(round)) rounds.push(round);
    return totalRounds > 0 ? [...rounds, totalRounds] : rounds;
  }
  if (choice === 'default' && totalRounds > MOST_BY_DEFAULT) {
    return [0, ...logSpaced(totalRounds, MOST_BY_DEFAULT)];
  }
  const every = typeof choice === 'object' && 'every' in choice ? choice.every : 1;
  const rounds = Array.from({ length: Math.floor(totalRounds / every) + 1 }, (_, k) => k * every);
  if (rounds.at(-1) !== totalRounds) rounds.push(totalRounds);
  return rounds;
}

/** How many rounds are recorded, at most where T is open; see {@link recordedRounds}. */
export function recordedCount(choice: RecordingChoice, totalRounds: number, isOpen = false): number {
  if (choice === 'default') return Math.min(totalRounds, MOST_BY_DEFAULT + (isOpen ? MOST_OPEN : 0)) + 1;
  return Math.ceil(totalRounds / (typeof choice === 'object' && 'every' in choice ? choice.every : 1)) + 1;
}

/**
 * Says of each round whether it is recorded; round 0, the start, always is.
 *
 * @param totalRounds - T; where it is not known, Infinity: the last round is then recorded besides
 * @param isOpen - whether T is not known, or may not be reached
 * @returns to be called for rounds 1, 2, … in turn
 */
export function recordingSchedule(
  choice: RecordingChoice,
  totalRounds: number,
  isOpen = false,
): (round: number) => boolean {
  if (choice === 'default' && isOpen) {
    let next = 1;
    return (round) => {
      const isNext = round === next;
      if (isNext) next = nextOpen(round);
      return isNext;
    };
  }
  // When a round is over the next one's time decides: see Measurement.
  if (typeof choice === 'object' && 'seconds' in choice) return () => false;
  if (typeof choice === 'object') {
    return (round) => round % choice.every === 0 || round === totalRounds;
  }
  if (choice === 'all' || totalRounds <= MOST_BY_DEFAULT) return () => true;
  const recorded = new Set(recordedRounds(choice, totalRounds));
  return (round) => recorded.has(round);
}
