/** The thread that computes a theory: what is there so far is sent before each part, and the whole at the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadAlgorithms } from '../../actors/agent/userAlgorithms.ts';
import { importAgentFactory } from '../../actors/agent/userFile.ts';
import { buildProblem } from '../problems/buildProblem.ts';
import { solveProblem } from '../problems/root.ts';
import { theoryReport } from '../theory/summary.ts';
import type { TheoryMessage, TheoryTask } from './theoryInThread.ts';

const { specification, configuration, modules } = workerData as TheoryTask;
const tell = (message: TheoryMessage): void => {
  parentPort!.postMessage(message);
};

await loadAlgorithms(modules);
const create = specification.kind === 'module' ? await importAgentFactory(specification) : undefined;
const problem = buildProblem(specification, create);
const root = specification.kind === 'module' ? specification.root : undefined;
const solution = solveProblem(problem, root && Float64Array.from(root));
const summary = theoryReport(problem, solution, configuration, {
  begins: (part, soFar) => {
    tell({ kind: 'begins', part, soFar });
  },
});
tell({ kind: 'whole', summary });
