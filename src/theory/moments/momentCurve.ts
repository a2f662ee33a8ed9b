/** Rounds of second moments one after another, as cheaply as their number allows. */
import { add, column, combination, type Matrix, matrix, multiply, timesVector } from '../../maths/matrix.ts';
import { matrixOfVectors } from '../../maths/affineMap.ts';
import { type MomentBudget } from '../budgets.ts';
import type { Places } from '../round/registers.ts';
import { tooLarge, tooManyRounds, type Unknown } from '../unknown.ts';

/** A linear map of the packed moments of one round; a round may be a mixture of several. */
export interface WeightedRound {
  readonly weight: number;
  readonly advance: (moments: Float64Array) => Float64Array;
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
  readonly mixture: () => Iterable<WeightedRound>;
}

/** The rounds of packed E[X Xᵀ; s] of a setting, X = (1, e, …). */
export interface PlannedRounds extends MomentRounds {
  /** what is where in X */
  readonly places: Places;
  /** of the start, one state s after another */
  readonly start: Float64Array;
  /** how many states there are: those of the joint chain, or 1 */
  readonly blocks: number;
}

/**
 * Calls `visit` with the moments after each wanted round.
 *
 * Every round runs the mixture; or, where that is cheaper, the mixture is written out once as a `[size, size]` matrix R, whose powers
 * R^(2^k) go over many rounds at once.
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
  const { squarings, products } = powersTaken(wanted);
  const direct = rounds.memory <= budget.doubles ? setupCost + count * roundCost : Infinity;
  const powered =
    (1 + squarings) * size ** 2 <= budget.doubles
      ? setupCost + size * roundCost + (squarings * size + products) * size ** 2
      : Infinity;
  const cost = count === 0 ? 0 : Math.min(direct, powered);
  if (cost === Infinity) return tooLarge('the round maps take', rounds.memory, budget);
  if (cost > budget.multiplications) return tooManyRounds(count, cost, budget);
  if (count === 0) for (const _ of wanted) visit(start);
  else if (powered < direct) throughPowers(tabulated(rounds), start, wanted, visit);
  else oneByOne(mixed(rounds), start, wanted, visit);
  return { multiplications: cost };
}

/** Squarings of R and products with vectors that rounds by its powers take. */
function powersTaken(wanted: readonly number[]): { readonly squarings: number; readonly products: number } {
  let [most, products, before] = [1, 0, 0];
  for (const round of wanted) {
    most = Math.max(most, round - before);
    for (let left = round - before; left > 0; left = Math.floor(left / 2)) products += left % 2;
    before = round;
  }
  return { squarings: Math.floor(Math.log2(most)), products };
}

function throughPowers(
  table: Matrix,
  start: Float64Array,
  wanted: readonly number[],
  visit: (moments: Float64Array) => void,
): void {
  const powers = [table];
  let moments = start;
  let round = 0;
  for (const next of wanted) {
    for (let left = next - round, k = 0; left > 0; left = Math.floor(left / 2), k++) {
      const power = (powers[k] ??= multiply(powers[k - 1]!, powers[k - 1]!));
      if (left % 2 === 1) moments = timesVector(power, moments);
    }
    round = next;
    visit(moments);
  }
}

function oneByOne(
  advance: Advance,
  start: Float64Array,
  wanted: readonly number[],
  visit: (moments: Float64Array) => void,
): void {
  let moments = start;
  let round = 0;
  let isSettled = false;
  for (const next of wanted) {
    for (; round < next && !isSettled; round++) {
      const after = advance(moments);
      isSettled = sameButForRounding(moments, after);
      moments = after;
    }
    visit(moments);
  }
}

/** Whether a round changes nothing but last digits: then so do those after it. */
const sameButForRounding = (before: Float64Array, after: Float64Array): boolean =>
  after.every((value, k) => Math.abs(value - before[k]!) <= Number.EPSILON * Math.abs(value));

type Advance = (moments: Float64Array) => Float64Array;

/** A round as one map, of its whole mixture. */
export function mixed(rounds: MomentRounds): Advance {
  const mixture = [...rounds.mixture()];
  return (moments) =>
    combination(mixture.map(({ weight, advance }) => [weight, column(advance(moments))])).values;
}

/** R. */
function tabulated({ size, mixture }: MomentRounds): Matrix {
  const table = matrix(size, size);
  for (const { weight, advance } of mixture()) add(table, matrixOfVectors(size, advance), weight);
  return table;
}
