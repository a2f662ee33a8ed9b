/** Why the law of an agent's observations is not known. */
import type { Problem } from './operator.ts';

/** What is missing of an agent that has no `observations`. */
export const lawMissing = (problem: Problem, agent: number): string =>
  problem.agent(agent).chain === undefined
    ? `agent ${agent} does not give the law of its observations`
    : `agent ${agent} gives the chain of its observations, but an operator that is not known to be linear in θ in each state`;
