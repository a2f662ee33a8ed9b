/** The thread that searches one algorithm's plans: each is sent as it is found. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { CHANGING_STEP, withConstantStep } from '../../theory/constantStep.ts';
import { algorithmPlan } from '../../search/plan/algorithmPlan.ts';
import { type PlanSearch } from '../../search/plan/planSearch.ts';
import { PlannedErrors } from '../../search/plan/plannedErrors.ts';
import { planPictures } from '../../search/plan/planPictures.ts';
import { solvedInThread } from '../theory/threadProblem.ts';
import { orRefusal } from '../theory/workInThread.ts';
import type { PlanMessage, PlanTask } from './planInThread.ts';
import { costsOf } from './roundCost.ts';

const task = workerData as PlanTask;
const report = (message: PlanMessage): void => {
  parentPort!.postMessage(message);
};

const { configuration, epsilons, gap, parameters, roundCost } = task;
const algorithm = configuration.algorithms[task.algorithm]! as ConfiguredAlgorithm;

/** Why there is nothing to search. */
function whyNone(): string | undefined {
  if (withConstantStep(algorithm as never) === undefined) return CHANGING_STEP;
  return parameters.length === 0 ? 'it has no step size' : undefined;
}

await orRefusal(async () => {
  const reason = whyNone();
  if (reason !== undefined) {
    const plan = { kind: 'none', reason, lacksCurve: true, floor: null, byGap: [] } as const;
    for (const _ of epsilons) report({ kind: 'found', plan });
    return;
  }
  const { problem, solution } = await solvedInThread(task);
  const run = { problem, solution, configuration, algorithm };
  const search: PlanSearch = {
    ...{ errors: new PlannedErrors(run, gap.kind), parameters, gap },
    costAt: costsOf(roundCost, gap.kind, problem, configuration),
  };
  const plans = epsilons.map((epsilon) => {
    const progress = (tried: number, known: number): void => {
      report({ kind: 'progress', epsilon, tried, known });
    };
    const plan = algorithmPlan({ ...search, progress }, epsilon);
    report({ kind: 'found', plan });
    return plan;
  });
  if (!task.hasPictures) return;
  const progress = (tried: number, known: number): void => {
    report({ kind: 'progress', epsilon: null, tried, known });
  };
  report({ kind: 'pictures', pictures: planPictures(run, search, { epsilons, plans }, progress) });
});
