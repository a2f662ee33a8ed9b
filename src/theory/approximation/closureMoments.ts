/**
 * First and second moments of the error under Markov sampling for any number of agents, by a closure:
 * every agent's chain is followed by itself, exactly within a round, and what it leaves behind between
 * rounds to first order. Exact moments need the joint chain of all agents (errorMoments.ts); these do not.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ErrorCurve, ErrorMoments } from '../moments/errorMoments.ts';
import { type MomentBudget } from '../moments/momentBudget.ts';
import type { MomentConfiguration } from '../moments/knownProblem.ts';
import { meanGap } from '../../triggers/index.ts';
import type { Setting } from '../moments/setting.ts';
import { fixedRounds } from './additiveRounds.ts';
import type { FixedRound } from './fixedRound.ts';
import { forgets, noiseOfRounds } from './forgetfulNoise.ts';
import { ServerCovariance } from './serverCovariance.ts';
import type { NoiseSource } from './noiseSource.ts';
import { operatorNoise } from './operatorNoise.ts';
import { temporalNoise } from './temporalNoise.ts';
import type { LinearMean, Problem } from '../../problems/operator.ts';
import { SharedRounds } from './sharedRounds.ts';
import { type ClosureCost, closureCosts } from './closureCosts.ts';
import { localChain } from './localSteps.ts';
import type { Moves } from './moves.ts';
import { roundShape } from './roundShape.ts';
import { serverState, type ServerState } from './serverState.ts';
import { TiedRounds } from './tiedRounds.ts';
import { fixedStages, tiedStages } from './tiedStages.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';

/** What the closure leaves out. */
export const PAIRS_NEGLECTED = 'pair correlations between agents';
/** The same where noise is taken as it is once rounds have settled. */
export const DEPENDENCE_NEGLECTED =
  'how noise depends on the state before rounds settle and pair correlations between agents';

/** What a refusal for its cost begins with. */
export const CLOSURE_TAKES = 'a closure of the moments takes';

/** Whether there is a closure for such a problem: agents on finite chains, and rounds of equal length. */
export function closes({ sampling, trigger, agents }: Omit<Setting, 'program'>): boolean {
  return (
    sampling === 'markov' &&
    trigger.kind === 'deterministic' &&
    agents.every(({ law }) => law?.kind === 'finite')
  );
}

/** Fewer multiplications than this no approximation takes, judged by one agent; infinite where there is none. */
export function leastOfClosure(problem: Problem, { trigger }: Pick<MomentConfiguration, 'trigger'>): number {
  const { agents, dimension: d } = problem;
  const states = problem.agent(0).chain?.states;
  const gap = meanGap(trigger);
  if (states === undefined || gap === undefined) return Infinity;
  return agents * gap * states * 3 * d;
}

export interface ClosedCurve extends ErrorCurve {
  readonly neglects: string;
}

/** Passes along each agent's chain that a curve takes at most. */
const MOST_PASSES = 40;

/**
 * The moments of the error at the given rounds.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function closureMoments(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
): ClosedCurve | Unknown {
  const { program, agents, root, trigger, initial } = setting;
  if (!closes(setting) || trigger.kind !== 'deterministic')
    return { reason: 'the closure is for finite chains and rounds of equal length under Markov sampling' };
  const steps = trigger.localSteps;
  const d = root.length;
  const shape = roundShape(program, d, steps);
  if (shape.exchange !== undefined && shape.kept.length > 1)
    return { reason: 'the closure of rounds with two exchanges is for servers that keep their model alone' };
  const state = serverState(shape, agents.length);
  const laws = agents.map(({ law }) => law as FiniteObservations);
  const costs = closureCosts(laws, root, state, steps, rounds.at(-1) ?? 0);
  const start = new Float64Array(state.size);
  start.set(initial);
  const refusal = refusalOf(costs.full, budget);
  if (refusal === undefined) {
    const chains = laws.map((law) => localChain(law, root));
    const passes = { count: 0, most: MOST_PASSES * chains.length, errorOverNoise: 1 };
    const stages = tiedStages(state, chains, steps, passes);
    const closure = new TiedRounds(stages, d, ...begun(start, chains), passes);
    const { moments, count } = curveOf(closure, rounds, budget);
    const { setup, pass, round } = costs.full;
    const multiplications = setup + (passes.count / agents.length) * pass + count * round;
    return { moments, multiplications, neglects: PAIRS_NEGLECTED, level: 1 };
  }
  const refused = refusalOf(costs.additive, budget);
  if (refused !== undefined) return refused;
  const fixed = fixedRounds(
    agents.map(({ mean }) => mean),
    root,
    (i) => noiseOf(laws[i]!, agents[i]!.mean, root),
    state,
    steps,
    start,
  );
  const { moments, count } = curveOf(additiveRoundsOf(fixed, state, start), rounds, budget);
  const { setup, round } = costs.additive;
  return { moments, multiplications: setup + count * round, neglects: DEPENDENCE_NEGLECTED, level: 1 };
}

/** X with its constant, and the laws of the chains' first states. */
const begun = (
  start: Float64Array,
  chains: readonly Pick<Moves, 'start'>[],
): [initial: Float64Array, laws: readonly Vector[]] => [
  Float64Array.from([...start, 1]),
  chains.map((chain) => chain.start),
];

/** Rounds of additive noise, by what is least work. */
function additiveRoundsOf(
  fixed: readonly FixedRound[],
  state: ServerState,
  initial: Float64Array,
): RoundsOfMoments {
  if (!fixed.every(forgets)) {
    const chains = fixed.map(({ chain }) => chain);
    return new TiedRounds(fixedStages(state, fixed), state.shape.dimension, ...begun(initial, chains));
  }
  const noise = noiseOfRounds(fixed, state.shape.dimension);
  return state.shape.kept.includes('correction')
    ? new ServerCovariance(state, noise, initial)
    : new SharedRounds(state, noise, initial);
}

function refusalOf({ least, doubles }: ClosureCost, budget: MomentBudget): Unknown | undefined {
  if (doubles > budget.doubles)
    return {
      reason: `${CLOSURE_TAKES} about ${doubles.toExponential(0)} numbers in memory, more than ${budget.doubles.toExponential(0)}`,
    };
  return least > budget.multiplications ? tooExpensive(CLOSURE_TAKES, least, budget) : undefined;
}

/** The moments of one round after the other. */
interface RoundsOfMoments {
  /** whether rounds change nothing any more */
  readonly settled: boolean;
  advance(): void;
  moments(): ErrorMoments;
}

/** The moments at the wanted rounds, and how many rounds were computed. */
function curveOf(
  momentsAt: RoundsOfMoments,
  wanted: readonly number[],
  { progress }: MomentBudget,
): { readonly moments: ErrorMoments[]; readonly count: number } {
  const moments: ErrorMoments[] = [];
  let round = 0;
  for (const next of wanted) {
    for (; round < next && !momentsAt.settled; round++) momentsAt.advance();
    moments.push(momentsAt.moments());
    progress?.(moments.length);
  }
  return { moments, count: round };
}

/** The noise of an agent's observations, in the form that takes the least; `root` is θ* `[d]`. */
export function noiseOf(law: FiniteObservations, mean: LinearMean, root: Vector): NoiseSource {
  return law.temporalDifference === undefined
    ? operatorNoise(law, mean, root)
    : temporalNoise(law, law.temporalDifference, mean, root);
}
