/** What step rules need to know of a problem. */
import type { ProblemFacts } from '../configuration/runConfiguration.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import { strongMonotonicity } from './monotonicity.ts';

/** The facts of a problem, which is solved only if they are asked for. */
export const problemFacts = (problem: Pick<Problem, 'agents'>, solve: () => Solution): ProblemFacts => ({
  agents: problem.agents,
  monotonicity: () => {
    const { mean } = solve();
    return mean?.kind === 'linear' ? strongMonotonicity(mean) : undefined;
  },
});
