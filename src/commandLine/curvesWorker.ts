/** The thread that computes exact curves: one algorithm after the other, each sent as soon as it is there. */
import { keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { loadAlgorithms } from '../../actors/agent/userAlgorithms.ts';
import { importAgentFactory } from '../../actors/agent/userFile.ts';
import { buildProblem } from '../problems/buildProblem.ts';
import { keepingAgents } from '../problems/keptAgents.ts';
import { solveProblem } from '../problems/root.ts';
import { exactPredictions } from '../theory/moments/exactPredictions.ts';
import type { CurvesMessage, CurvesTask } from './curvesInThread.ts';

const { specification, configuration, modules, algorithms, rounds, budget } = workerData as CurvesTask;
const titleOf = titlesOf(configuration.algorithms);
const tell = (message: CurvesMessage): void => {
  parentPort!.postMessage(message);
};

await loadAlgorithms(modules);
const create = specification.kind === 'module' ? await importAgentFactory(specification) : undefined;
const problem = keepingAgents(buildProblem(specification, create));
const root = specification.kind === 'module' ? specification.root : undefined;
const solution = solveProblem(problem, root && Float64Array.from(root));
for (const algorithm of algorithms) {
  const one = configuration.algorithms.filter((one) => keyOf(one) === algorithm);
  const progress = (done: number): void => {
    tell({
      kind: 'progress',
      algorithm,
      title: titleOf(algorithm),
      share: Math.min(1, done / rounds.length),
    });
  };
  progress(0);
  const [curve] = exactPredictions(problem, solution, { ...configuration, algorithms: one }, rounds, {
    ...budget,
    progress,
  });
  tell({ kind: 'curve', algorithm, curve: curve! });
}
