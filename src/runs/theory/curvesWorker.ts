/** The thread that computes exact curves: one algorithm after the other, each sent as soon as it is there. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf } from '../../algorithms/parts.ts';
import { titlesOf } from '../../algorithms/titles.ts';
import { exactCurves } from './exactCurves.ts';
import type { CurvesMessage, CurvesTask } from './curvesInThread.ts';
import { solvedInThread, type ThreadProblem } from './threadProblem.ts';

const { configuration, algorithms, rounds, budget, directory, ...task } = workerData as CurvesTask &
  ThreadProblem;
const titleOf = titlesOf(configuration.algorithms);
const report = (message: CurvesMessage): void => {
  parentPort!.postMessage(message);
};

const { problem, solution } = await solvedInThread(task);
for (const algorithm of algorithms) {
  const progress = (done: number): void => {
    report({
      kind: 'progress',
      algorithm,
      title: titleOf(algorithm),
      share: Math.min(1, done / rounds.length),
    });
  };
  progress(0);
  const alone = {
    ...configuration,
    algorithms: configuration.algorithms.filter((candidate) => keyOf(candidate) === algorithm),
  };
  const [exact] = await exactCurves(problem, solution, alone, rounds, { ...budget, progress }, directory);
  report({ kind: 'curve', algorithm, curve: exact! });
}
