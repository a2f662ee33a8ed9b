/**
 * First and second moments of the error under Markov sampling, with at most two chain factors, and how far they
 * may be from the truth.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Vector } from '../../maths/vector.ts';
import { chainSize, type LocalChain, localChain } from '../closure/localSteps.ts';
import { roundShape } from '../closure/roundShape.ts';
import { serverState } from '../closure/serverState.ts';
import { PAIRS_NEGLECTED } from '../closure/closureMoments.ts';
import type { ErrorCurve, ErrorMoments } from '../moments/errorMoments.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { Setting } from '../moments/setting.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import { chainFunctions } from './chainFunctions.ts';
import { gapNodes } from './gapNodes.ts';
import { errorIn, forgetfulCost, forgetfulMoments, isForgetful } from './forgetfulMoments.ts';
import { type GapStages, LevelRounds } from './levelRounds.ts';
import { pairCost, preparationCost, singleCost } from './levelCost.ts';
import { recurrentChain } from './moveChain.ts';
import { pairTables } from './pairTables.ts';
import { forgets, stageMoments } from './stageMoments.ts';
import { stagesOf } from './stages.ts';

/** What is left out of moments with one, and with two chain factors. */
export const TRIPLES_NEGLECTED = 'correlations among three agents and more';

/** The same of one agent whose rounds have random length. */
const GAPS_INTERPOLATED = 'rounds of gaps between those that are computed';

/** The same of one agent whose chain forgets within its rounds. */
const HIGHER_ORDERS_NEGLECTED = 'what rounds have in common beyond their first order';

/** What a refusal for its cost begins with. */
const LEVELS_TAKE = 'moments with at most two chain factors take';

/** Part of the squared singular values that functions of pairs may leave out. */
const OMITTED = 5e-3;

/** Rounds that a curve takes at least until it settles, for judging what it costs. */
const FEWEST_ROUNDS = 20;

/** Whether there are levels for such a problem: agents on finite chains. */
export const hasLevels = ({ sampling, agents }: Omit<Setting, 'program'>): boolean =>
  sampling === 'markov' && agents.every(({ law }) => law?.kind === 'finite');

/**
 * The moments of the error at the given rounds, with at most two chain factors, and `previous` those with at most
 * one: exact for one agent, and for two where no function of a chain is left out.
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
  const { program, agents, root, trigger, initial } = setting;
  if (!hasLevels(setting)) return { reason: 'levels are for finite chains under Markov sampling' };
  const d = root.length;
  const nodes = gapNodes(trigger);
  if (nodes === undefined) return { reason: `${LEVELS_TAKE} rounds of too many steps` };
  const beforehand = preparationCost(
    agents.map(({ law }) => chainSize(law as FiniteObservations, root)),
    nodes.map(({ gap }) => gap),
    d,
  );
  if (beforehand.doubles > budget.doubles) return tooLarge(beforehand.doubles, budget);
  if (beforehand.multiplications > budget.multiplications)
    return tooExpensive(LEVELS_TAKE, beforehand.multiplications, budget);
  const chains: LocalChain[] = [];
  for (const { law } of agents) {
    const chain = chainOf(law as FiniteObservations, root);
    if (chain === undefined) return { reason: 'a chain starts in a state that it never comes back to' };
    chains.push(chain);
  }
  const last = rounds.at(-1) ?? 0;
  if (nodes.length === 1) {
    const steps = nodes[0]!.gap;
    const state = serverState(roundShape(program, d, steps), agents.length);
    if (isForgetful(state, chains, steps)) {
      const cost = forgetfulCost(state, chains, steps, last);
      if (cost.doubles > budget.doubles) return tooLarge(cost.doubles, budget);
      if (cost.least > budget.multiplications) return tooExpensive(LEVELS_TAKE, cost.least, budget);
      const curve = forgetfulMoments(
        state,
        chains,
        steps,
        startOf(initial, state.size + 1),
        rounds,
        cost,
        budget,
      );
      const neglects = agents.length === 1 ? HIGHER_ORDERS_NEGLECTED : TRIPLES_NEGLECTED;
      if (curve) return { ...curve, neglects, level: Math.min(2, agents.length) };
    }
  }
  const { classes, multiplicities } =
    program.correction === 'kept' ? { classes: chains, multiplicities: chains.map(() => 1) } : alike(chains);
  const planned = nodes.map(({ gap, weight }) => {
    const state = serverState(roundShape(program, d, gap), agents.length);
    return { weight, stages: stagesOf(state, classes, gap) };
  });
  const single = singleCost(planned);
  const least = single.setup + Math.min(last, FEWEST_ROUNDS) * single.round;
  if (single.doubles > budget.doubles) return tooLarge(single.doubles, budget);
  if (least > budget.multiplications) return tooExpensive(LEVELS_TAKE, least, budget);
  const gaps = planned.map(({ weight, stages }): GapStages => ({
    weight,
    stages: stages.map((stage) => {
      const forgetting = stage.agents.every(forgets);
      const moments = stage.agents.map((agent) => stageMoments(agent, forgetting));
      return { stage, forgets: forgetting, moments };
    }),
  }));
  const size = gaps[0]!.stages[0]!.stage.from;
  const input = { gaps, multiplicities, initial: startOf(initial, size) };
  const first = new LevelRounds(input);
  const one = curveOf(first, rounds, d, (budget.multiplications - single.setup) / single.round);
  if (one === undefined) return tooExpensive(LEVELS_TAKE, single.setup + last * single.round, budget);
  const spent = single.setup + one.count * single.round;
  if (agents.length === 1) {
    const interpolated = { neglects: GAPS_INTERPOLATED, previous: one.moments, level: 1 };
    return { moments: one.moments, multiplications: spent, ...(gaps.length > 1 && interpolated) };
  }
  // one gap near the mean speaks for all: functions of the state hardly depend on it
  const typical = gaps[Math.floor(gaps.length / 2)]!;
  const covariances = first.covariances(typical);
  const functions = classes.map((_, i) =>
    chainFunctions(
      typical.stages.map(({ moments }) => moments[i]!),
      covariances,
      omits,
    ),
  );
  const counts = functions.map(({ values }) => values.length);
  const double = pairCost(gaps, counts, multiplicities, single);
  const left = budget.multiplications - spent - double.setup;
  const alone = { moments: one.moments, multiplications: spent, neglects: PAIRS_NEGLECTED, level: 1 };
  if (double.doubles > budget.doubles || Math.min(last, FEWEST_ROUNDS) * double.round > left) return alone;
  const withPairs = gaps.map(({ weight, stages }) => ({
    weight,
    stages: stages.map((stage) => ({
      ...stage,
      pairs: stage.moments.map((moments, i) => pairTables(moments, functions[i]!.values, stage.forgets)),
    })),
  }));
  const second = new LevelRounds({ ...input, gaps: withPairs });
  const two = curveOf(second, rounds, d, left / double.round, budget.progress);
  if (two === undefined) return alone;
  const complete =
    agents.length === 2 && functions.every(({ values }, i) => values.length === classes[i]!.states - 1);
  return {
    moments: two.moments,
    multiplications: spent + double.setup + two.count * double.round,
    ...(!(complete && gaps.length === 1) && {
      neglects: TRIPLES_NEGLECTED,
      previous: one.moments,
      level: 2,
    }),
  };
}

/** The moments at the wanted rounds and how many rounds were computed; none where these are more than `most`. */
function curveOf(
  level: LevelRounds,
  wanted: readonly number[],
  d: number,
  most: number,
  progress?: (rounds: number) => void,
): { readonly moments: ErrorMoments[]; readonly count: number } | undefined {
  const moments: ErrorMoments[] = [];
  let count = 0;
  for (const round of wanted) {
    for (; count < round && !level.settled; count++) {
      if (count >= most) return undefined;
      level.advance();
    }
    moments.push(errorIn(level.all, d));
    progress?.(moments.length);
  }
  return { moments, count };
}

const tooLarge = (doubles: number, budget: MomentBudget): Unknown => ({
  reason: `${LEVELS_TAKE} about ${doubles.toExponential(0)} numbers in memory, more than ${budget.doubles.toExponential(0)}`,
});

/** X at the start, with its constant. */
function startOf(initial: Vector, size: number): Float64Array {
  const start = new Float64Array(size);
  start.set(initial);
  start[size - 1] = 1;
  return start;
}

/** The chain of the last root asked for: one for all algorithms of a run. */
const lastChains = new WeakMap<FiniteObservations, { readonly root: Vector; readonly chain?: LocalChain }>();

/** An agent's chain on the states that it keeps coming back to; none where it may start in another. */
function chainOf(law: FiniteObservations, root: Vector): LocalChain | undefined {
  const last = lastChains.get(law);
  if (last?.root === root) return last.chain;
  const chain = recurrentChain(localChain(law, root));
  lastChains.set(law, { root, ...(chain && { chain }) });
  return chain;
}

/** Agents whose chains and operators are the same, once. */
function alike(chains: readonly LocalChain[]): {
  readonly classes: readonly LocalChain[];
  readonly multiplicities: readonly number[];
} {
  const classes: LocalChain[] = [];
  const multiplicities: number[] = [];
  for (const chain of chains) {
    const k = classes.findIndex((other) => isSame(chain, other));
    if (k < 0) {
      classes.push(chain);
      multiplicities.push(1);
    } else multiplicities[k]!++;
  }
  return { classes, multiplicities };
}

function isSame(one: LocalChain, other: LocalChain): boolean {
  if (one.operators.kind !== other.operators.kind) return false;
  const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    a.length === b.length && Array.prototype.every.call(a, (value, k) => value === b[k]);
  const numbers = (chain: LocalChain): readonly Vector[] =>
    chain.operators.kind === 'dense'
      ? [chain.operators.A, chain.operators.r]
      : [chain.operators.phi, chain.operators.psi, chain.operators.rho];
  const right = numbers(other);
  return (
    same(one.first, other.first) &&
    same(one.next, other.next) &&
    same(one.probability, other.probability) &&
    same(one.start, other.start) &&
    numbers(one).every((values, k) => same(values, right[k]!))
  );
}
