/** A problem whose agents are built once, as far as memory allows. */
import type { AgentProblem, Problem } from './operator.ts';

/** Doubles that the kept agents may hold, by their chains and means: 160 MB. */
const MOST_DOUBLES = 2e7;

/**
 * The same problem, whose agents are kept once they have been built: for callers that ask for all of them
 * several times over. Once the kept ones have used up their room, further agents are built anew at
 * each call.
 */
export function keepingAgents(problem: Problem): Problem {
  const kept = new Map<number, AgentProblem>();
  let room = MOST_DOUBLES;
  return {
    ...problem,
    agent: (index) => {
      const known = kept.get(index);
      if (known !== undefined) return known;
      const agent = problem.agent(index);
      const doubles = sizeOf(agent, problem.dimension);
      if (doubles <= room) {
        room -= doubles;
        kept.set(index, agent);
      }
      return agent;
    },
  };
}

/** Its transition matrix, as much again for what it observes, and Ā. */
function sizeOf({ chain }: AgentProblem, d: number): number {
  return 2 * (chain?.states ?? 0) ** 2 + d * d + d;
}
