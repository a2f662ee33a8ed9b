/** A linear problem as the theory needs it: the agents' mean matrices and vectors, and θ*. */
import { affineInto, type Vector } from '../maths/vector.ts';
import { MOST_PRODUCTS, type Solution } from '../problems/root.ts';
import type { LinearMean, Problem } from '../problems/operator.ts';
import type { Unknown } from './unknown.ts';

/** The mean operators `Ḡ_i(θ) = b̄_i − Ā_i θ`, with `(1/M) Σ_i Ḡ_i(θ*) = 0`. */
export interface LinearProblem {
  /** d */
  readonly dimension: number;
  /** in agent order */
  readonly agents: readonly LinearMean[];
  /** Ā = (1/M) Σ_i Ā_i, `[d, d]` */
  readonly A: Vector;
  /** θ* `[d]` */
  readonly root: Vector;
}

/** Its agents, and θ*. */
export type LinearAgents = Omit<LinearProblem, 'A'>;

/** M d² above which the agents' matrices and maps are not kept in memory together (half a gigabyte). */
const MOST_ELEMENTS = 2e7;

/** Whether closed forms of so many agents and dimensions are worked out. */
export const hasClosedForms = ({ agents, dimension }: Pick<Problem, 'agents' | 'dimension'>): boolean =>
  agents * dimension ** 2 <= MOST_ELEMENTS && agents * dimension ** 3 <= MOST_PRODUCTS;

/**
 * A problem's mean operators as linear ones.
 *
 * @returns the linear problem, or the reason why there is none
 */
export function linearProblem(problem: Problem, solution: Solution): LinearProblem | Unknown {
  const { mean, root } = solution;
  if (mean === undefined) return { reason: 'not every agent gives its mean operator' };
  if (mean.kind !== 'linear') return { reason: 'the mean operator is not linear' };
  if (root === undefined) return { reason: 'the root is not known' };
  const { agents: count, dimension } = problem;
  if (!hasClosedForms(problem)) return { reason: 'too many agents and dimensions for the closed form' };
  if (solution.agentMeans !== undefined) return { dimension, agents: solution.agentMeans, A: mean.A, root };
  const means = Array.from({ length: count }, (_, index) => problem.agent(index).mean);
  const agents = means.flatMap((operator) => (operator?.kind === 'linear' ? [operator] : []));
  if (agents.length < count) return { reason: 'the mean operator is not linear' };
  return { dimension, agents, A: mean.A, root };
}

/** `Ḡ_i(θ*) = b̄_i − Ā_i θ*`, `[d]`: what agent i still sees at the common root; their sum is 0. */
export function pullAtRoot(agent: LinearMean, root: Vector): Float64Array {
  const out = new Float64Array(root.length);
  affineInto(out, agent.A, agent.b, root);
  return out;
}
