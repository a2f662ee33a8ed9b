/**
 * Finite Markov decision processes under a fixed behaviour policy. States count from 0 to S − 1,
 * actions from 0 to A − 1; the pair (s, a) has the number `s·A + a`.
 */
import type { Generator } from '../../maths/generator.ts';
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ChainLaw } from '../operator.ts';

/** States × actions of a control task: the law of its pairs takes about the cube of their number. */
export const MOST_PAIRS = 2000;

/** Agent i takes action i mod A with this probability, the others equally often. */
export interface PreferredAction {
  readonly preferred: number;
}

/** Probabilities of the actions: equal; drawn for each agent and state; given `[A]`, for all states; or one preferred by agent. */
export type BehaviourPolicy = 'uniform' | 'random' | readonly number[] | PreferredAction;

/** A decision process. */
export interface DecisionProcess {
  /** S */
  readonly states: number;
  /** A */
  readonly actions: number;
  /** P(s' | s, a), row-major `[S·A, S]` */
  readonly kernel: Float64Array;
  /** r(s, a) `[S·A]`, for a step */
  readonly rewards: Float64Array;
}

/**
 * β(a | s), row-major `[S, A]`, all positive. `uniform`: 1/A; probabilities `[A]`: the same in every
 * state; `random`: half uniform, half a uniform point of the simplex, drawn for each state; `preferred`: by agent.
 */
export function behaviourProbabilities(
  policy: BehaviourPolicy,
  states: number,
  actions: number,
  generator: Generator,
  agent: number,
): Float64Array {
  const out = new Float64Array(states * actions);
  for (let s = 0; s < states; s++) {
    const drawn = policy === 'random' ? simplexPoint(actions, generator) : undefined;
    for (let a = 0; a < actions; a++) {
      if (drawn) out[s * actions + a] = (1 / actions + drawn[a]!) / 2;
      else out[s * actions + a] = fixedProbability(policy, a, actions, agent);
    }
  }
  return out;
}

/** β(a), in every state, of a policy for which nothing is drawn. */
function fixedProbability(policy: BehaviourPolicy, action: number, actions: number, agent: number): number {
  if (typeof policy === 'string') return 1 / actions;
  if (!('preferred' in policy)) return policy[action]!;
  if (actions === 1) return 1;
  return action === agent % actions ? policy.preferred : (1 - policy.preferred) / (actions - 1);
}

/** A point uniform on the simplex of n weights: the gaps that n − 1 uniform cuts leave. */
export function simplexPoint(n: number, generator: Generator): number[] {
  const cuts = Array.from({ length: n - 1 }, () => generator.uniform()).sort((x, y) => x - y);
  return Array.from({ length: n }, (_, k) => (cuts[k] ?? 1) - (cuts[k - 1] ?? 0));
}

/**
 * The chain of pairs under a behaviour policy: `P((s, a), (s', a')) = P(s' | s, a) β(a' | s')`. An
 * observation of Q-learning, (s, a, r, s'), is a step of this chain of which a' is not used.
 *
 * @param behaviour - β(a | s), row-major `[S, A]`
 */
export function pairChain({ states: S, actions: A, kernel }: DecisionProcess, behaviour: Vector): ChainLaw {
  const pairs = S * A;
  const transition = new Float64Array(pairs * pairs);
  for (let x = 0; x < pairs; x++) {
    for (let next = 0; next < S; next++) {
      const p = kernel[x * S + next]!;
      for (let a = 0; a < A; a++) {
        transition[x * pairs + next * A + a] = p * behaviour[next * A + a]!;
      }
    }
  }
  return { states: pairs, transition, stationary: stationaryDistribution(transition, pairs) };
}
