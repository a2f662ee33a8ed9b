/** How many agents there are, how they differ and how long their chains remember: what theorems go by, measured. */
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { squaredNorm } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ProblemScale } from './atlasReport.ts';
import { ratesOf } from '../../theory/bounds/fedHsaStatements.ts';
import { chainsOf, lawsOf } from '../../theory/bounds/statedRun.ts';
import { linearProblem, pullAtRoot } from '../../theory/linearProblem.ts';
import type { Unknown } from '../../theory/unknown.ts';

/** The scale of a linear problem, or why it is none. */
export function problemScale(
  problem: Problem,
  solution: Solution,
  { sampling }: Pick<RunConfiguration, 'sampling'>,
): ProblemScale | Unknown {
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return linear;
  const { agents, root } = linear;
  const spread = agents.reduce((sum, agent) => sum + squaredNorm(pullAtRoot(agent, root)) / agents.length, 0);
  return { agents: agents.length, heterogeneity: Math.sqrt(spread), mixing: mixingOf(problem, sampling) };
}

/** 1/(1 − ρ) of the slowest chain; 1 of independent observations, null where it is not known. */
function mixingOf(problem: Problem, sampling: RunConfiguration['sampling']): number | null {
  if (sampling !== 'markov') return 1;
  const laws = lawsOf(problem, sampling);
  if ('reason' in laws) return null;
  const rates = ratesOf(chainsOf(laws));
  return 'reason' in rates ? null : 1 / (1 - Math.max(...rates.map(({ rate }) => rate)));
}
