/**
 * The exact mean and mean-square error of a linear algorithm, round by round, by propagating the
 * first and second moments of its whole state.
 *
 * Exact for i.i.d. and exact sampling and any number of agents, which are independent given the
 * state at a round's start; for Gauss–Markov noise under Markov sampling, with every agent's z in the
 * state; and under Markov sampling on finite chains on the joint chain of all agents. There is no way
 * around the joint chain in general: E[θ̄ θ̄ᵀ] at the end of a round depends on E[θ̄ θ̄ᵀ; s_1, …, s_M] at
 * its start, all agents' states at once. What would take too long is refused with the reason.
 */
import type { Solution } from '../../problems/root.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../protocol/configuration.ts';
import { linearProblem } from '../linearProblem.ts';
import { independentRounds, type KnownAgent, meanRounds, type Setting } from './independentRounds.ts';
import { jointChainRounds } from './jointChainRounds.ts';
import { momentCurve, type MomentRounds } from './momentCurve.ts';
import type { Problem } from '../../problems/operator.ts';
import { programOf } from './programOf.ts';

/** The errors at the rounds asked for, or why they are not computed. */
export type ExactErrors =
  | {
      readonly kind: 'exact';
      /** E ‖θ̄_t − θ*‖²; Infinity where it has grown beyond all doubles */
      readonly meanSquare: readonly number[];
      /** ‖E θ̄_t − θ*‖² */
      readonly biasSquare: readonly number[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at the given rounds.
 *
 * The expectation is over observations and, with the Bernoulli trigger, gaps; those of Geometric(p)
 * beyond a probability of 10⁻¹⁶ count as the longest kept. Every other error is rounding.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function exactErrors(
  problem: Problem,
  solution: Solution,
  configuration: Pick<RunConfiguration, 'trigger' | 'sampling' | 'initial'>,
  algorithm: AlgorithmConfiguration,
  rounds: readonly number[],
): ExactErrors {
  const { trigger, sampling } = configuration;
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return refused(linear.reason);
  const agents: KnownAgent[] = linear.agents.map((mean, index) => ({
    mean,
    law: sampling === 'exact' ? undefined : problem.agent(index).observations?.(),
  }));
  if (sampling !== 'exact') {
    const unknown = agents.findIndex(({ law }) => law === undefined);
    if (unknown >= 0) return refused(`agent ${unknown} does not tell the law of its observations`);
  }
  const setting: Setting = {
    program: programOf(algorithm, trigger),
    trigger,
    sampling,
    agents,
    root: Float64Array.from(linear.root),
    initial: Float64Array.from(configuration.initial, (value, j) => value - linear.root[j]!),
  };
  if (sampling === 'exact' && trigger.kind === 'deterministic') return noiseless(setting, rounds);
  const plan = planOf(setting);
  if ('reason' in plan) return refused(plan.reason);
  const meanSquare: number[] = [];
  const biasSquare: number[] = [];
  const reason = momentCurve(plan, plan.start, rounds, (moments) => {
    const { square, bias } = plan.read(moments);
    meanSquare.push(finite(square));
    biasSquare.push(finite(bias));
  });
  return reason === undefined ? { kind: 'exact', meanSquare, biasSquare } : refused(reason);
}

interface Plan extends MomentRounds {
  readonly start: Float64Array;
  /** E ‖e‖² and ‖E e‖² of e = θ̄ − θ* from packed moments */
  read(moments: Float64Array): { readonly square: number; readonly bias: number };
}

function planOf(setting: Setting): Plan | { readonly reason: string } {
  const d = setting.root.length;
  const finiteChains = setting.agents.filter(({ law }) => law?.kind === 'finite').length;
  if (setting.sampling === 'markov' && finiteChains > 0) {
    if (finiteChains < setting.agents.length)
      return { reason: 'some agents have finite chains and others Gauss–Markov noise' };
    const rounds = jointChainRounds(setting);
    if ('reason' in rounds) return rounds;
    return { ...rounds, read: (moments) => readErrors(moments, d, rounds.jointStates) };
  }
  const rounds = independentRounds(setting);
  if ('reason' in rounds) return rounds;
  return { ...rounds, read: (moments) => readErrors(moments, d, 1) };
}

/** From `blocks` packed matrices E[x xᵀ; s] with x = (1, e, …), one after another. */
function readErrors(moments: Float64Array, d: number, blocks: number): { square: number; bias: number } {
  const mean = new Float64Array(d);
  let square = 0;
  for (let from = 0; from < moments.length; from += moments.length / blocks) {
    for (let j = 1, at = from; j <= d; j++) {
      at += j;
      mean[j - 1]! += moments[at]!;
      square += moments[at + j]!;
    }
  }
  return { square, bias: mean.reduce((sum, value) => sum + value * value, 0) };
}

function noiseless(setting: Setting, rounds: readonly number[]): ExactErrors {
  const errors: number[] = [];
  const reason = meanRounds(setting, rounds, (state) => {
    let sum = 0;
    for (let j = 1; j <= setting.root.length; j++) sum += state[j]! ** 2;
    errors.push(finite(sum));
  });
  if (reason !== undefined) return refused(reason);
  return { kind: 'exact', meanSquare: errors, biasSquare: [...errors] };
}

/** Moments beyond all doubles turn into NaN where infinities meet. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Infinity);

const refused = (reason: string): ExactErrors => ({ kind: 'refused', reason: `no exact moments: ${reason}` });
