/** The thread that searches one algorithm's plans: each is sent as it is found. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { CHANGING_STEP, withConstantStep } from '../../theory/constantStep.ts';
import { algorithmPlan, type PlanSearch, triggerOf } from '../../theory/plan/algorithmPlan.ts';
import { PlannedErrors } from '../../theory/plan/plannedErrors.ts';
import { planPictures } from '../../theory/plan/planPictures.ts';
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
  const run = { problem, solution, configuration, algorithm };
  const search: PlanSearch = {
    ...{ errors: new PlannedErrors(run), parameters, gap },
    costAt: (at) => costAt(roundCost, at, triggerOf(gap.kind, at), problem, configuration),
  };
  const plans = epsilons.map((epsilon) => {
    const progress = (tried: number, known: number): void => {
      report({ kind: 'progress', epsilon, tried, known });
    };
    const plan = algorithmPlan({ ...search, progress }, epsilon);
    report({ kind: 'found', plan });
    return plan;
  });
  if (task.hasPictures) {
    const progress = (tried: number, known: number): void => {
      report({ kind: 'progress', epsilon: null, tried, known });
    };
    report({ kind: 'pictures', pictures: planPictures(run, search, { epsilons, plans }, progress) });
  }
}
