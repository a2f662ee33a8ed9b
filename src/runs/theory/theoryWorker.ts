/** The thread that computes a theory: what is there so far is sent before each part, and the whole at the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { theoryReport } from '../../theory/summary.ts';
import type { TheoryMessage, TheoryTask } from './theoryInThread.ts';
import { solvedInThread, type ThreadProblem } from './threadProblem.ts';

const { configuration, ...task } = workerData as TheoryTask & ThreadProblem;
const report = (message: TheoryMessage): void => {
  parentPort!.postMessage(message);
};

const { problem, solution } = await solvedInThread(task);
const summary = theoryReport(problem, solution, configuration, {
  begins: (part, soFar) => {
    report({ kind: 'begins', part, soFar });
  },
});
report({ kind: 'whole', summary });
