/** Which step size and how many local steps bring the error to ε at the least cost: what `fedsa plan` and the library's `plan` do. */
import { availableParallelism } from 'node:os';
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import type { PlanField } from '../../configuration/planField.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Target } from '../../inputs/target.ts';
import type { AlgorithmPlan, GapPlan } from '../../theory/plan/planSearch.ts';
import type { PlanPictures } from '../../theory/plan/planPictures.ts';
import { threadProblem } from '../theory/threadProblem.ts';
import { plansInThread, type SearchedPlans } from './planInThread.ts';
import { type PlanQuestion, planQuestion } from './planQuestion.ts';
import type { Plan, PlanPoint, PlanReport } from '../../recording/planReport.ts';
import { RACE_STEPS, racedPlan } from './racedPlan.ts';
import { costsOf, type RoundCost } from './roundCost.ts';
import { roundCosts } from './roundCosts.ts';
import { verifiedPlans } from './verifyPlans.ts';

/** How a plan is made. */
export interface PlanWatch {
  /** folder of recorded data, for problems that need it */
  readonly dataDirectory?: string | undefined;
  /** ends it */
  readonly signal: AbortSignal;
  /** seeds with which the best of each algorithm is run */
  readonly verify?: number | undefined;
  /** whether to compute what pictures show beside the plans; by default not */
  readonly hasPictures?: boolean | undefined;
  /** hears what is done, and how far it is */
  readonly begins: (work: string) => void;
}

/** A plan, with the question that it answers. */
export interface FoundPlan {
  readonly question: PlanQuestion;
  readonly report: PlanReport;
  /** in the algorithms’ order, where they were asked for */
  readonly pictures: readonly (PlanPictures | undefined)[];
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
  const searched =
    question.by === 'simulation'
      ? algorithms.map(() => ({ plans: epsilons.map(() => NOT_SEARCHED), pictures: undefined }))
      : await searchedPlans(question, costs, watch);
  if (question.by !== 'theory') await raceTheRest(question, costs, searched, watch);
  if (isOver()) return undefined;
  const found = epsilons.flatMap((epsilon, at) =>
    algorithms
      .map((algorithm, k) =>
        planOfAlgorithm(question, algorithm as ConfiguredAlgorithm, epsilon, searched[k]!.plans[at]!),
      )
      .sort((first, second) => (first.cost ?? Infinity) - (second.cost ?? Infinity)),
  );
  const plans =
    watch.verify === undefined
      ? found
      : await verifiedPlans(question, found, watch.verify, watch.signal, ({ algorithm, epsilon }) => {
          watch.begins(`${algorithm}, ε = ${epsilon}: runs with ${watch.verify!} seeds`);
        });
  if (isOver()) return undefined;
  return {
    ...{ question, report: { format: 'fedsa-plan/1', cost, plans } },
    pictures: searched.map(({ pictures }) => pictures),
  };
}

const NOT_SEARCHED: AlgorithmPlan = { kind: 'none', reason: '', lacksCurve: true, floor: null, byGap: [] };

/** By theory: for each algorithm, in a thread of its own, the plan for each ε. */
async function searchedPlans(
  question: PlanQuestion,
  costs: readonly RoundCost[],
  { signal, begins, hasPictures = false }: PlanWatch,
): Promise<SearchedPlans[]> {
  const { configuration, epsilons, loaded, gap } = question;
  const { algorithms } = configuration;
  const found: SearchedPlans[] = [];
  const open = [...algorithms.keys()];
  const search = async (): Promise<void> => {
    for (let k = open.shift(); k !== undefined && !signal.aborted; k = open.shift()) {
      const algorithm = keyOf(algorithms[k]!);
      found[k] = await plansInThread(
        {
          ...threadProblem(loaded.specification, configuration),
          ...{ configuration, algorithm: k, epsilons, gap },
          parameters: question.searched[k]!,
          ...{ roundCost: costs[k]!, hasPictures },
        },
        signal,
        ({ epsilon, tried, known }) => {
          begins(
            epsilon === null
              ? `${algorithm}: ${tried} of ${known} cells of its pictures`
              : `${algorithm}, ε = ${epsilon}: ${tried} of ${known} ${GAP_WORDS[gap.kind]}`,
          );
        },
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), algorithms.length) }, search));
  return found;
}

const GAP_WORDS = { localSteps: 'numbers of local steps', communicationProbability: 'probabilities' };

/** By simulation: what theory has no curve of. */
async function raceTheRest(
  question: PlanQuestion,
  costs: readonly RoundCost[],
  found: SearchedPlans[],
  { signal, begins }: PlanWatch,
): Promise<void> {
  const { configuration, epsilons, loaded, gap, searched } = question;
  for (const [k, algorithm] of configuration.algorithms.entries())
    for (const [at, epsilon] of epsilons.entries()) {
      const plan = found[k]?.plans[at];
      if (signal.aborted || plan?.kind !== 'none' || plan.lacksCurve !== true || searched[k]!.length === 0)
        continue;
      const subject = `${keyOf(algorithm)}, ε = ${epsilon}: by simulation`;
      begins(subject);
      const raced = await racedPlan(
        {
          ...{ question, algorithm: k, epsilon },
          costAt: costsOf(costs[k]!, gap.kind, loaded.problem, configuration),
          progress: (steps) => {
            begins(
              `${subject}, ${Math.min(100, Math.round((100 * steps) / RACE_STEPS))} % of its local steps`,
            );
          },
        },
        signal,
      );
      found[k] = { ...found[k]!, plans: found[k]!.plans.with(at, raced) };
    }
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
    reason: plan.reason ?? null,
    ...(isFound &&
      others.length > 0 && {
        others: Object.fromEntries(others.map((name) => [name, plan.parameters[name]!])),
      }),
  };
}
