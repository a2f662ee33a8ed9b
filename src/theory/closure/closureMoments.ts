/**
 * First and second moments of the error under Markov sampling for any number of agents, by a closure:
 * every agent's chain is followed by itself, exactly within a round, and what it leaves behind between
 * rounds to first order. Exact moments need the joint chain of all agents (errorMoments.ts); these do not.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ErrorCurve, ErrorMoments } from '../moments/errorMoments.ts';
import { type MomentBudget } from '../moments/momentBudget.ts';
import type { MomentConfiguration } from '../moments/knownProblem.ts';
import { meanGap } from '../../triggers/index.ts';
import type { Setting } from '../moments/setting.ts';
import { type AgentRound, plainRound } from './agentRound.ts';
import { ClosureRounds } from './closureRounds.ts';
import { exchangeRounds } from './exchangeRound.ts';
import { fixedRounds } from './additiveRounds.ts';
import type { FixedRound } from './fixedRound.ts';
import { forgets, noiseOfRounds } from './forgetfulNoise.ts';
import { HeardRounds } from './heardRounds.ts';
import { noiseOf } from './noiseOf.ts';
import { SharedRounds } from './sharedRounds.ts';
import { type ClosureCost, closureCosts } from './closureCosts.ts';
import { localChain } from './localSteps.ts';
import { type RoundShape, roundShape } from './roundShape.ts';
import { serverState, type ServerState } from './serverState.ts';
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
const MOST_PASSES = 24;

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
  const state = serverState(shape, agents.length);
  const laws = agents.map(({ law }) => law as FiniteObservations);
  const costs = closureCosts(laws, root, state, steps, rounds.at(-1) ?? 0);
  const start = new Float64Array(state.size);
  start.set(initial);
  const refusal = refusalOf(costs.full, budget);
  if (refusal === undefined) {
    const chains = laws.map((law) => localChain(law, root));
    const means = agents.map(({ mean }) => mean);
    const members: AgentRound[] =
      shape.exchange === undefined
        ? chains.map((chain) => plainRound(chain, shape, steps))
        : exchangeRounds(chains, means, root, shape, steps);
    const closure = new ClosureRounds({
      state,
      agents: members,
      initial: start,
      weights: members.map((member) => weightsOf(member, shape)),
      mostPasses: MOST_PASSES * members.length,
    });
    const { moments, count } = curveOf(closure, rounds, budget);
    const { setup, pass, round } = costs.full;
    const multiplications = setup + (closure.passes / agents.length) * pass + count * round;
    return { moments, multiplications, neglects: PAIRS_NEGLECTED, level: 1 };
  }
  if (refusalOf(costs.additive, budget) !== undefined) return refusalOf(costs.additive, budget)!;
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

/** Rounds of additive noise, by what is least work. */
function additiveRoundsOf(
  fixed: readonly FixedRound[],
  state: ServerState,
  initial: Float64Array,
): RoundsOfMoments {
  if (!fixed.every(forgets))
    return new ClosureRounds({ state, agents: fixed, initial, weights: [], mostPasses: 0 });
  const noise = noiseOfRounds(fixed, state.shape.dimension);
  return state.shape.kept.includes('correction')
    ? new HeardRounds(state, noise, initial)
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
  of: RoundsOfMoments,
  wanted: readonly number[],
  { progress }: MomentBudget,
): { readonly moments: ErrorMoments[]; readonly count: number } {
  const moments: ErrorMoments[] = [];
  let round = 0;
  for (const next of wanted) {
    for (; round < next && !of.settled; round++) of.advance();
    moments.push(of.moments());
    progress?.(moments.length);
  }
  return { moments, count: round };
}

/**
 * How much each coordinate of x has to do with the noise of y: the constant by the noise at the root, θ̄ by
 * what the operators do to it, and the others beside θ̄ as their parts in y.
 */
function weightsOf(
  { chain, meanOverall }: AgentRound,
  { dimension: d, kept, size: X }: RoundShape,
): Float64Array {
  const { operators, stationary, first, probability, operator } = chain;
  let ofRoot = 0;
  let ofModel = 0;
  for (let s = 0; s < chain.states; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = stationary[s]! * probability[e]!;
      const k = operator[e]!;
      if (operators.kind === 'rank-one') {
        const phi = squares(operators.phi, k * d, d);
        ofRoot += p * phi * operators.rho[k]! ** 2;
        ofModel += p * phi * squares(operators.psi, k * d, d);
      } else {
        ofRoot += p * squares(operators.r, k * d, d);
        ofModel += p * squares(operators.A, k * d * d, d * d);
      }
    }
  }
  const model = Math.sqrt(ofModel / d) || 1;
  const out = new Float64Array(X).fill(model);
  kept.forEach((block, b) => {
    if (block === 'server') return;
    let square = 0;
    for (let a = 0; a < d; a++) square += squares(meanOverall, a * X + b * d, d);
    out.fill(model * Math.max(1e-6, Math.sqrt(square / d)), b * d, (b + 1) * d);
  });
  out[X - 1] = Math.sqrt(ofRoot) || model;
  return out;
}

function squares(values: Vector, from: number, count: number): number {
  let sum = 0;
  for (let j = from; j < from + count; j++) sum += values[j]! ** 2;
  return sum;
}
