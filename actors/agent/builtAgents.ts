/** Agents' problems, kept from one replication to the next. */
import type { AgentProblem, Problem } from '../../src/problems/operator.ts';

/** Gives the problem of an agent, built when it is first asked for and once only. */
export function builtAgents(problem: Problem): (index: number) => AgentProblem {
  const agents = new Map<number, AgentProblem>();
  return (index) => {
    let agent = agents.get(index);
    if (!agent) agents.set(index, (agent = problem.agent(index)));
    return agent;
  };
}
