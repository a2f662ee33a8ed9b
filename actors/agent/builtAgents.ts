/** Agents' problems, kept from one replication to the next. */
import { keepingAgents } from '../../src/problems/keptAgents.ts';
import type { AgentProblem, Problem } from '../../src/problems/operator.ts';

/**
 * Gives the problem of an agent, built when it is first asked for; kept, as long as there is room for
 * it (see keptAgents.ts), and built anew for each replication beyond that.
 */
export function builtAgents(problem: Problem): (index: number) => AgentProblem {
  const kept = keepingAgents(problem);
  return (index) => kept.agent(index);
}
