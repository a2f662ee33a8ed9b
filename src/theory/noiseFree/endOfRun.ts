/** Where a run without noise ends, and how fast it gets there: seen from its models alone. */
import { largestSize, squaredDistance, type Vector } from '../../maths/vector.ts';
import type { RoundGap } from '../../triggers/gaps.ts';
import type { NoiseFreeRun } from './noiseFreeRun.ts';
import { type SequenceEnd, sequenceEnd } from './recurrence.ts';

/** How a run continued. */
export type RunEnd =
  | {
      readonly kind: 'settles';
      /** lim θ̄ `[d]` */
      readonly limit: Float64Array;
      /** by how much that may be off, by two estimates */
      readonly residual: number;
      /** contraction of a round in the long run; null where it is too fast to be seen */
      readonly factor: number | null;
      readonly rounds: number;
    }
  /** it grows beyond use, or does not come to rest within so many rounds */
  | { readonly kind: 'diverges' | 'open'; readonly rounds: number };

const FIRST_LOOK = 32;
/** Terms of the sequence that is looked at, equally far apart. */
const TERMS = 41;
/** The start of a run that is left out of it. */
const TRANSIENT = 0.2;
/** Beside the largest coordinate: changes below are rounding, and too near to it for a recurrence. */
const STILL = 1e-13;
const MEASURABLE = 1e-7;
/** Relative difference of two estimates that is good enough, and at the end of all rounds. */
const AGREES = 1e-8;
const AGREES_AT_LAST = 1e-2;
/** Times the start's size: a run that has grown so far diverges; one that starts near its limit has left it. */
const BEYOND_USE = 1e10;
const FAR_AWAY = 1e3;
/** A misfit up to which the factor of a step size says whether it is stable. */
const SMALL_MISFIT = 1e-6;
/** A factor above this may be that of a cycle, 1 but for rounding. */
const BELOW_ONE = 1 - 1e-9;

/**
 * Runs until the limit is known.
 *
 * @param root - θ* `[d]`, from which the limit's distance is wanted
 */
export function endOfRun(run: NoiseFreeRun, gap: RoundGap, root: Vector, mostRounds: number): RunEnd {
  let before: SequenceEnd | undefined;
  for (const look of looks(run, gap, mostRounds, BEYOND_USE)) {
    const { models, isLast, end } = look;
    const rounds = models.length - 1;
    if (end === 'diverges') return { kind: end, rounds };
    const factor = end === undefined || !(end.factor < BELOW_ONE) ? null : end.factor;
    if (isStill(models)) {
      const limit = models[rounds]!;
      const residual = Math.sqrt(squaredDistance(limit, models[rounds - 1]!));
      return { kind: 'settles', limit, residual, factor, rounds };
    }
    if (end !== undefined && before !== undefined && factor !== null) {
      const residual = Math.sqrt(squaredDistance(end.limit, before.limit));
      const away = Math.sqrt(squaredDistance(end.limit, root));
      if (residual <= (isLast ? AGREES_AT_LAST : AGREES) * away + STILL * sizeOf(models))
        return { kind: 'settles', limit: end.limit, residual, factor, rounds };
    }
    before = end;
  }
  return { kind: 'open', rounds: mostRounds };
}

/** Whether a run that starts near its limit comes to rest. */
export function contracts(run: NoiseFreeRun, gap: RoundGap, mostRounds: number): boolean {
  let last: SequenceEnd | undefined;
  for (const { models, end } of looks(run, gap, mostRounds, FAR_AWAY)) {
    if (end === 'diverges') return false;
    if (isStill(models)) return true;
    if (end !== undefined && end.misfit <= SMALL_MISFIT) return end.factor < BELOW_ONE;
    last = end;
  }
  return last !== undefined && last.misfit <= AGREES_AT_LAST && last.factor < BELOW_ONE;
}

interface Look {
  /** θ̄_0, θ̄_1, … */
  readonly models: readonly Float64Array[];
  readonly isLast: boolean;
  /** the factor is that of a round */
  readonly end: SequenceEnd | 'diverges' | undefined;
}

/** The run after 32, 64, 128, … rounds, until it has grown so many times. */
function* looks(run: NoiseFreeRun, gap: RoundGap, mostRounds: number, growth: number): Generator<Look> {
  const models = [Float64Array.from(run.model)];
  const bound = growth * (1 + sizeOf(models));
  for (let look = Math.min(FIRST_LOOK, mostRounds); ; look = Math.min(2 * look, mostRounds)) {
    while (models.length <= look) {
      run.advance(gap);
      models.push(Float64Array.from(run.model));
      if (!(sizeOf(models.slice(-1)) <= bound)) {
        yield { models, isLast: true, end: 'diverges' };
        return;
      }
    }
    const isLast = look === mostRounds;
    yield { models, isLast, end: endSeen(models) };
    if (isLast) return;
  }
}

function endSeen(models: readonly Float64Array[]): SequenceEnd | undefined {
  const size = sizeOf(models);
  let last = models.length - 1;
  while (last > 0 && squaredDistance(models[last]!, models[last - 1]!) <= (MEASURABLE * size) ** 2) last--;
  const from = Math.floor(TRANSIENT * last);
  const stride = Math.max(1, Math.floor((last - from) / (TERMS - 1)));
  const terms = models.slice(from, last + 1);
  const end = sequenceEnd(terms.filter((_, k) => (terms.length - 1 - k) % stride === 0));
  return end && { ...end, factor: end.factor ** (1 / stride) };
}

/** Whether three rounds have changed nothing. */
function isStill(models: readonly Float64Array[]): boolean {
  const last = models.slice(-4);
  const bound = (STILL * sizeOf(models)) ** 2;
  return last.length === 4 && last.slice(1).every((x, k) => squaredDistance(last[k]!, x) <= bound);
}

/** The largest coordinate; NaN where one is not a number. */
function sizeOf(models: readonly Vector[]): number {
  return models.reduce((size, model) => Math.max(size, largestSize(model)), 0);
}
