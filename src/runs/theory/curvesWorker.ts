/** The thread that computes exact curves: one algorithm after the other, each sent as soon as it is there. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf } from '../../algorithms/parts.ts';
import { titlesOf } from '../../algorithms/titles.ts';
import { exactCurves } from './exactCurves.ts';
import { type CurvesMessage, type CurvesTask, lacksExact } from './curvesInThread.ts';
import { solvedInThread, type ThreadProblem } from './threadProblem.ts';

const { configuration, algorithms, rounds, budgets, directory, ...task } = workerData as CurvesTask &
  ThreadProblem;
const titleOf = titlesOf(configuration.algorithms);
const report = (message: CurvesMessage): void => {
  parentPort!.postMessage(message);
};

const { problem, solution } = await solvedInThread(task);
const whole = new Set<string>();
for (const budget of budgets)
  for (const algorithm of algorithms.filter((algorithm) => !whole.has(algorithm))) {
    const algorithms = configuration.algorithms.filter((candidate) => keyOf(candidate) === algorithm);
    const progress = (done: number): void => {
      report({
        kind: 'progress',
        algorithm,
        title: titleOf(algorithm),
        share: Math.min(1, done / rounds.length),
      });
    };
    progress(0);
    const alone = { ...configuration, algorithms };
    const [exact] = await exactCurves(problem, solution, alone, rounds, { ...budget, progress }, directory);
    report({ kind: 'curve', algorithm, curve: exact! });
    if (!lacksExact({ exact: exact! })) whole.add(algorithm);
  }
