/**
 * First and second moments of the error under Markov sampling for any number of agents, by a closure:
 * every agent's chain is followed by itself, exactly within a round, and what it leaves behind between
 * rounds to first order. Exact moments need the joint chain of all agents (errorMoments.ts); these do not.
 */
import type { ChainLaw, FiniteObservations } from '../../problems/observationLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import type { ErrorCurve, ErrorMoments } from '../moments/errorMoments.ts';
import { type MomentBudget, type Refusal, tooDear } from '../moments/momentBudget.ts';
import type { MomentConfiguration } from '../moments/knownProblem.ts';
import type { Setting } from '../moments/setting.ts';
import { type AgentRound, plainRound } from './agentRound.ts';
import { ClosureRounds } from './closureRounds.ts';
import { exchangeRounds } from './exchangeRound.ts';
import { meanStepCost } from './firstMoments.ts';
import { type ChainSize, chainSize, localChain } from './localSteps.ts';
import { type RoundShape, roundShape } from './roundShape.ts';
import { secondStepCost } from './secondMoments.ts';
import { serverState } from './serverState.ts';

/** What the closure leaves out. */
export const PAIRS_NEGLECTED = 'pair correlations between agents';

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

/** Fewer multiplications than this no closure takes, told by one agent; infinite where there is none. */
export function leastOfClosure(problem: Problem, { trigger }: Pick<MomentConfiguration, 'trigger'>): number {
  const { agents, dimension: d } = problem;
  const states = problem.agent(0).chain?.states;
  if (states === undefined || trigger.kind !== 'deterministic') return Infinity;
  return USUAL_PASSES * agents * trigger.localSteps * states * 2 * d * (d + 1);
}

export interface ClosedCurve extends ErrorCurve {
  readonly neglects: string;
}

/** Passes along each agent's chain that a curve takes as a rule, and the most. */
const USUAL_PASSES = 8;
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
): ClosedCurve | Refusal {
  const { program, agents, root, trigger, initial } = setting;
  if (!closes(setting) || trigger.kind !== 'deterministic')
    return { reason: 'the closure is for finite chains and rounds of equal length under Markov sampling' };
  const steps = trigger.localSteps;
  const d = root.length;
  const shape = roundShape(program, d, steps);
  const state = serverState(shape, agents.length);
  const laws = agents.map(({ law }) => law as FiniteObservations);
  const forgetful = laws.every(({ chain }) => seemsToForget(chain, steps));
  const cost = costOf(
    laws.map((law) => chainSize(law, root)),
    shape,
    steps,
    state.size,
    forgetful,
  );
  const count = rounds.at(-1) ?? 0;
  const least = cost.setup + USUAL_PASSES * cost.pass + count * cost.round;
  if (cost.doubles > budget.doubles)
    return {
      reason: `${CLOSURE_TAKES} about ${cost.doubles.toExponential(0)} numbers in memory, more than ${budget.doubles.toExponential(0)}`,
    };
  if (least > budget.multiplications) return tooDear(CLOSURE_TAKES, least, budget);
  const chains = laws.map((law) => localChain(law, root));
  const members: AgentRound[] =
    shape.exchange === undefined
      ? chains.map((chain) => plainRound(chain, shape, steps))
      : exchangeRounds(
          chains,
          agents.map(({ mean }) => mean),
          root,
          shape,
          steps,
        );
  const start = new Float64Array(state.size);
  start.set(initial);
  const closure = new ClosureRounds({
    state,
    agents: members,
    initial: start,
    weights: members.map((member) => weightsOf(member, shape)),
    mostPasses: MOST_PASSES * members.length,
  });
  const moments: ErrorMoments[] = [];
  let round = 0;
  for (const next of rounds) {
    for (; round < next && !closure.settled; round++) closure.advance();
    moments.push(readMoments(closure.mean, closure.covariance, state.size, d));
    budget.progress?.(moments.length);
  }
  const passes = closure.passes / agents.length;
  return {
    moments,
    multiplications: cost.setup + passes * cost.pass + round * cost.round,
    neglects: PAIRS_NEGLECTED,
  };
}

/** E e and E e eᵀ of the first d coordinates. */
function readMoments(mean: Vector, covariance: Vector, size: number, d: number): ErrorMoments {
  const second = new Float64Array(d * d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) second[i * d + j] = covariance[i * size + j]! + mean[i]! * mean[j]!;
  return { mean: mean.slice(0, d), second };
}

interface ClosureCost {
  /** before the first round, for all agents together */
  readonly setup: number;
  /** one pass along every agent's chain */
  readonly pass: number;
  /** one round beside that */
  readonly round: number;
  readonly doubles: number;
}

/** Multiplications and numbers in memory; `forgetful`: chains carry nothing from round to round. */
function costOf(
  chains: readonly ChainSize[],
  shape: RoundShape,
  steps: number,
  D: number,
  forgetful: boolean,
): ClosureCost {
  const { dimension: d, size: X, local } = shape;
  const M = chains.length;
  let setup = 0;
  let pass = 0;
  let doubles = 3 * D * D;
  let round = 2 * D * M * d * (X - 1) + D * D;
  for (const chain of chains) {
    const n = chain.states;
    const compositions = 2 * Math.log2(steps + 1);
    setup += steps * meanStepCost(chain, local) + compositions * n ** 3;
    pass += steps * secondStepCost(chain, local) + n * X * X * (d + 2 * local.size);
    doubles += n * X * X * (USUAL_PASSES + 2) + n * d * X + n * n + (forgetful ? n * d : n * D);
    doubles += chain.operators * (chain.kind === 'dense' ? d * d + d : 2 * d + 1);
    round += n * X * X * (3 + USUAL_PASSES) + n * d * X + M * d * d * (X - 1);
    if (!forgetful) round += D * n * (n + M * (X - 1));
  }
  return { setup, pass, round, doubles };
}

/** Whether so many steps take any function of the state to its mean, as far as one function shows. */
function seemsToForget({ transition, stationary, states: n }: ChainLaw, steps: number): boolean {
  let f: Float64Array = Float64Array.from({ length: n }, (_, s) => Math.cos(1 + s * s));
  const centre = dot(stationary, f);
  f = f.map((value) => value - centre);
  for (let step = 0; step < steps; step++) {
    f = matrixVector(transition, f, n);
    if (f.every((value) => Math.abs(value) < 1e-13)) return true;
  }
  return false;
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
