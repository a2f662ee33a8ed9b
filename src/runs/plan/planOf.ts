/** Which step size and how many local steps bring the error to ε at the least cost: what `fedsa plan` and the library's `plan` do. */
import { availableParallelism } from 'node:os';
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import type { PlanField } from '../../configuration/planField.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Target } from '../../inputs/target.ts';
import type { AlgorithmPlan, GapPlan } from '../../theory/plan/algorithmPlan.ts';
import { threadProblem } from '../theory/threadProblem.ts';
import { type PlanProgress, plansInThread } from './planInThread.ts';
import { type PlanQuestion, planQuestion } from './planQuestion.ts';
import type { Plan, PlanPoint, PlanReport } from './planReport.ts';
import { roundCosts } from './roundCost.ts';

/** How a plan is made. */
export interface PlanWatch {
  /** folder of recorded data, for problems that need it */
  readonly dataDirectory?: string | undefined;
  /** ends it */
  readonly signal: AbortSignal;
  /** hears how far the search for an algorithm is */
  readonly progress: (algorithm: string, progress: PlanProgress) => void;
}

/** A plan, with the question that it answers. */
export interface FoundPlan {
  readonly question: PlanQuestion;
  readonly report: PlanReport;
}

/**
 * The plans of a target's algorithms; `undefined` where it was ended.
 *
 * @throws InputError in one line
 */
export async function planOf(
  target: Target,
  given: RunSettings,
  asked: Partial<PlanField>,
  watch: PlanWatch,
): Promise<FoundPlan | undefined> {
  const question = await planQuestion(target, given, asked, watch.dataDirectory);
  const { configuration, epsilons, cost } = question;
  const { algorithms } = configuration;
  const isOver = (): boolean => watch.signal.aborted;
  const costs = await roundCosts(question, watch.signal);
  if (isOver()) return undefined;
  const searched: (readonly AlgorithmPlan[])[] = [];
  const open = [...algorithms.keys()];
  const search = async (): Promise<void> => {
    for (let k = open.shift(); k !== undefined && !isOver(); k = open.shift()) {
      const algorithm = algorithms[k]!;
      searched[k] = await plansInThread(
        {
          ...threadProblem(question.loaded.specification, configuration),
          ...{ configuration, algorithm: k, epsilons, gap: question.gap },
          parameters: question.searched[k]!,
          roundCost: costs[k]!,
        },
        watch.signal,
        (progress) => {
          watch.progress(keyOf(algorithm), progress);
        },
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), algorithms.length) }, search));
  if (isOver()) return undefined;
  const plans = epsilons.flatMap((epsilon, at) =>
    algorithms
      .map((algorithm, k) =>
        planOfAlgorithm(question, algorithm as ConfiguredAlgorithm, epsilon, searched[k]![at]!),
      )
      .sort((first, second) => (first.cost ?? Infinity) - (second.cost ?? Infinity)),
  );
  return { question, report: { format: 'fedsa-plan/1', cost, plans } };
}

/** As the report has it. */
function planOfAlgorithm(
  { gap, searched, configuration }: PlanQuestion,
  algorithm: ConfiguredAlgorithm,
  epsilon: number,
  plan: AlgorithmPlan,
): Plan {
  const names = searched[configuration.algorithms.indexOf(algorithm as never)]!.map(({ name }) => name);
  const step = names[0] ?? 'stepSize';
  const point = (at: GapPlan): PlanPoint => ({
    [gap.kind]: at.gap,
    stepSize: at.parameters[step]!,
    rounds: at.rounds,
    cost: at.cost,
  });
  const isFound = plan.kind !== 'none';
  const parameters = isFound ? { ...algorithm, ...plan.parameters } : algorithm;
  const { serverStepSize } = parameters as { serverStepSize?: number };
  const others = names.slice(1).filter((name) => name !== 'serverStepSize');
  return {
    ...{ epsilon, algorithm: keyOf(algorithm), kind: plan.kind },
    stepSize: isFound ? plan.parameters[step]! : null,
    serverStepSize: isFound || step !== 'serverStepSize' ? (serverStepSize ?? null) : null,
    [gap.kind]: isFound ? plan.gap : null,
    rounds: isFound ? plan.rounds : null,
    cost: isFound ? plan.cost : null,
    floor: plan.floor,
    relativeError: isFound ? plan.relativeError : null,
    stepSizeRange: isFound ? plan.range : null,
    byLocalSteps: plan.byGap.map(point),
    reason: isFound ? null : plan.reason,
    ...(isFound &&
      others.length > 0 && {
        others: Object.fromEntries(others.map((name) => [name, plan.parameters[name]!])),
      }),
  };
}
