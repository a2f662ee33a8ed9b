/**
 * How the expected error m_t = E‖θ̄_t − θ*‖² of one setting falls: the round from which it stays at most ε, and where it ends.
 *
 * Rounds that are looked at lie a few per cent apart, and as far out as a question needs. Between two of them log m_t is
 * interpolated. What is left of the start falls about as x^t in the end, so that three errors at h/4, h/2 and h give the
 * floor f: of d₁ = m_{h/4} − m_{h/2} and d₂ = m_{h/2} − m_h,
 *
 *     d₂/d₁ = y (1 + y),      f = m_h − d₂ y² / (1 − y²),      y = x^{h/4}.
 */
import { because, type Unknown } from '../../theory/unknown.ts';

/** Errors at rounds in increasing order, with estimates of |value/truth − 1|: 0 where they are exact. */
export interface Errors {
  readonly meanSquare: readonly number[];
  readonly relativeError: readonly number[];
  /** what an approximation leaves out */
  readonly neglects?: string;
}

/** Errors at the rounds asked for; round 0 is the start. */
export type ErrorsAt = (rounds: readonly number[]) => Errors | Unknown;

/** When an error gets to ε and stays, in rounds and parts of them. */
export type Passage =
  | { readonly kind: 'reached'; readonly rounds: number }
  /** not within the rounds that were asked for, or those that theory affords */
  | { readonly kind: 'later' }
  /** the error grows, or ends above ε */
  | { readonly kind: 'never' };

/** Rounds after which an error that has not got to ε and still falls counts as one that never does. */
export const MOST_ROUNDS = 2 ** 30;
/** The first rounds that are looked at, or so many times those that are expected; and how many times as many then. */
const FIRST_ROUNDS = 64;
const BEYOND = 2.2;
const FURTHER = 4;
/** Between rounds that are looked at. */
const APART = 1.03;
/** Up to here all of them are looked at, so that a passage is in the round after it. */
const EACH_ROUND = 2 / (APART - 1);
/** An error that is so many times the first one grows. */
const GROWN = 1e6;
/** d₂/d₁ below which the floor is known well enough to say that ε is below it, or to name it; a change beside the error at which it has settled. */
const LEFT = 0.5;
const LITTLE_LEFT = 0.01;
const SETTLED = 1e-9;
/** Of ε, or of the last error: smaller rises are those of rounding. */
const RISING = 1e-6;
/** Beyond where an error gets to ε it is looked at as long again at least: it may come back. */
const WATCHED_AGAIN = 2;

/** The expected error of one setting. */
export class FallingError {
  readonly #errorsAt: ErrorsAt;
  #rounds: readonly number[] = [];
  #errors: Errors = { meanSquare: [], relativeError: [] };
  #refusal: Unknown | undefined;

  constructor(errorsAt: ErrorsAt) {
    this.#errorsAt = errorsAt;
  }

  /**
   * When it gets to ε for good, if that is within `most` rounds.
   *
   * @param near - about when, if that is known
   */
  passage(epsilon: number, most = MOST_ROUNDS, near = 0): Passage | Unknown {
    for (;;) {
      const { horizon } = this;
      const rounds = horizon === 0 ? undefined : crossing(this.#rounds, this.#errors.meanSquare, epsilon);
      if (rounds !== undefined) {
        if (
          !this.#mayComeBack(epsilon, rounds) ||
          this.#extend(Math.min(FURTHER * horizon, MOST_ROUNDS)) !== undefined
        )
          return { kind: 'reached', rounds };
        continue;
      }
      if (horizon > 0 && this.#isAbove(epsilon)) return { kind: 'never' };
      if (horizon >= Math.min(most, MOST_ROUNDS)) return { kind: horizon < MOST_ROUNDS ? 'later' : 'never' };
      const next = horizon === 0 ? Math.max(FIRST_ROUNDS, BEYOND * near) : FURTHER * horizon;
      const refusal = this.#extend(Math.min(next, 2 * most, MOST_ROUNDS));
      if (refusal !== undefined) return horizon > 0 ? { kind: 'later' } : refusal;
    }
  }

  /** The last round that is known. */
  get horizon(): number {
    return this.#rounds.at(-1) ?? 0;
  }

  /** Why no more rounds are known than are. */
  get refusal(): Unknown | undefined {
    return this.#refusal;
  }

  /** Its limit; infinite where it grows. */
  floor(): number | Unknown {
    for (;;) {
      const { limit, isSettled } = this.#limit(LITTLE_LEFT);
      if (isSettled) return limit;
      const { horizon } = this;
      if (horizon >= MOST_ROUNDS) return limit;
      const refusal = this.#extend(Math.min(Math.max(FIRST_ROUNDS, FURTHER * horizon), MOST_ROUNDS));
      if (refusal !== undefined) return refusal;
    }
  }

  /** Errors at other rounds, from the start. */
  at(rounds: readonly number[]): Errors | Unknown {
    return this.#errorsAt(rounds);
  }

  #extend(horizon: number): Unknown | undefined {
    if (this.#refusal !== undefined) return this.#refusal;
    const rounds = roundsTo(horizon);
    const errors = this.#errorsAt(rounds);
    if ('reason' in errors) return (this.#refusal = errors);
    this.#rounds = rounds;
    this.#errors = errors;
    return undefined;
  }

  /** Whether it may be above ε after what is known: it dips, or rises to a limit that is not known to be at most ε. */
  #mayComeBack(epsilon: number, crossed: number): boolean {
    const { horizon } = this;
    if (horizon >= MOST_ROUNDS) return false;
    if (horizon < WATCHED_AGAIN * crossed) return true;
    const { falls, rises } = this.#trend(RISING * epsilon);
    const { limit, isSettled } = this.#limit();
    return !falls && !(rises && isSettled && limit <= epsilon);
  }

  /** Whether it only falls, or only rises, but for so much, over the last three quarters of what is known. */
  #trend(least: number): { readonly falls: boolean; readonly rises: boolean } {
    const tail = this.#errors.meanSquare.slice(this.#rounds.indexOf(this.horizon / 4));
    const changes = tail.slice(1).map((value, k) => value - tail[k]!);
    return {
      falls: changes.every((change) => change <= least),
      rises: changes.every((change) => change >= -least),
    };
  }

  #isAbove(epsilon: number): boolean {
    const { limit, isSettled } = this.#limit();
    return isSettled && limit > epsilon;
  }

  /** The limit, as far as it follows from the rounds that are known. */
  #limit(left = LEFT): { readonly limit: number; readonly isSettled: boolean } {
    const { meanSquare } = this.#errors;
    const last = meanSquare.at(-1);
    if (last === undefined) return { limit: Infinity, isSettled: false };
    if (!(last < GROWN * Math.max(meanSquare[0]!, Number.MIN_VALUE)))
      return { limit: Infinity, isSettled: true };
    const { horizon } = this;
    const [quarter, half] = [4, 2].map((part) => meanSquare[this.#rounds.indexOf(horizon / part)]!) as [
      number,
      number,
    ];
    const [first, second] = [quarter - half, half - last];
    if (Math.abs(second) <= SETTLED * last) return { limit: last, isSettled: true };
    const { falls, rises } = this.#trend(RISING * last);
    if (!falls && !rises) return { limit: last, isSettled: false };
    const ratio = second / first;
    if (!(ratio > 0 && ratio < left)) return { limit: last, isSettled: false };
    const y = (Math.sqrt(1 + 4 * ratio) - 1) / 2;
    return { limit: last - (second * y * y) / (1 - y * y), isSettled: true };
  }
}

/** Rounds to look at: all of the first, and then a few per cent apart, with a half and a quarter of the last, a multiple of 4. */
function roundsTo(horizon: number): number[] {
  const last = 4 * Math.ceil(horizon / 4);
  const rounds = new Set([0, last / 4, last / 2, last]);
  for (let round = 1; round < last; round = Math.max(round + 1, Math.floor(APART * round))) rounds.add(round);
  return [...rounds].sort((a, b) => a - b);
}

/** Where errors cross ε for the last time, by interpolation of their logarithms; `undefined` where the last one is above. */
export function crossing(
  rounds: readonly number[],
  meanSquare: readonly number[],
  epsilon: number,
): number | undefined {
  const above = meanSquare.findLastIndex((value) => !(value <= epsilon));
  if (above < 0) return 0;
  if (above === rounds.length - 1) return undefined;
  const [from, to] = [rounds[above]!, rounds[above + 1]!];
  const fall = Math.log(meanSquare[above]!) - Math.log(meanSquare[above + 1]!);
  const share = (Math.log(meanSquare[above]!) - Math.log(epsilon)) / fall;
  return from + (Number.isFinite(share) ? share : 1) * (to - from);
}

/** Rounds between which others are looked at at once. */
const AT_ONCE = 32;
/** Rounds after the first in which the error might come back above ε, beside those after them that lie further apart. */
const WATCHED = 64;

/**
 * The least whole round from which an error is at most ε.
 *
 * @param near - about that round
 */
export function firstRound(error: FallingError, epsilon: number, near: number): number | Unknown {
  if (near === 0) return 0;
  const start = Math.max(0, Math.floor(near / APART ** 4) - 1);
  const end = Math.ceil(near * APART ** 4) + WATCHED;
  let rounds = spaced(start, end);
  // Far beyond it a curve may take too much, as it does not up to where the passage was looked for.
  let reaches = [4 * end, 2 * end, end, error.horizon].filter((last) => last > near);
  for (;;) {
    const watched = [...rounds, 2 * end, 4 * end].filter((round) => round <= reaches[0]!);
    const errors = error.at(watched);
    if ('reason' in errors) {
      reaches = reaches.slice(1);
      if (reaches.length > 0) continue;
      return errors;
    }
    const above = errors.meanSquare.findLastIndex((value) => !(value <= epsilon));
    if (above < 0) return watched[0]!;
    if (above >= Math.min(rounds.length, watched.length) - 1) return because('its error comes back above ε');
    const [low, high] = [watched[above]!, watched[above + 1]!];
    if (high - low === 1) return high;
    rounds = [...new Set([...spaced(low, high), ...rounds.filter((round) => round > high)])];
  }
}

/** The same of a passage that was found, in parts of rounds; it may be a round off where errors are not known there. */
export function wholeRounds(error: FallingError, epsilon: number, passage: number): number {
  const rounds = passage <= EACH_ROUND ? undefined : firstRound(error, epsilon, passage);
  return typeof rounds === 'number' ? rounds : Math.ceil(passage);
}

/** Whole numbers from one to another, both among them. */
function spaced(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / AT_ONCE));
  const out: number[] = [];
  for (let round = from; round < to; round += step) out.push(round);
  return [...out, to];
}
