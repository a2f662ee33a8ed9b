/** Moments with one chain factor, and to first order with two, of rounds so long that all chains forget within them where they stood. */
import type { Vector } from '../../maths/vector.ts';
import { squaredNorm } from '../../maths/vector.ts';
import { kernelOf } from '../../maths/jumpLinear/moves.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import type { ServerState } from '../chain/serverState.ts';
import { type Apart, type ErrorMoments, squaredError } from '../moments/errorMoments.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import { packedLength } from '../../maths/packed.ts';
import { apart, errorIn } from './apart.ts';
import { forgetfulStage, placesOf } from './forgetfulStage.ts';
import { ForgetfulRounds } from './forgetfulRounds.ts';
import { chainForgets } from './stages.ts';
import { slowCost } from './slowMoments.ts';

export interface ForgetfulCurve {
  readonly moments: readonly ErrorMoments[];
  readonly previous: readonly ErrorMoments[];
  readonly added: readonly Apart[];
  readonly doubt: readonly number[];
  readonly meanDoubt: readonly number[];
  readonly multiplications: number;
}

/** Part of what pairs add that their first order leaves out at most. */
const FIRST_ORDER_LEAVES = 0.5;

/** Passes along a chain step by step, and multiplications of all of them, up to which these are as good and less is left out. */
const PASSES = 20;
const FEW = 1e8;

/** Rounds in which a curve settles as a rule, and those in which the terms of pairs are computed one by one. */
const USUAL_ROUNDS = 100;
const USUAL_RENEWALS = 25;

/** Multiplications and doubles. */
export interface ForgetfulCost {
  readonly least: number;
  readonly setup: number;
  /** of the curve with pairs and the one without */
  readonly round: number;
  readonly doubles: number;
}

/** Whether rounds are long enough for all chains to forget, and too long to follow their steps one by one. */
export function isForgetful(state: ServerState, chains: readonly LocalChain[], steps: number): boolean {
  const z = state.shape.local.size;
  const stepByStep = chains.reduce((sum, { next }) => sum + PASSES * steps * next.length * z * z, 0);
  return stepByStep > FEW && chains.every((chain) => chainForgets(chain, kernelOf(chain, steps)));
}

/** What moments of long rounds cost, `last` of them. */
export function forgetfulCost(
  { shape, size, agents: M }: ServerState,
  chains: readonly LocalChain[],
  steps: number,
  last: number,
): ForgetfulCost {
  const { dimension: d, kept, local, exchange } = shape;
  const D = size + 1;
  const q = d * kept.length + 1;
  const z = local.size;
  const m = packedLength(d);
  const isAlike = !kept.includes('correction');
  // vectors of X that pairs start from, and numbers of an agent's side for each
  const count = isAlike ? D : d + 1;
  const width = 1 + (exchange ? 2 : 1) * d * d;
  let [setup, round, pairs, doubles] = [0, 4 * D * D, 0, 8 * D * D];
  for (const chain of chains) {
    const { states: n, next } = chain;
    setup += slowCost(chain, local, steps) + n * d * q * d * z;
    if (exchange) setup += next.length * m * z * q * (z + q) + n * m * m * packedLength(z);
    round += 2 * (d * D * (4 * q + 4 * z) + z * q * (2 * D + z) + d * q * d * (z + M) + m * packedLength(q));
    pairs += count * (d ** 3 * z + (exchange ? d ** 3 * q : 0));
    pairs += isAlike ? (d * D) ** 2 * width : ((M - 1) / 2) * d * d * count * width;
    doubles += 3 * n * m * packedLength(z) + 2 * d * q * d * z + 2 * m * packedLength(q) + 2 * d * D;
  }
  if (M > 1) setup += isAlike ? pairs : Math.min(last, USUAL_RENEWALS) * pairs;
  if (isAlike) {
    round += (d * D) ** 2;
    doubles += (d * D) ** 2 + (M + 2) * 2 * d * D * width;
  }
  return { least: setup + Math.min(last, USUAL_ROUNDS) * round, setup, round, doubles };
}

/**
 * The moments at the given rounds; none where the steps are too large for the chains' mixing times.
 *
 * @param initial - X at the start, with its constant
 */
export function forgetfulMoments(
  state: ServerState,
  chains: readonly LocalChain[],
  steps: number,
  initial: Vector,
  wanted: readonly number[],
  { setup, round }: ForgetfulCost,
  { progress }: MomentBudget,
): ForgetfulCurve | undefined {
  const stage = forgetfulStage(state, placesOf(state, chains, steps));
  if (stage === undefined) return undefined;
  const d = state.shape.dimension;
  const alone = curveOf(new ForgetfulRounds(stage, initial, false), wanted, d);
  if (chains.length === 1) {
    const added = alone.moments.map((same) => apart(same, same));
    const multiplications = setup + (alone.count * round) / 2;
    return { ...withMeanDoubt(alone), previous: alone.moments, added, multiplications };
  }
  const both = curveOf(new ForgetfulRounds(stage, initial, true), wanted, d, progress);
  const added = both.moments.map((moments, at) => apart(moments, alone.moments[at]!));
  const doubt = both.doubt.map((value, at) => value + FIRST_ORDER_LEAVES * added[at]!.second);
  const multiplications = setup + ((alone.count + both.count) * round) / 2;
  const { moments } = both;
  return { ...withMeanDoubt({ moments, doubt }), previous: alone.moments, added, multiplications };
}

/** What is uncertain of the second moments by rounds that are followed to first order is as uncertain of the mean. */
function withMeanDoubt<
  Curve extends { readonly moments: readonly ErrorMoments[]; readonly doubt: readonly number[] },
>(curve: Curve): Curve & { readonly meanDoubt: readonly number[] } {
  const meanDoubt = curve.moments.map((moments, at) => {
    const part = curve.doubt[at]! / Math.abs(squaredError(moments));
    return (part / 2) * Math.hypot(...moments.mean);
  });
  return { ...curve, meanDoubt };
}

function curveOf(
  rounds: ForgetfulRounds,
  wanted: readonly number[],
  d: number,
  progress?: (rounds: number) => void,
): {
  readonly moments: ErrorMoments[];
  readonly doubt: number[];
  readonly count: number;
} {
  const moments: ErrorMoments[] = [];
  const doubt: number[] = [];
  let count = 0;
  for (const next of wanted) {
    for (; count < next && !rounds.settled; count++) rounds.advance();
    const errorMoments = errorIn(rounds.all, d);
    moments.push(errorMoments);
    doubt.push(rounds.doubt * Math.abs(squaredError(errorMoments) - squaredNorm(errorMoments.mean)));
    progress?.(moments.length);
  }
  return { moments, doubt, count };
}
