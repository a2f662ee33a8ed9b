/** The thread that computes a theory: what is there so far is sent before each part, and the whole at the end. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { roundBased } from '../../theory/roundBased.ts';
import { theoryReport } from '../../theory/theoryReport.ts';
import type { TheoryMessage, TheoryTask } from './theoryInThread.ts';
import { withArrivals } from './withArrivals.ts';
import { solvedInThread, type ThreadProblem } from './threadProblem.ts';
import { orRefusal } from './workInThread.ts';

const { configuration, only, exact = false, ...task } = workerData as TheoryTask & ThreadProblem;
const report = (message: TheoryMessage): void => {
  parentPort!.postMessage(message);
};

/** Ends before the compiled form of this file is written. */
export const work = orRefusal(async () => {
  const { problem, solution } = await solvedInThread(task);
  const summary = theoryReport(problem, solution, configuration, {
    ...{ only, exact },
    begins: (name, soFar, whole) => {
      report({ kind: 'begins', name, soFar, whole });
    },
  });
  if (configuration !== undefined && 'reason' in roundBased(configuration))
    report({
      kind: 'begins',
      name: 'exact curves given the event times',
      soFar: summary,
      whole: ['constants'],
    });
  report({ kind: 'whole', summary: await withArrivals(summary, problem, solution, configuration, exact) });
});
