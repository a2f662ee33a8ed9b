/** The search for one algorithm's plans, in a thread of its own, so that it can be watched and ended. */
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { AlgorithmPlan, PlanSearch } from '../../search/plan/planSearch.ts';
import type { PlanPictures } from '../../search/plan/planPictures.ts';
import { builtFile } from '../../values/builtProgram.ts';
import type { ThreadProblem } from '../theory/threadProblem.ts';
import { workInThread } from '../theory/workInThread.ts';
import type { RoundCost } from './roundCost.ts';

const WORKER = builtFile('program/planWorker.js');

/** Plain data: it crosses to the thread. */
export interface PlanTask extends ThreadProblem, Pick<PlanSearch, 'parameters' | 'gap'> {
  readonly configuration: RunConfiguration;
  /** the algorithm's place in the configuration */
  readonly algorithm: number;
  readonly epsilons: readonly number[];
  readonly roundCost: RoundCost;
  /** whether to compute what pictures show beside the plans */
  readonly hasPictures: boolean;
}

/** How far a search is, or the pictures. */
export interface PlanProgress {
  /** null of the pictures, which are of all together */
  readonly epsilon: number | null;
  /** gaps that were tried, and those that are to be tried as far as is known; or cells */
  readonly tried: number;
  readonly known: number;
}

/** What the thread sends. */
export type PlanMessage =
  | ({ readonly kind: 'progress' } & PlanProgress)
  | { readonly kind: 'found'; readonly plan: AlgorithmPlan }
  | { readonly kind: 'pictures'; readonly pictures: PlanPictures };

/** Of one algorithm. */
export interface SearchedPlans {
  /** for each ε, in their order */
  readonly plans: readonly AlgorithmPlan[];
  /** where they were asked for and there is a curve */
  readonly pictures: PlanPictures | undefined;
}

/**
 * The plans for each ε.
 *
 * @param signal - ends it: then those that were found by then
 */
export async function plansInThread(
  task: PlanTask,
  signal: AbortSignal,
  progress: (progress: PlanProgress) => void,
): Promise<SearchedPlans> {
  const plans: AlgorithmPlan[] = [];
  let pictures: PlanPictures | undefined;
  await workInThread<PlanMessage>(
    {
      ...{ file: WORKER, task, subject: 'the plan' },
      hears: (message) => {
        if (message.kind === 'found') plans.push(message.plan);
        else if (message.kind === 'pictures') ({ pictures } = message);
        else progress(message);
      },
      isWhole: () => plans.length === task.epsilons.length,
    },
    signal,
  );
  return { plans, pictures };
}
