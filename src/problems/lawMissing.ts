/** Why the law of an agent's observations is not known. */
import type { AgentProblem, Problem } from './operator.ts';

/** Why there is no i.i.d. sampling where the law of the observations moves with θ. */
export const NO_COMMON_LAW =
  'each θ has a stationary law of its own, so there are no i.i.d. observations; take markov or exact';

const moves = (index: number): string => `the law of agent ${index}’s observations moves with θ`;

/** What is missing of an agent that has no `observations`. */
export function lawMissing(problem: Problem, index: number): string {
  const { followsModel, chain } = problem.agent(index);
  if (followsModel === true) return moves(index);
  return chain === undefined
    ? `agent ${index} does not give the law of its observations`
    : `agent ${index} gives the chain of its observations, but an operator that is not known to be linear in θ in each state`;
}

/** What is missing of an agent that has no `noise`. */
export const spreadMissing = ({ followsModel }: AgentProblem, index: number): string =>
  followsModel === true
    ? moves(index)
    : `agent ${index} does not say how its operator spreads about its mean`;
