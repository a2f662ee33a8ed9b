/** Finite-state linear problems: `G_i(θ, s) = b_i(s) − A_i(s) θ`, s on agent i's own chain. */
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Vector } from '../../maths/vector.ts';
import { finiteLinearAgent } from './agent.ts';
import type { AgentProblem, ChainLaw, LinearMean, Problem } from '../operator.ts';
import { family } from '../family.ts';
import {
  array,
  type Check,
  count,
  list,
  object,
  type SpecificationOf,
  type ValuesOf,
  where,
} from '../../values/value.ts';
import { lawsIn, sumsToOne } from '../probabilities.ts';
import { dimension, initial, MOST_STATES, startsIn } from '../sharedFields.ts';

const agentFields = {
  /** P, row-major `[S, S]` */
  transition: array,
  /** A(s), row-major `[S, d, d]` */
  A: array,
  /** b(s) `[S, d]` */
  b: array,
  states: count(MOST_STATES),
  initial,
};

/** One agent of a finite-state linear problem: `G(θ, s) = b(s) − A(s) θ`. */
export type FiniteLinearAgent = ValuesOf<typeof agentFields>;

const fields = {
  dimension,
  agents: list(
    where(object(agentFields), ({ transition, states, initial: start }, fault) => {
      if (transition.length !== states * states || !rowsSumToOne(transition, states)) {
        fault(['transition'], 'must be states × states probabilities, row-major, each row summing to 1');
      }
      startsIn(states, start, fault);
    }),
  ),
};

/** Explicit matrices for each agent: what a problem file holds. */
export type FiniteLinearSpecification = SpecificationOf<'finite-linear', typeof fields>;

const check: Check<FiniteLinearSpecification> = ({ agents, dimension: d }, fault) => {
  for (const [index, { A, b, states }] of agents.entries()) {
    for (const [name, values, wanted] of [
      ['A', A, states * d * d],
      ['b', b, states * d],
    ] as const) {
      if (values.length === wanted && values.every(Number.isFinite)) continue;
      fault(['agents', index, name], `must be ${wanted} finite numbers, row-major`);
    }
  }
};

const rowsSumToOne = (matrix: Float64Array, states: number): boolean =>
  Array.from({ length: states }, (_, s) => s).every((s) =>
    sumsToOne(matrix.subarray(s * states, (s + 1) * states)),
  );

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
function build(specification: FiniteLinearSpecification): Problem {
  const d = specification.dimension;
  return {
    dimension: d,
    agents: specification.agents.length,
    agent: (index): AgentProblem => {
      const agent = specification.agents[index]!;
      const { states } = agent;
      const transition = lawsIn(agent.transition, states);
      const chain: ChainLaw = { states, transition, stationary: stationaryDistribution(transition, states) };
      const mean = meanOf(agent, d, chain.stationary);
      return finiteLinearAgent({ chain, initial: agent.initial, A: agent.A, b: agent.b, mean }, index);
    },
  };
}

export const finiteLinear = family({
  kind: 'finite-linear',
  title: 'finite-state linear, by explicit matrices',
  fields,
  check,
  build,
});
