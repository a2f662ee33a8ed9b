/**
 * Where E[θ̄] goes once the start is forgotten, where the mean recursion does not say.
 *
 * Under Markov sampling an observation remembers those that made the iterate it meets. Where matrices vary
 * with the observations, every algorithm is then biased by the order of its step size, those with corrections
 * included; and off linear operators noise makes a bias under any sampling.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { ergodicClass } from '../../maths/markovChain.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import type { MeanRound } from './meanRound.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { stationaryMean } from '../moments/stationaryMean.ts';
import { attempted } from '../attempted.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { agentsOfSteps } from '../stepOperators.ts';
import type { Unknown } from '../unknown.ts';

/** Whether a limit is exact, that of an approximation of the moments, or that without noise. */
export type LimitKind = 'exact' | 'closure' | 'noise-free';

export interface Limit {
  /** ‖lim E θ̄ − θ*‖²; null where it is not known */
  readonly limitError: number | null;
  readonly limitKind: LimitKind | null;
  /** where it comes from, or why there is none */
  readonly source: string;
}

/** Whether the matrix of some agent's operator varies with the observation, or may. */
export function hasVaryingMatrices(problem: Problem): boolean {
  for (let index = 0; index < problem.agents; index++) {
    if (varies(problem.agent(index).observations?.(), problem.dimension)) return true;
  }
  return false;
}

/** The same of an agent; where A does not vary, noise is added. */
export function varies(law: ObservationLaw | undefined, d: number): boolean {
  if (law === undefined) return true;
  if (law.kind === 'gauss-markov') return false;
  const { states: S, transition } = law.chain;
  const b = new Float64Array(d);
  const A = new Float64Array(d * d);
  let first: Float64Array | undefined;
  for (let state = 0; state < S; state++) {
    for (let next = 0; next < S; next++) {
      if (law.observes === 'states' ? next !== state : !(transition[state * S + next]! > 0)) continue;
      law.affine(state, next, A, b);
      first ??= Float64Array.from(A);
      if (A.some((x, e) => x !== first![e]!)) return true;
    }
  }
  return false;
}

/** The reason of a limit that {@link startIsRemembered} denies. */
export const START_IS_REMEMBERED =
  'an agent’s chain is periodic and does not start in its stationary law, so the start is never forgotten';

/** True of a prediction that has no limit for that reason. */
export const remembersStart = ({ source }: { readonly source: string }): boolean =>
  source.endsWith(START_IS_REMEMBERED);

/** Largest difference from a stationary law that is rounding. */
const ROUNDING = 1e-12;

/**
 * Whether observations depend forever on where an agent's chain started: it is periodic, and did not start in its stationary law.
 * What agents see in a round then has no limit, or another one than that of their stationary laws.
 */
export function startIsRemembered(problem: Problem): boolean {
  for (let index = 0; index < problem.agents; index++) {
    const law = problem.agent(index).observations?.();
    if (law?.kind !== 'finite') continue;
    const { states, transition, rows, stationary } = law.chain;
    const isApart = law.start.some((p, state) => Math.abs(p - stationary[state]!) > ROUNDING);
    if (isApart && ergodicClass(rows ?? transition, states) === undefined) return true;
  }
  return false;
}

/**
 * The limit under Markov sampling, exact on the joint chain of all agents.
 *
 * @param known - the problem under Markov sampling
 */
export function jointLimit(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): Limit | Unknown {
  const mean = meanOf(known, algorithm, budget);
  if (mean === 'unstable')
    return {
      limitError: null,
      limitKind: null,
      source: 'no limit: the mean on the joint chain of all agents is not stable at this step size',
    };
  if ('reason' in mean) return mean;
  const source = 'exact: limit of the mean on the joint chain of all agents';
  return { limitError: squaredNorm(mean), limitKind: 'exact', source };
}

function meanOf(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): Vector | Unknown | 'unstable' {
  const runs = allRunsOf(algorithm, known.trigger, known.agents.length);
  if ('reason' in runs) return runs;
  const sum = new Float64Array(known.root.length);
  for (const { weight, program, trigger } of runs) {
    const seen = agentsOfSteps(known, program.act);
    if ('reason' in seen) return seen;
    const mean = stationaryMean({ ...seen, trigger, program }, budget);
    if (mean === 'unstable' || 'reason' in mean) return mean;
    for (let j = 0; j < sum.length; j++) sum[j]! += weight * mean[j]!;
  }
  return sum;
}

/** θ_∞ − θ* of the mean recursion `[d]`, if it is known. */
export function recursionLimit(
  round: MeanRound | undefined,
  factor: number,
  randomGaps: boolean,
): { readonly offset: Float64Array | undefined; readonly source: string } {
  const none = (source: string): { offset: undefined; source: string } => ({ offset: undefined, source });
  if (round === undefined)
    return none('none: the expectation over the Bernoulli gaps does not exist at this step size');
  if (!(factor < 1)) return none('no limit: the mean recursion is not stable at this step size');
  const offset = attempted('the mean round’s fixed point cannot be solved for', () => round.limit());
  if ('reason' in offset) return none(`none: ${offset.reason}`);
  const point = offset.every((x) => x === 0) ? 'fixed point θ*' : 'exact fixed point';
  const source = `${point} of the mean round`;
  return { offset, source: randomGaps ? `${source}, the mean over the Bernoulli gaps` : source };
}
