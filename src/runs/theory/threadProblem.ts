/** What a thread that computes theory begins with: what is the user's own, and the problem with its root. */
import { type ImportedModule, loadUserModules, modulesOf } from '../../../actors/agent/userModules.ts';
import { importProblem } from '../../../actors/agent/userFile.ts';
import { type OwnParts, ownValues } from '../../configuration/ownValues.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import { type Solution, solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';

/** Plain data: it crosses to the thread. */
export interface ThreadProblem {
  /** a user's module compiled */
  readonly specification: ProblemSpecification;
  /** the files of what is the user's own */
  readonly modules: readonly ImportedModule[];
}

/** What is sent to a thread for a problem and a run. */
export const threadProblem = (
  specification: ProblemSpecification,
  configuration: OwnParts | undefined,
): ThreadProblem => ({
  specification,
  modules: configuration === undefined ? [] : modulesOf(ownValues(configuration)),
});

/** In the thread: loads, builds and solves. */
export async function solvedInThread({
  specification,
  modules,
}: ThreadProblem): Promise<{ readonly problem: Problem; readonly solution: Solution }> {
  await loadUserModules(modules);
  const problem = keepingAgents(await importProblem(specification));
  const { root, rootError } = specification.kind === 'module' ? specification : {};
  return { problem, solution: solveProblem(problem, root && Float64Array.from(root), rootError) };
}
