/** Moments of long rounds, within which all chains forget where they stood. */
import { largestElement } from '../../maths/matrix.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import { kernelOf } from '../../maths/jumpLinear/moves.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { type ErrorCurve, type ErrorMoments, squaredError } from '../moments/errorMoments.ts';
import type { MomentBudget } from '../budgets.ts';
import { packedLength } from '../../maths/packed.ts';
import { errorIn } from './apart.ts';
import { LongRounds } from './longRounds.ts';
import { longStage } from './longStage.ts';
import type { RoundBlocks } from './roundBlocks.ts';
import { chainForgets } from './stages.ts';

/** What is left out: pairs of agents add less than that. */
const HIGHER_ORDERS_NEGLECTED = 'what rounds have in common beyond their first order';

/** Passes along a chain step by step, and multiplications of all of them, up to which these are as good and less is left out. */
const PASSES = 20;
const FEW = 1e8;

/** Rounds in which a curve settles as a rule. */
const USUAL_ROUNDS = 100;
/** Iterations for slow modes as a rule. */
const USUAL_ITERATIONS = 12;

/** Multiplications and doubles. */
export interface LongCost {
  readonly least: number;
  readonly setup: number;
  readonly round: number;
  readonly doubles: number;
}

/** Whether rounds are long enough for all chains to forget, and too long to follow their steps one by one. */
export function isLong({ local, steps, ofMean }: RoundBlocks, chains: readonly LocalChain[]): boolean {
  const moves = chains.reduce((sum, { next }) => sum + next.length, 0);
  return (
    PASSES * steps * moves * local.size ** 2 > FEW &&
    largestElement(ofMean) === 0 &&
    chains.every((chain) => chainForgets(chain, kernelOf(chain, steps)))
  );
}

/** What moments of long rounds cost, `last` of them. */
export function longCost(round: RoundBlocks, chains: readonly LocalChain[], last: number): LongCost {
  const { dimension: d, agents: M, size, evaluatedAt, opening, steps } = round;
  const q = opening.x.columns;
  const D = size + 1;
  const z = 2 * d + 1;
  const m = packedLength(d);
  let [setup, each, doubles] = [0, 4 * D * D, 8 * D * D];
  for (const { states: n, next } of chains) {
    setup += stepsCost(n, next.length, d, steps) + n * d * q * d * z;
    setup += (evaluatedAt ? next.length : n) * packedLength(z) * packedLength(q);
    each += 2 * (d * D * (4 * q + 4 * z) + z * q * (2 * D + z) + d * q * d * (z + M) + m * packedLength(q));
    doubles += 3 * n * m * packedLength(z) + 2 * d * q * d * z + 2 * m * packedLength(q) + 2 * d * D;
  }
  return { least: setup + Math.min(last, USUAL_ROUNDS) * each, setup, round: each, doubles };
}

/** Multiplications of what many steps do, along a chain of n states. */
function stepsCost(n: number, moves: number, d: number, steps: number): number {
  const z = 2 * d + 1;
  const [m, D] = [packedLength(d), packedLength(z)];
  const modes = 2 * n ** 3 + 2 * USUAL_ITERATIONS * (n * n * d * z + moves * d * d * z);
  const spreads = (8 * moves + 4 * n) * m * D + (n * m) ** 2 + n * m * m * D;
  return modes + spreads + 2 * Math.log2(steps + 1) * (m * m * D + 2 * m * d * z * z);
}

/**
 * The moments at the given rounds; none where the steps are too large for the chains' mixing times.
 *
 * @param initial - X at the start, with its constant
 */
export function longMoments(
  round: RoundBlocks,
  chains: readonly LocalChain[],
  initial: Vector,
  wanted: readonly number[],
  cost: LongCost,
  { progress }: MomentBudget,
): ErrorCurve | undefined {
  const stage = longStage(round, chains);
  if (stage === undefined) return undefined;
  const rounds = new LongRounds(stage, initial);
  const d = round.dimension;
  const [moments, doubt, meanDoubt]: [ErrorMoments[], number[], number[]] = [[], [], []];
  let count = 0;
  for (const next of wanted) {
    for (; count < next && !rounds.settled; count++) rounds.advance();
    const found = errorIn(rounds.all, d);
    const [square, bias] = [squaredError(found), squaredNorm(found.mean)];
    const wrong = rounds.doubt * Math.abs(square - bias);
    moments.push(found);
    doubt.push(wrong);
    // What is uncertain of second moments by rounds that are followed to first order is as uncertain of the mean.
    meanDoubt.push((wrong / Math.abs(square) / 2) * Math.sqrt(bias));
    progress?.(moments.length);
  }
  return {
    ...{ moments, doubt, meanDoubt, multiplications: cost.setup + count * cost.round },
    added: wanted.map(() => ({ second: 0, mean: 0 })),
    ...{ neglects: HIGHER_ORDERS_NEGLECTED, level: 1 },
  };
}
