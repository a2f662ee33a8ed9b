/** Quadratics of one coordinate with additive noise on two-state chains: exact for a few agents. */
import type { FiniteLinearSpecification } from '../../problems/specification.ts';
import { gradientLaw, type GradientLaw } from '../../theory/bounds/gradientLaw.ts';
import {
  quadraticDissimilarity,
  streamingConstants,
  systemChain,
} from '../../theory/bounds/streamingFl/constants.ts';
import type { Dissimilarity, StreamingConstants } from '../../theory/bounds/streamingFl/convergence.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { type ChainAgents, chainAgents } from '../chainAgents.ts';
import { solved, type SolvedProblem } from '../exactProblem.ts';

/** `spread`: ∇²F_m = 1 ± spread; `pull`: ∇F_m(w*) = ± pull. */
export interface ScalarQuadratics extends Pick<ChainAgents, 'agents' | 'spread' | 'pull' | 'initial'> {
  /** p, to leave a state */
  readonly flip: number;
}

/** `∇f_m(w; s) = ∇F_m(w) ± 1`: σ = 1; w* = 1, F has curvature 1, so that ‖∇F(w)‖² = ‖w − w*‖². */
export const scalarQuadratics = ({ flip, ...rest }: ScalarQuadratics): FiniteLinearSpecification =>
  chainAgents({ memory: 1 - 2 * flip, matrixNoise: 0, ...rest });

export interface KnownQuadratics extends SolvedProblem {
  readonly constants: StreamingConstants;
  readonly dissimilarity: Dissimilarity;
}

/** The problem with what the theorems say of it, from w_0. */
export function knownQuadratics(specification: FiniteLinearSpecification, start: number): KnownQuadratics {
  const known = solved(specification);
  const linear = linearProblem(known.problem, known.solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  const agents = linear.agents.map((_, index) => known.problem.agent(index));
  const law = gradientLaw(
    linear,
    agents.map((agent) => agent.observations?.()),
  ) as GradientLaw;
  const system = systemChain(agents.map(({ chain }) => chain!));
  if ('reason' in system) throw new RangeError(system.reason);
  const constants = streamingConstants(linear, law, system, Float64Array.of(start));
  if ('reason' in constants) throw new RangeError(constants.reason);
  return { ...known, constants, dissimilarity: quadraticDissimilarity(linear, law) };
}
