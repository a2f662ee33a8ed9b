/**
 * First and second moments of the error under Markov sampling, with at most two chain factors, and how far they
 * may be from the truth.
 */
import type { Vector } from '../../maths/vector.ts';
import type { ErrorCurve, MomentsOf } from '../moments/errorMoments.ts';
import { ESTIMATE_BUDGET, type MomentBudget } from '../budgets.ts';
import type { Setting } from '../moments/setting.ts';
import { NOT_ASKED, tooExpensive, tooLarge, type Unknown } from '../unknown.ts';
import { roundBlocks } from './roundBlocks.ts';
import { isLong, longCost, longMoments } from './longMoments.ts';
import { pairCost } from './levelCost.ts';
import {
  type LevelChains,
  levelChains,
  LEVELS_TAKE,
  levelPlan,
  pairFunctions,
  typicalGap,
  withPairs,
} from './levelPlan.ts';
import { apart, levelsApart, type StateMoments, stateMoments } from './apart.ts';
import { LevelRounds } from './levelRounds.ts';
import { withProjectedErrors } from './projectedErrors.ts';

/** What is left out of moments with one, and with two chain factors. */
export const PAIRS_NEGLECTED = 'pair correlations between agents';
export const TRIPLES_NEGLECTED = 'correlations among three agents and more';

/** The same of one agent whose rounds have random length. */
const GAPS_INTERPOLATED = 'rounds of gaps between those that are computed';

/** Part of the squared singular values that functions of pairs may leave out. */
export const OMITTED = 5e-3;

/** Rounds that a curve takes at least until it settles, for judging what it costs. */
const FEWEST_ROUNDS = 20;

/**
 * The moments of the error at the given rounds, with at most two chain factors, and `previous` those with at most
 * one: exact for one agent, and for two where no function of a chain is left out. Where pairs of agents take too much,
 * the moments with one chain factor, with their estimated error as `doubt`.
 *
 * @param rounds - in increasing order; round 0 is the start
 * @param omits - part of the squared singular values that functions of pairs may leave out
 */
export function levelMoments(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
  omits = OMITTED,
): ErrorCurve | Unknown {
  const found = levelCurves(setting, rounds, budget, omits);
  if (!('single' in found)) return found;
  const { single, reason } = found;
  const multiplications = Math.min(budget.multiplications, ESTIMATE_BUDGET);
  const affordable = { multiplications, doubles: budget.doubles };
  return withProjectedErrors(single, setting, rounds, pairMoments, affordable) ?? reason;
}

/** With at most one chain factor, and nothing said of how far they are from the truth: for a search among many. */
export const roughMoments: MomentsOf = (setting, rounds, budget) => {
  const found = levelCurves(setting, rounds, budget, undefined);
  if (!('single' in found)) return found;
  return { ...found.single, added: rounds.map(() => ({ second: 0, mean: 0 })) };
};

/** {@link levelMoments} where pairs of agents are affordable. */
const pairMoments: MomentsOf = (setting, rounds, budget) => {
  const found = levelCurves(setting, rounds, budget, OMITTED);
  return 'single' in found ? found.reason : found;
};

/** Moments with one chain factor, where those with two take too much or are not asked for. */
interface SingleMoments {
  readonly single: ErrorCurve;
  readonly reason: Unknown;
}

function levelCurves(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
  omits: number | undefined,
): ErrorCurve | Unknown | SingleMoments {
  const { agents, root, initial } = setting;
  const d = root.length;
  const known = levelChains(setting, budget);
  if ('reason' in known) return known;
  const long = withoutChains(setting, known, rounds, budget);
  if (long !== undefined) return long;
  const plan = levelPlan(setting, budget, known);
  if ('reason' in plan) return plan;
  const { single } = plan;
  const singleSetup = single.setup.mean + single.setup.square;
  const last = rounds.at(-1) ?? 0;
  const least = singleSetup + Math.min(last, FEWEST_ROUNDS) * single.round.square;
  if (least > budget.multiplications) return tooExpensive(LEVELS_TAKE, least, budget);
  const gaps = plan.build();
  const size = gaps[0]!.stages[0]!.stage.B.columns;
  const start = startOf(initial, size);
  const first = new LevelRounds(gaps, start, 1);
  const curve = curveOf(first, rounds, d, (budget.multiplications - singleSetup) / single.round.square);
  if (curve === undefined) return tooExpensive(LEVELS_TAKE, singleSetup + last * single.round.square, budget);
  const spent = singleSetup + curve.count * single.round.square;
  const moments = curve.moments.map(({ all }) => all);
  if (agents.length === 1) {
    const added = moments.map((same) => apart(same, same));
    const interpolated = { neglects: GAPS_INTERPOLATED, previous: moments, added, level: 1 };
    return { moments, multiplications: spent, ...(gaps.length > 1 && interpolated) };
  }
  const alone = (reason: Unknown): SingleMoments => ({
    single: { moments, multiplications: spent, neglects: PAIRS_NEGLECTED, level: 1 },
    reason,
  });
  if (omits === undefined) return alone(NOT_ASKED);
  const functions = pairFunctions(gaps, first.covariances(typicalGap(gaps)), omits);
  const counts = functions.map(({ r }) => r);
  const double = pairCost(gaps, single, counts);
  const pairSetup = double.setup.square - single.setup.square;
  const left = budget.multiplications - spent - pairSetup;
  if (double.doubles > budget.doubles) return alone(tooLarge(LEVELS_TAKE, double.doubles, budget));
  const pairs = (count: number): SingleMoments =>
    alone(tooExpensive(LEVELS_TAKE, spent + pairSetup + count * double.round.square, budget));
  if (Math.min(last, FEWEST_ROUNDS) * double.round.square > left) return pairs(Math.min(last, FEWEST_ROUNDS));
  const second = new LevelRounds(withPairs(gaps, functions), start, 2);
  const two = curveOf(second, rounds, d, left / double.round.square, budget.progress);
  if (two === undefined) return pairs(last);
  const complete = agents.length === 2 && functions.every(({ Q, r }) => r === Q.rows - 1);
  return {
    moments: two.moments.map(({ all }) => all),
    multiplications: spent + pairSetup + two.count * double.round.square,
    previous: moments,
    added: two.moments.map((after, at) => levelsApart(after, curve.moments[at]!, plan.multiplicities)),
    ...(!(complete && gaps.length === 1) && { neglects: TRIPLES_NEGLECTED, level: 2 }),
    ...(second.contracts && { contracts: true }),
  };
}

/** The same of rounds within which all chains forget where they were, and of no others. */
export function longRoundMoments(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
): ErrorCurve | Unknown {
  const known = levelChains(setting, budget);
  if ('reason' in known) return known;
  return withoutChains(setting, known, rounds, budget) ?? { reason: 'chains remember where they were' };
}

/** The moments at the wanted rounds and how many rounds were computed; none where these are more than `most`. */
function curveOf(
  level: LevelRounds,
  wanted: readonly number[],
  d: number,
  most: number,
  progress?: (rounds: number) => void,
): { readonly moments: StateMoments[]; readonly count: number } | undefined {
  const moments: StateMoments[] = [];
  let count = 0;
  for (const round of wanted) {
    for (; count < round && !level.settled; count++) {
      if (count >= most) return undefined;
      level.advance();
    }
    moments.push(stateMoments(level.tables, level.stage, d));
    progress?.(moments.length);
  }
  return { moments, count };
}

/** The moments where all chains forget within a round of fixed length where they were; `undefined` where they do not. */
function withoutChains(
  { program, agents, root, initial }: Setting,
  { chains, nodes }: LevelChains,
  rounds: readonly number[],
  budget: MomentBudget,
): ErrorCurve | Unknown | undefined {
  const [node, ...more] = nodes;
  if (more.length > 0) return undefined;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, node!.gap);
  if (!isLong(round, chains)) return undefined;
  const cost = longCost(round, chains, rounds.at(-1) ?? 0);
  if (cost.doubles > budget.doubles) return tooLarge(LEVELS_TAKE, cost.doubles, budget);
  if (cost.least > budget.multiplications) return tooExpensive(LEVELS_TAKE, cost.least, budget);
  return longMoments(round, chains, startOf(initial, round.size + 1), rounds, cost, budget);
}

/** X at the start, with its constant. */
function startOf(initial: Vector, size: number): Float64Array {
  const start = new Float64Array(size);
  start.set(initial);
  start[size - 1] = 1;
  return start;
}
