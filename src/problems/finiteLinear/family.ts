/** Finite-state linear problems: `G_i(θ, s) = b_i(s) − A_i(s) θ`, s on agent i's own chain. */
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Vector } from '../../maths/vector.ts';
import { finiteLinearAgent } from './agent.ts';
import type { AgentProblem, ChainLaw, LinearMean, Problem } from '../operator.ts';
import type { FiniteLinearAgent, FiniteLinearSpecification } from '../specification.ts';

/** `Ā = Σ_s π(s) A(s)`, `b̄ = Σ_s π(s) b(s)`. */
function meanOf(agent: FiniteLinearAgent, d: number, stationary: Vector): LinearMean {
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  for (let s = 0; s < agent.states; s++) {
    const weight = stationary[s]!;
    for (let e = 0; e < d * d; e++) A[e]! += weight * agent.A[s * d * d + e]!;
    for (let e = 0; e < d; e++) b[e]! += weight * agent.b[s * d + e]!;
  }
  return { kind: 'linear', A, b };
}

/** The problem of explicit matrices; agents start as their specification says. */
export function finiteLinearProblem(specification: FiniteLinearSpecification): Problem {
  const d = specification.dimension;
  return {
    dimension: d,
    agents: specification.agents.length,
    agent: (index): AgentProblem => {
      const agent = specification.agents[index]!;
      const { states, transition } = agent;
      const chain: ChainLaw = { states, transition, stationary: stationaryDistribution(transition, states) };
      const mean = meanOf(agent, d, chain.stationary);
      return finiteLinearAgent({ chain, initial: agent.initial, A: agent.A, b: agent.b, mean }, index);
    },
  };
}
