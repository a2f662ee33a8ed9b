/** What a thread that computes theory begins with: the user's own algorithms, and the problem with its root. */
import { type OwnModule, loadOwn, modulesOf } from '../../../actors/agent/ownModules.ts';
import { importAgentFactory } from '../../../actors/agent/userFile.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import { type Solution, solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';

/** Plain data: it crosses to the thread. */
export interface ThreadProblem {
  /** a user's module compiled */
  readonly specification: ProblemSpecification;
  /** the files that the user's own algorithms are made by */
  readonly modules: readonly OwnModule[];
}

/** What is sent to a thread for a problem and these algorithms. */
export const threadProblem = (
  specification: ProblemSpecification,
  algorithms: readonly ConfiguredAlgorithm[],
): ThreadProblem => ({ specification, modules: modulesOf(algorithms.flatMap(({ own }) => own ?? [])) });

/** In the thread: loads, builds and solves. */
export async function solvedInThread({
  specification,
  modules,
}: ThreadProblem): Promise<{ readonly problem: Problem; readonly solution: Solution }> {
  await loadOwn(modules);
  const create = specification.kind === 'module' ? await importAgentFactory(specification) : undefined;
  const problem = keepingAgents(buildProblem(specification, create));
  const root = specification.kind === 'module' ? specification.root : undefined;
  return { problem, solution: solveProblem(problem, root && Float64Array.from(root)) };
}
