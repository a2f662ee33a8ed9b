/** Which step size and how many local steps bring the error to ε at the least cost: what `fedsa plan` and the library's `plan` do. */
import { availableParallelism } from 'node:os';
import { algorithmOf, type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import { maySilence } from '../../algorithms/silence.ts';
import { titlesOf } from '../../algorithms/titles.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { PlanField } from '../../configuration/planField.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Target } from '../../inputs/target.ts';
import type { AlgorithmPlan, GapPlan } from '../../search/plan/planSearch.ts';
import type { PlanPictures } from '../../search/plan/planPictures.ts';
import { threadProblem } from '../theory/threadProblem.ts';
import { plansInThread, type SearchedPlans } from './planInThread.ts';
import type { GapKind } from '../../search/plan/searchRange.ts';
import { type ImpossiblePair, type PlanQuestion, planQuestions } from './planQuestion.ts';
import { type Plan, planKey, type PlanPoint, type PlanReport } from '../../recording/planReport.ts';
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

/** One algorithm under one policy. */
interface PlannedPair {
  readonly question: PlanQuestion;
  /** its place in the question's configuration */
  readonly place: number;
  readonly algorithm: ConfiguredAlgorithm;
  readonly roundCost: RoundCost;
  /** what its plans begin with, and their key */
  readonly head: Pick<Plan, 'algorithm' | 'policy'>;
  readonly key: string;
}

/** A plan, with the questions that it answers. */
export interface FoundPlan {
  readonly questions: readonly PlanQuestion[];
  readonly report: PlanReport;
  readonly pairs: readonly PlannedPair[];
  /** of each pair, where they were asked for */
  readonly pictures: readonly (PlanPictures | undefined)[];
}

/** Names of plans' algorithms for readers, with the policy where several are compared. */
export function planTitles(
  questions: readonly PlanQuestion[],
): (plan: Pick<Plan, 'algorithm' | 'policy'>) => string {
  const titles = new Map(
    questions.map(({ policy, configuration }) => [policy, titlesOf(configuration.algorithms)] as const),
  );
  return ({ algorithm, policy }) => {
    const title = (titles.get(policy) ?? titlesOf([]))(algorithm);
    return policy === undefined ? title : `${title}, ${policy}`;
  };
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
  const { questions, impossible } = await planQuestions(target, given, asked, watch.dataDirectory);
  const [{ epsilons, cost, by }] = questions as [PlanQuestion];
  const isOver = (): boolean => watch.signal.aborted;
  const pairs: PlannedPair[] = [];
  for (const question of questions) {
    const costs = await roundCosts(question, watch.signal);
    if (isOver()) return undefined;
    pairs.push(
      ...question.configuration.algorithms.map((algorithm, place) =>
        pairOf(question, place, algorithm, costs[place]!),
      ),
    );
  }
  const searched =
    by === 'simulation' ? pairs.map((pair) => unsearched(pair)) : await searchedPlans(pairs, watch);
  if (by !== 'theory') await raceTheRest(pairs, searched, watch);
  if (isOver()) return undefined;
  const found = epsilons.flatMap((epsilon, at) =>
    [
      ...pairs.map((pair, k) => planOfPair(pair, epsilon, searched[k]!.plans[at]!)),
      ...impossible.map((pair) => impossiblePlan(pair, questions[0]!.gap.kind, epsilon)),
    ].sort((first, second) => (first.cost ?? Infinity) - (second.cost ?? Infinity)),
  );
  const titleOf = planTitles(questions);
  const questionOf = ({ policy }: Plan): PlanQuestion =>
    questions.find((question) => question.policy === policy)!;
  const plans =
    watch.verify === undefined
      ? found
      : await verifiedPlans(found, questionOf, watch.verify, watch.signal, (plan) => {
          watch.begins(`${titleOf(plan)}, ε = ${plan.epsilon}: runs with ${watch.verify!} seeds`);
        });
  if (isOver()) return undefined;
  return {
    ...{ questions, report: { format: 'fedsa-plan/1', cost, plans }, pairs },
    pictures: searched.map(({ pictures }) => pictures),
  };
}

function pairOf(
  question: PlanQuestion,
  place: number,
  algorithm: RunConfiguration['algorithms'][number],
  roundCost: RoundCost,
): PlannedPair {
  const { policy } = question;
  const head = { algorithm: keyOf(algorithm), ...(policy !== undefined && { policy }) };
  return { question, place, algorithm, roundCost, head, key: planKey(head) };
}

/** Why nothing says what rounds cost. */
const costUnknown = ({ question, algorithm }: PlannedPair): string | undefined =>
  question.cost.startsWith('bytes') && maySilence(algorithmOf(algorithm).messages.up)
    ? 'the bytes of its rounds depend on its numbers, since its agents may be silent; ask for rounds, steps or seconds'
    : undefined;

/** What theory has not searched: simulation may, where rounds have a known cost. */
function unsearched(pair: PlannedPair): SearchedPlans {
  const none = { kind: 'none', floor: null, byGap: [] } as const;
  const reason = costUnknown(pair);
  const plan: AlgorithmPlan =
    reason === undefined ? { ...none, reason: '', lacksCurve: true } : { ...none, reason };
  return { plans: pair.question.epsilons.map(() => plan), pictures: undefined };
}

/** By theory: for each pair, in a thread of its own, the plan for each ε. */
async function searchedPlans(
  pairs: readonly PlannedPair[],
  { signal, begins, hasPictures = false }: PlanWatch,
): Promise<SearchedPlans[]> {
  const found: SearchedPlans[] = [];
  const open = [...pairs.keys()];
  const search = async (): Promise<void> => {
    for (let k = open.shift(); k !== undefined && !signal.aborted; k = open.shift()) {
      const { question, place, roundCost, key } = pairs[k]!;
      const { configuration, epsilons, loaded, gap } = question;
      if (costUnknown(pairs[k]!) !== undefined) {
        found[k] = unsearched(pairs[k]!);
        continue;
      }
      found[k] = await plansInThread(
        {
          ...threadProblem(loaded.specification, configuration),
          ...{ configuration, algorithm: place, epsilons, gap },
          parameters: question.searched[place]!,
          ...{ roundCost, hasPictures },
        },
        signal,
        ({ epsilon, tried, known }) => {
          begins(
            epsilon === null
              ? `${key}: ${tried} of ${known} parts of its pictures`
              : `${key}, ε = ${epsilon}: ${tried} of ${known} ${GAP_WORDS[gap.kind]}`,
          );
        },
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), pairs.length) }, search));
  return found;
}

const GAP_WORDS = { localSteps: 'numbers of local steps', communicationProbability: 'probabilities' };

/** By simulation: what theory has no curve of. */
async function raceTheRest(
  pairs: readonly PlannedPair[],
  found: SearchedPlans[],
  { signal, begins }: PlanWatch,
): Promise<void> {
  for (const [k, { question, place, roundCost, key }] of pairs.entries()) {
    const { configuration, epsilons, loaded, gap, searched } = question;
    for (const [at, epsilon] of epsilons.entries()) {
      const plan = found[k]?.plans[at];
      if (
        signal.aborted ||
        plan?.kind !== 'none' ||
        plan.lacksCurve !== true ||
        searched[place]!.length === 0
      )
        continue;
      const subject = `${key}, ε = ${epsilon}: by simulation`;
      begins(subject);
      const raced = await racedPlan(
        {
          ...{ question, algorithm: place, epsilon, steps: RACE_STEPS },
          costAt: costsOf(roundCost, gap.kind, loaded.problem, configuration),
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
}

/** Of an algorithm that cannot run under a policy. */
const impossiblePlan = (
  { algorithm, policy, reason }: ImpossiblePair,
  kind: GapKind,
  epsilon: number,
): Plan => ({
  ...{ epsilon, algorithm, policy, kind: 'none', stepSize: null, serverStepSize: null, [kind]: null },
  ...{ rounds: null, cost: null, floor: null, relativeError: null, stepSizeRange: null },
  ...{ byLocalSteps: [], reason },
});

/** As the report has it. */
function planOfPair(
  { question, place, algorithm, head }: PlannedPair,
  epsilon: number,
  plan: AlgorithmPlan,
): Plan {
  const { gap, searched } = question;
  const names = searched[place]!.map(({ name }) => name);
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
    ...{ epsilon, ...head, kind: plan.kind },
    stepSize: isFound ? plan.parameters[step]! : null,
    serverStepSize: isFound || step !== 'serverStepSize' ? (serverStepSize ?? null) : null,
    [gap.kind]: isFound ? plan.gap : null,
    rounds: isFound ? plan.rounds : null,
    cost: isFound ? plan.cost : null,
    floor: plan.floor,
    relativeError: isFound ? plan.relativeError : null,
    stepSizeRange: isFound ? plan.range : null,
    byLocalSteps: plan.byGap.map(point),
    ...(plan.withoutCurve && {
      withoutCurve: plan.withoutCurve.map(({ gap: at, reason }) => ({ [gap.kind]: at, reason })),
    }),
    reason: plan.reason ?? null,
    ...(isFound &&
      others.length > 0 && {
        others: Object.fromEntries(others.map((name) => [name, plan.parameters[name]!])),
      }),
  };
}
