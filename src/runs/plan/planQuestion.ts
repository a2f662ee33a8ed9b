/** A plan's question with everything checked: on which problem, over which algorithms, policies and ranges. */
import { type Algorithm } from '../../algorithms/algorithm.ts';
import { algorithmOf } from '../../algorithms/parts.ts';
import { algorithmOfChoice, missingParameters } from '../../configuration/chosenAlgorithms.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { overlay } from '../../configuration/overlay.ts';
import type { PlanCost, PlanField, PlanRange, PlanWay } from '../../configuration/planField.ts';
import { resolvePolicy } from '../../configuration/policySettings.ts';
import {
  chosenTrigger,
  pairFault,
  runConfiguration,
  whatIsMissing,
} from '../../configuration/runConfiguration.ts';
import { type AlgorithmChoice, DEFAULT_ALGORITHMS } from '../../configuration/settings/algorithmChoice.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';
import { type LoadedProblem, loadProblem, solveLoaded, type Target } from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import type { Solution } from '../../problems/root.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import type { SearchedParameter } from '../../search/plan/planSearch.ts';
import { endsOf, type SearchedGap, type SearchRange } from '../../search/plan/searchRange.ts';
import type { PolicyText } from '../../policies/index.ts';
import { firstStep, scannedParameter } from '../../theory/stability/scannedStep.ts';
import { sizeOf } from '../../theory/stability/stepScan.ts';
import { InputError } from '../../values/failure.ts';

/** What is asked under one policy, with what the scenario says. */
export interface PlanQuestion {
  /** the policy as it was given, where several are compared */
  readonly policy: string | undefined;
  readonly loaded: LoadedProblem;
  readonly solution: Solution;
  /** with placeholders where it is searched */
  readonly configuration: RunConfiguration;
  readonly epsilons: readonly number[];
  readonly cost: PlanCost;
  readonly by: PlanWay | undefined;
  readonly gap: SearchedGap;
  /** of each algorithm, the step size first */
  readonly searched: readonly (readonly SearchedParameter[])[];
}

/** An algorithm that cannot run under a policy, and why. */
export interface ImpossiblePair {
  readonly algorithm: string;
  readonly policy: string;
  readonly reason: string;
}

/** What is asked under all policies; at least one question. */
export interface PlanQuestions {
  readonly questions: readonly PlanQuestion[];
  readonly impossible: readonly ImpossiblePair[];
}

/** Step sizes that are looked at where no range is given: so much of 1/max‖Ā_i‖. */
const STEPS = { from: 4e-5, to: 4 };
/** Local steps where neither the question nor the scenario says a number. */
const LOCAL_STEPS = 100;

const GAPS = ['localSteps', 'communicationProbability'] as const;

/**
 * The questions of a target.
 *
 * @throws InputError in one line
 */
export async function planQuestions(
  { definition }: Target,
  given: RunSettings,
  asked: Partial<PlanField>,
  dataDirectory: string | undefined,
): Promise<PlanQuestions> {
  const { epsilon, cost = 'rounds', by, over = {} } = { ...definition.plan, ...asked };
  if (epsilon === undefined)
    throw new InputError('a plan needs the error to be reached: give `epsilon`, such as `epsilon` 0.01');
  const epsilons = refuseLevels(typeof epsilon === 'number' ? [epsilon] : epsilon);
  const loaded = await loadProblem(definition.problem, dataDirectory);
  const solution = solveLoaded(loaded);
  if (solution.root === undefined)
    throw new InputError(
      `a plan needs the root θ*, from which errors are measured, and this problem has none: give its module a mean`,
    );
  const chosen = await withOwnFiles(given);
  if (chosen.trigger !== undefined)
    throw new InputError(
      '`trigger`: a plan is over `localSteps` or `communicationProbability`; leave it out',
    );
  const ranges = rangesOf({ ...definition.plan?.over, ...fixedBy(chosen), ...over });
  const gap = gapOf(ranges, overlay(definition, chosen));
  const placeholders: RunSettings = Object.fromEntries<number>(
    [...ranges, [gap.kind, gap.range] as const].map(([name, range]) => [name, endsOf(range).low]),
  );
  const policies = asked.policies ?? (given.policy === undefined ? definition.plan?.policies : undefined);
  const impossible: ImpossiblePair[] = [];
  const underPolicy = async (policy: string | undefined): Promise<PlanQuestion | undefined> => {
    const choice = policy === undefined ? {} : await withOwnFiles({ policy: policy as PolicyText });
    const under = { ...chosen, ...placeholders, ...choice };
    const all = overlay(definition, under, { areAsked: policy !== undefined });
    const algorithms = all.algorithms ?? DEFAULT_ALGORITHMS;
    const pairs = policy === undefined ? [] : impossiblePairs(all, policy);
    impossible.push(...pairs);
    const able = algorithms.filter(
      (choice) => !pairs.some(({ algorithm }) => algorithm === algorithmOfChoice(choice)?.name),
    );
    if (able.length === 0) return undefined;
    const used = pairs.length === 0 ? ranges : usedBy(able, ranges);
    const settings: RunSettings = {
      ...(Object.fromEntries(
        Object.entries(all).filter(([name]) => !ranges.has(name) || used.has(name)),
      ) as RunSettings),
      algorithms: able,
    };
    const { problem } = loaded;
    const configuration = runConfiguration(
      { ...(isOpen(settings) && { rounds: 1 }), ...settings, ...stepPlaceholders(settings, ranges) },
      problem.dimension,
      problemFacts(problem, () => solution),
    );
    refuseUnused(ranges, algorithms);
    const searched = searchedOf(configuration, ranges, loaded, solution);
    return { policy, loaded, solution, configuration, epsilons, cost, by, gap, searched };
  };
  const found: (PlanQuestion | undefined)[] = [];
  for (const policy of new Set<string | undefined>(policies ?? [undefined]))
    found.push(await underPolicy(policy));
  const questions = found.filter((question) => question !== undefined);
  if (questions.length > 0) return { questions, impossible };
  const [{ algorithm, reason }] = impossible as [ImpossiblePair];
  throw new InputError(`\`policy\`: none of the algorithms can run: ${algorithm} ${reason}`);
}

/** The ranges of gaps, and of parameters that some algorithms have. */
function usedBy(
  choices: readonly AlgorithmChoice[],
  ranges: ReadonlyMap<string, SearchRange>,
): ReadonlyMap<string, SearchRange> {
  const algorithms = choices.map(algorithmOfChoice);
  return new Map(
    [...ranges].filter(
      ([name]) =>
        [...GAPS, 'stepSize'].includes(name) ||
        algorithms.some((algorithm) => algorithm !== undefined && name in algorithm.parameters),
    ),
  );
}

/** The algorithms that cannot run under the policy of some settings, each once. */
function impossiblePairs(settings: RunSettings, policy: string): ImpossiblePair[] {
  const under = resolvePolicy(settings);
  const trigger = chosenTrigger(settings, Infinity);
  const algorithms = new Set((settings.algorithms ?? DEFAULT_ALGORITHMS).map(algorithmOfChoice));
  return [...algorithms].flatMap((algorithm) => {
    const fault = algorithm && pairFault(algorithm, under, trigger);
    return fault === undefined ? [] : [{ algorithm: algorithm!.name, policy, reason: fault.reason }];
  });
}

/** The parameters that are searched, of each algorithm. */
function searchedOf(
  { algorithms }: RunConfiguration,
  ranges: ReadonlyMap<string, SearchRange>,
  { problem }: LoadedProblem,
  solution: Solution,
): SearchedParameter[][] {
  const linear = linearProblem(problem, solution);
  const scale = 'reason' in linear ? 1 : sizeOf(linear);
  const usual: SearchRange = { kind: 'between', low: STEPS.from / scale, high: STEPS.to / scale };
  return algorithms.map((algorithm) => {
    const step = scannedParameter(algorithm);
    if (step === undefined) return [];
    const { parameters } = algorithmOf(algorithm);
    const others = [...ranges].filter(([name]) => name !== step && name in parameters);
    // γ of an algorithm without η is its step size
    const range = ranges.get(step) ?? (step === 'stepSize' ? undefined : ranges.get('stepSize')) ?? usual;
    return [{ name: step, range }, ...others.map(([name, range]) => ({ name, range }))];
  });
}

/** Whether nothing says how long a run is. */
const isOpen = ({ rounds, steps, seconds, bytes }: RunSettings): boolean =>
  [rounds, steps, seconds, bytes].every((length) => length === undefined);

function refuseLevels(epsilons: readonly number[]): readonly number[] {
  for (const epsilon of epsilons)
    if (!(epsilon > 0 && Number.isFinite(epsilon)))
      throw new InputError(`epsilon: must be a number above 0 (found ${epsilon})`);
  return [...new Set(epsilons)];
}

/** Numbers that are given for what a plan would search. */
const fixedBy = (given: RunSettings): Record<string, PlanRange> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => typeof value === 'number' && ['stepSize', 'serverStepSize', ...GAPS].includes(name),
    ) as [string, number][],
  );

function rangesOf(over: Readonly<Record<string, PlanRange>>): Map<string, SearchRange> {
  return new Map(
    Object.entries(over).map(([name, range]) => [name, refuseRange(name, searchRange(range))] as const),
  );
}

const searchRange = (range: PlanRange): SearchRange => {
  if (typeof range === 'number') return { kind: 'list', values: [range] };
  if ('from' in range) {
    const { from: low, to: high } = range;
    return low === high ? { kind: 'list', values: [low] } : { kind: 'between', low, high };
  }
  return { kind: 'list', values: [...new Set(range)] };
};

function refuseRange(name: string, range: SearchRange): SearchRange {
  const { low, high } = endsOf(range);
  const values = range.kind === 'list' ? range.values : [low, high];
  const fault =
    values.length === 0
      ? 'has no values'
      : !(low > 0) || !Number.isFinite(high)
        ? 'must be of numbers above 0'
        : low > high
          ? 'must go from a number to a larger one'
          : name === 'localSteps' && !values.every(Number.isSafeInteger)
            ? 'must be of whole numbers from 1'
            : name === 'communicationProbability' && high > 1
              ? 'must be of probabilities, above 0 and at most 1'
              : undefined;
  if (fault !== undefined) throw new InputError(`\`${name}\`: ${fault} (found ${rangeText(range)})`);
  return range;
}

/** `0.001..1`, or `1,10,100`. */
export const rangeText = (range: SearchRange): string =>
  range.kind === 'between' ? `${range.low}..${range.high}` : range.values.join(',');

/** The gaps that are searched: those asked for, else up to the scenario's own. */
function gapOf(
  ranges: ReadonlyMap<string, SearchRange>,
  { localSteps = LOCAL_STEPS, communicationProbability }: RunSettings,
): PlanQuestion['gap'] {
  const [kind, other] = GAPS.filter((name) => ranges.has(name));
  if (other !== undefined)
    throw new InputError('a plan is over `localSteps` or over `communicationProbability`, not over both');
  if (kind !== undefined) return { kind, range: ranges.get(kind)! };
  return communicationProbability === undefined
    ? { kind: 'localSteps', range: searchRange({ from: 1, to: localSteps }) }
    : { kind: 'communicationProbability', range: searchRange({ from: communicationProbability, to: 1 }) };
}

/**
 * 1 for each step size that is searched and that nothing else gives.
 *
 * @throws InputError for parameters that are missing and not searched
 */
function stepPlaceholders(
  settings: RunSettings,
  ranges: ReadonlyMap<string, SearchRange>,
): Readonly<Record<string, number>> {
  const chosen = (settings.algorithms ?? DEFAULT_ALGORITHMS).map(algorithmOfChoice);
  const stepOf = (name: string): string | undefined => {
    const algorithm = chosen.find((each): each is Algorithm => each?.name === name);
    return algorithm && firstStep(algorithm.parameters);
  };
  const missing = missingParameters(settings);
  const unsearched = missing
    .map(({ algorithms, ...parameter }) => ({
      ...parameter,
      algorithms: algorithms.filter((name) => stepOf(name) !== parameter.setting),
    }))
    .filter(({ setting, algorithms }) => algorithms.length > 0 && !ranges.has(setting));
  if (unsearched.length > 0) throw new InputError(whatIsMissing(unsearched));
  return Object.fromEntries(missing.map(({ setting }) => [setting, 1]));
}

/** Refuses ranges of what no algorithm has. */
function refuseUnused(ranges: ReadonlyMap<string, SearchRange>, choices: readonly AlgorithmChoice[]): void {
  const used = usedBy(choices, ranges);
  const unused = [...ranges.keys()].find((name) => !used.has(name));
  if (unused === undefined) return;
  const names = choices.map((choice) => algorithmOfChoice(choice)?.name ?? 'one of the user');
  throw new InputError(`\`${unused}\`: none of the algorithms (${names.join(', ')}) has it`);
}
