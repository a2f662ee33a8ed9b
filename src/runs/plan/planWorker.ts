/** The thread that searches one algorithm's plans: each is sent as it is found. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { CHANGING_STEP, withConstantStep } from '../../theory/constantStep.ts';
import { algorithmPlan, triggerOf } from '../../theory/plan/algorithmPlan.ts';
import { PlannedErrors } from '../../theory/plan/plannedErrors.ts';
import { solvedInThread } from '../theory/threadProblem.ts';
import type { PlanMessage, PlanTask } from './planInThread.ts';
import { costAt } from './roundCost.ts';

const task = workerData as PlanTask;
const report = (message: PlanMessage): void => {
  parentPort!.postMessage(message);
};

const { configuration, epsilons, gap, parameters, roundCost } = task;
const { problem, solution } = await solvedInThread(task);
const algorithm = configuration.algorithms[task.algorithm]! as ConfiguredAlgorithm;
const none = (reason: string): PlanMessage => ({
  kind: 'found',
  plan: { kind: 'none', reason, lacksCurve: true, floor: null, byGap: [] },
});

if (withConstantStep(algorithm as never) === undefined) for (const _ of epsilons) report(none(CHANGING_STEP));
else if (parameters.length === 0) for (const _ of epsilons) report(none('it has no step size'));
else {
  const errors = new PlannedErrors({ problem, solution, configuration, algorithm });
  const cost = (at: number): number => costAt(roundCost, at, triggerOf(gap.kind, at), problem, configuration);
  for (const epsilon of epsilons) {
    const progress = (tried: number, known: number): void => {
      report({ kind: 'progress', epsilon, tried, known });
    };
    report({
      kind: 'found',
      plan: algorithmPlan({ errors, parameters, gap, costAt: cost, progress }, epsilon),
    });
  }
}
