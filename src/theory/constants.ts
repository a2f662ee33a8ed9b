/** The constants of a problem, agent by agent: what bounds and predictions are made of. */
import { eigenvalues } from '../maths/eigenvalues.ts';
import { symmetricPart } from '../maths/linearAlgebra.ts';
import { solve } from '../maths/linearSolve.ts';
import { mixingTime, spectralGap, supremumRatio } from '../maths/mixing.ts';
import { squaredDistance } from '../maths/vector.ts';
import type { Vector } from '../maths/vector.ts';
import type { ChainLaw, LinearMean, Problem } from '../problems/operator.ts';

/** The constants of one agent's observation chain; times in steps of the chain. */
export interface ChainConstants {
  /** S */
  readonly states: number;
  /** π `[S]` */
  readonly stationary: readonly number[];
  /** τ(¼) and τ(ε) in total variation; Infinity for a periodic chain */
  readonly quarterMixingTime: number;
  readonly mixingTime: number;
  /** 1 − the second largest modulus of an eigenvalue of P */
  readonly spectralGap: number;
  /** C_∞ = max P(x, y)/π(y) */
  readonly supremumRatio: number;
}

/** The constants of one agent's mean operator. */
export interface OperatorConstants {
  /** θ_i* = Ā_i⁻¹ b̄_i `[d]`; null where Ā_i is singular */
  readonly localRoot: readonly number[] | null;
  /** smallest eigenvalue of (Ā_i + Ā_iᵀ)/2: above 0, the agent's own mean operator is strongly monotone */
  readonly monotonicity: number;
}

export interface AgentConstants {
  /** null where the agent's chain is not finite, or was left out for its cost */
  readonly chain: ChainConstants | null;
  /** null where the agent's mean operator is not known or not linear */
  readonly operator: OperatorConstants | null;
}

export interface ProblemConstants {
  /** in agent order */
  readonly agents: readonly AgentConstants[];
  /** chains left out because of their cost */
  readonly chainsLeftOut: number;
  /** (1/M) Σ ‖θ_i* − θ*‖²; null where a local root or θ* does not exist */
  readonly heterogeneity: number | null;
}

/** Σ S³ up to which chains are analysed: some seconds. */
const CHAIN_BUDGET = 3e8;

/**
 * The constants of every agent, in one pass over the problem.
 *
 * Mixing times and spectral gaps cost S³ each; from the agent on at which Σ S³ exceeds 3·10⁸, chains
 * are left out and counted.
 *
 * @param root - θ* `[d]`, where it is known
 * @param epsilon - ε of the second mixing time
 */
export function problemConstants(
  problem: Problem,
  root: Vector | undefined,
  epsilon: number,
): ProblemConstants {
  const agents: AgentConstants[] = [];
  let spent = 0;
  let chainsLeftOut = 0;
  let spread: number | null = root === undefined ? null : 0;
  for (let index = 0; index < problem.agents; index++) {
    const { chain, mean } = problem.agent(index);
    let ofChain: ChainConstants | null = null;
    if (chain !== undefined) {
      spent += chain.states ** 3;
      if (spent <= CHAIN_BUDGET) ofChain = chainConstants(chain, epsilon);
      else chainsLeftOut += 1;
    }
    const operator = mean?.kind === 'linear' ? operatorConstants(mean, problem.dimension) : null;
    const localRoot = operator?.localRoot ?? null;
    if (spread !== null && root !== undefined) {
      spread =
        localRoot === null
          ? null
          : spread + squaredDistance(Float64Array.from(localRoot), root) / problem.agents;
    }
    agents.push({ chain: ofChain, operator });
  }
  return { agents, chainsLeftOut, heterogeneity: spread };
}

/** The constants of one chain; see {@link ChainConstants}. */
export function chainConstants(chain: ChainLaw, epsilon: number): ChainConstants {
  const { transition, states, stationary } = chain;
  return {
    states,
    stationary: [...stationary],
    quarterMixingTime: mixingTime(transition, states, stationary, 0.25),
    mixingTime: mixingTime(transition, states, stationary, epsilon),
    spectralGap: spectralGap(transition, states),
    supremumRatio: supremumRatio(transition, states, stationary),
  };
}

/** The constants of one linear mean operator; see {@link OperatorConstants}. */
export function operatorConstants(mean: LinearMean, d: number): OperatorConstants {
  const spectrum = eigenvalues(symmetricPart(mean.A, d), d).map(({ re }) => re);
  return { localRoot: localRootOf(mean, d), monotonicity: Math.min(...spectrum) };
}

function localRootOf(mean: LinearMean, d: number): readonly number[] | null {
  try {
    return [...solve(mean.A, mean.b, d)];
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
