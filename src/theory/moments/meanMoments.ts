/** Moments of the error averaged over rounds, as of an iterate that is drawn from them. */
import { column, combination, numbersOf } from '../../maths/matrix.ts';
import { concatenated } from '../../maths/vector.ts';
import { hasAdditiveRounds } from './additiveRounds.ts';
import { type ErrorMoments, errorMoments, type MomentsOf, readMoments } from './errorMoments.ts';
import { momentCurve, type MomentRounds } from './momentCurve.ts';
import { plannedRounds } from './plannedRounds.ts';

/** Rounds that are gone through one by one where they are no linear map of packed moments. */
const MOST_ROUNDS = 100_000;

/**
 * (1/T) Σ_{t<T} E e_t and E e_t e_tᵀ, as the moments of one place: a round takes the packed moments x and
 * their sum s to (R x, s + x), whose powers go over many rounds at once.
 */
export const meanMoments =
  (T: number): MomentsOf =>
  (setting, _rounds, budget) => {
    if (setting.sampling === 'exact' || hasAdditiveRounds(setting)) {
      if (T > MOST_ROUNDS)
        return {
          reason: `a mean over ${T} rounds takes each of them, and more than ${MOST_ROUNDS} too long`,
        };
      const rounds = Array.from({ length: T }, (_, t) => t);
      const curve = errorMoments(setting, rounds, budget);
      return 'reason' in curve ? curve : { ...curve, moments: [averageOf(curve.moments)] };
    }
    const plan = plannedRounds(setting, budget);
    if ('reason' in plan) return plan;
    const { start, size, blocks } = plan;
    let mean = start;
    const packed = concatenated([start, new Float64Array(size)]);
    const done = momentCurve(summed(plan), packed, [T], budget, (both) => {
      mean = both.subarray(size).map((sum) => sum / T);
    });
    if ('reason' in done) return done;
    return { moments: [readMoments(mean, setting.root.length, blocks)], ...done };
  };

/** Rounds of moments and their sum. */
function summed({ size, setupCost, roundCost, memory, mixture }: MomentRounds): MomentRounds {
  return {
    ...{ size: 2 * size, setupCost, roundCost: roundCost + size, memory: 2 * memory },
    *mixture() {
      for (const { weight, advance } of mixture())
        yield {
          weight,
          advance: (both) => {
            const [moments, sum] = [both.slice(0, size), both.subarray(size)];
            return concatenated([advance(moments), sum.map((value, k) => value + moments[k]!)]);
          },
        };
    },
  };
}

function averageOf(moments: readonly ErrorMoments[]): ErrorMoments {
  const average = (part: keyof ErrorMoments): Float64Array =>
    numbersOf(combination(moments.map((each) => [1 / moments.length, column(each[part])])));
  return { mean: average('mean'), second: average('second') };
}
