/** The constants of a problem, agent by agent: what bounds and predictions are made of. */
import { ifComputable } from './attempted.ts';
import { solveEquilibrated } from '../maths/equilibrated.ts';
import type { Vector } from '../maths/vector.ts';
import type { AgentProblem, LinearMean, Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import { featureSpread } from './bounds/scafflsa/temporalDifference.ts';
import { chainConstants, type ChainConstants } from './chain/chainConstants.ts';
import { type Heterogeneity, heterogeneityOf, type RootedMean } from './heterogeneity.ts';
import { strongMonotonicity } from './monotonicity.ts';
import { noiseConstants, noiseConstantsCost, type NoiseConstants } from './noise/agentNoise.ts';

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
  /** null where the law of the agent's observations is not known, in doubles, or was left out for its cost */
  readonly noise: NoiseConstants | null;
  /** smallest eigenvalue of Σ_φ = E_π[φφᵀ], of TD(0); else null */
  readonly featureSpread: number | null;
}

export interface ProblemConstants extends Heterogeneity {
  /** in agent order */
  readonly agents: readonly AgentConstants[];
  /** chains left out because of their cost */
  readonly chainsLeftOut: number;
}

/** Σ S³ up to which chains are analysed: some seconds. */
const CHAIN_BUDGET = 3e8;
/** Σ S³ over the powers of P that pseudo spectral gaps may look at: half a second. */
const POWER_BUDGET = 2e7;
/** Multiplications up to which noises are computed: half a second. */
const NOISE_BUDGET = 3e8;

/**
 * The constants of every agent, in one pass over the problem.
 *
 * Mixing times and spectral gaps cost S³ each; from the agent on at which Σ S³ exceeds 3·10⁸, chains
 * are left out and counted. Each agent has the same share of what the pseudo spectral gaps may cost.
 *
 * @param epsilon - ε of the second mixing time
 */
export function problemConstants(problem: Problem, solution: Solution, epsilon: number): ProblemConstants {
  const agents: AgentConstants[] = [];
  const rooted: RootedMean[] = [];
  let chainCost = 0;
  let chainsLeftOut = 0;
  let noiseLeft = NOISE_BUDGET;
  for (let index = 0; index < problem.agents; index++) {
    const agent = problem.agent(index);
    const { chain, mean, values } = agent;
    let ofChain: ChainConstants | null = null;
    if (chain !== undefined) {
      chainCost += chain.states ** 3;
      const powers = Math.floor(POWER_BUDGET / (problem.agents * chain.states ** 3));
      if (chainCost <= CHAIN_BUDGET) ofChain = chainConstants(chain, epsilon, powers);
      else chainsLeftOut += 1;
    }
    const linear = mean?.kind === 'linear' ? mean : undefined;
    const localRoot = linear && localRootOf(linear);
    rooted.push({ mean, localRoot });
    const noise = linear && noiseOf(agent, linear, localRoot, solution.root, noiseLeft);
    noiseLeft -= noise?.cost ?? 0;
    agents.push({
      chain: ofChain,
      operator: linear === undefined ? null : operatorConstants(linear, localRoot),
      noise: noise?.constants ?? null,
      featureSpread: values === undefined || chain === undefined ? null : featureSpread(values, chain),
    });
  }
  return { agents, chainsLeftOut, ...heterogeneityOf(solution, rooted) };
}

/** The constants of one linear mean operator; see {@link OperatorConstants}. */
export function operatorConstants(mean: LinearMean, localRoot = localRootOf(mean)): OperatorConstants {
  return {
    localRoot: localRoot === undefined ? null : [...localRoot],
    monotonicity: strongMonotonicity(mean),
  };
}

const localRootOf = ({ A, b }: LinearMean): Float64Array | undefined =>
  ifComputable(() => solveEquilibrated(A, b, b.length));

function noiseOf(
  agent: AgentProblem,
  mean: LinearMean,
  localRoot: Vector | undefined,
  root: Vector | undefined,
  budget: number,
): { readonly constants: NoiseConstants; readonly cost: number } | undefined {
  const law = agent.observations?.();
  if (law === undefined) return undefined;
  const cost = noiseConstantsCost(law, mean.b.length);
  if (cost > budget) return undefined;
  const constants = ifComputable(() => noiseConstants(mean, law, localRoot, root));
  return constants && { constants, cost };
}
