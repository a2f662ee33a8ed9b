/** Rounds of second moments one after another, as cheaply as their number allows. */
import { type MomentBudget } from './momentBudget.ts';
import { beyond, tooExpensive, type Unknown } from '../unknown.ts';
import { counted } from '../../values/counted.ts';

/** A linear map of the packed moments of one round; a round may be a mixture of several. */
export interface WeightedRound {
  readonly weight: number;
  advance(moments: Float64Array): Float64Array;
}

export interface MomentRounds {
  /** length of the packed moments */
  readonly size: number;
  /** multiplications before the first round, and in each, over the whole mixture */
  readonly setupCost: number;
  readonly roundCost: number;
  /** doubles kept while the whole mixture is in memory */
  readonly memory: number;
  /** the mixture, built as it is asked for */
  mixture(): Iterable<WeightedRound>;
}

/**
 * Calls `visit` with the moments after each wanted round.
 *
 * Either every round runs the mixture, or, where that is cheaper, the mixture is written out once as
 * a `[size, size]` matrix.
 *
 * @param wanted - rounds in increasing order; round 0 is the start
 * @returns once it is done, about how many multiplications it took; else why it would take too long
 */
export function momentCurve(
  rounds: MomentRounds,
  start: Float64Array,
  wanted: readonly number[],
  budget: MomentBudget,
  visit: (moments: Float64Array) => void,
): { readonly multiplications: number } | Unknown {
  const { size, roundCost, setupCost } = rounds;
  const count = wanted.at(-1) ?? 0;
  const direct = rounds.memory <= budget.doubles ? setupCost + count * roundCost : Infinity;
  const tabled =
    size * size <= budget.doubles ? setupCost + size * roundCost + count * size * size : Infinity;
  const cost = count === 0 ? 0 : Math.min(direct, tabled);
  if (cost === Infinity)
    return {
      reason: `the round maps take ${beyond(rounds.memory, 'numbers in memory', budget.doubles)}`,
    };
  if (cost > budget.multiplications)
    return tooExpensive(`${counted(count, 'round')} take${count === 1 ? 's' : ''}`, cost, budget);
  const advance = count === 0 ? undefined : direct <= tabled ? mixed(rounds) : tabulated(rounds);
  let moments = start;
  let round = 0;
  let isSettled = false;
  for (const next of wanted) {
    for (; round < next && !isSettled; round++) {
      const after = advance!(moments);
      isSettled = sameButForRounding(moments, after);
      moments = after;
    }
    visit(moments);
  }
  return { multiplications: cost };
}

/** Whether a round changes nothing but last digits: then so do those after it. */
const sameButForRounding = (before: Float64Array, after: Float64Array): boolean =>
  after.every((value, k) => Math.abs(value - before[k]!) <= Number.EPSILON * Math.abs(value));

type Advance = (moments: Float64Array) => Float64Array;

function mixed(rounds: MomentRounds): Advance {
  const mixture = [...rounds.mixture()];
  return (moments) => {
    const out = new Float64Array(rounds.size);
    for (const part of mixture) {
      const image = part.advance(moments);
      for (let j = 0; j < out.length; j++) out[j]! += part.weight * image[j]!;
    }
    return out;
  };
}

function tabulated(rounds: MomentRounds): Advance {
  const { size } = rounds;
  // Column k, the image of the k-th unit vector, is kept as row k.
  const table = new Float64Array(size * size);
  const unit = new Float64Array(size);
  for (const part of rounds.mixture()) {
    for (let k = 0; k < size; k++) {
      unit[k] = 1;
      const image = part.advance(unit);
      unit[k] = 0;
      for (let j = 0; j < size; j++) table[k * size + j]! += part.weight * image[j]!;
    }
  }
  return (moments) => {
    const out = new Float64Array(size);
    for (let k = 0; k < size; k++) {
      const factor = moments[k]!;
      for (let j = 0; j < size; j++) out[j]! += factor * table[k * size + j]!;
    }
    return out;
  };
}
