/** From settings, given or left out, to a run in which every choice is made. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { ALGORITHMS } from '../algorithms/catalogue.ts';
import { configured } from '../algorithms/parts.ts';
import { budgetedRounds, isLimited, MOST_ROUNDS } from './budget.ts';
import type { Budget, Limits, RunConfiguration, ScheduledAlgorithm } from './configuration.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import { isTimed } from '../timing/isTimed.ts';
import { meanCycle } from '../timing/expected.ts';
import { meanGap, type RunTrigger, triggerSetting, userTrigger, workSeconds } from '../triggers/index.ts';
import { InputError, userCall } from '../values/failure.ts';
import { zeros } from '../maths/vector.ts';
import { policyFault } from '../algorithms/policyFault.ts';
import { budgetFault } from './budget.ts';
import { type MissingParameter, missingParameters, resolveAlgorithms } from './chosenAlgorithms.ts';
import { ownTrigger } from './ownKinds.ts';
import { resolvePolicy } from './policySettings.ts';
import {
  refuseForgottenModel,
  refuseOutside,
  refuseStalling,
  refuseTimeless,
  refuseTooOld,
} from './refuseStalling.ts';
import type { IntendedRun } from './settings/setting.ts';
import {
  ALL_SETTINGS,
  EXCLUSIONS,
  type RecordedSettings,
  recordedOf,
  type RunSettings,
} from './settings/runSettings.ts';
import type { ByteLimit } from './settings/byteLimit.ts';
import type { StepRule } from './settings/stepRule.ts';
import { SETTINGS } from './settings/table.ts';
import { resolveStepRule, type StepHorizon } from './stepRule.ts';
import { nameOf } from '../values/made.ts';
import { scientific } from '../values/numbers.ts';

/** Iterates of at most so many coordinates are always recorded. */
const SMALL_DIMENSION = 10;

/** The trigger that settings stand for. */
export function chosenTrigger(settings: RunSettings, agents: number): RunTrigger {
  const { localSteps = SETTINGS.localSteps.default, communicationProbability: probability } = settings;
  const trigger = ownTrigger(settings, agents);
  if (trigger !== undefined) return trigger;
  if (settings.workSeconds !== undefined) return { kind: 'work', seconds: settings.workSeconds };
  return probability === undefined
    ? { kind: 'deterministic', localSteps }
    : { kind: 'bernoulli', probability };
}

const limitsOf = (seconds: number | undefined, bytes: ByteLimit | undefined): Limits => ({
  ...(seconds !== undefined && { seconds }),
  ...(bytes !== undefined && { bytes }),
});

/**
 * Without a clock of its own a run has S seconds where it has ⌊S⌋ local steps: then its end is known beforehand.
 *
 * @param stepsAreSeconds - whether it is such a run
 */
function budgetOf({ rounds, steps, seconds, bytes }: RunSettings, stepsAreSeconds: boolean): Budget {
  if (stepsAreSeconds && seconds !== undefined && rounds === undefined)
    return {
      kind: 'steps',
      steps: Math.min(steps ?? Infinity, Math.floor(seconds)),
      ...limitsOf(undefined, bytes),
    };
  const limits = limitsOf(seconds, bytes);
  if (steps !== undefined) return { kind: 'steps', steps, ...limits };
  if (rounds === undefined && isLimited(limits)) return { kind: 'limits', ...limits };
  return { kind: 'rounds', rounds: rounds ?? SETTINGS.rounds.default, ...limits };
}

function refuseExcluding(settings: RunSettings): void {
  for (const [first, other] of EXCLUSIONS) {
    if (settings[first] !== undefined && settings[other] !== undefined)
      throw new InputError(`\`${first}\` and \`${other}\` exclude each other; give one of them`);
  }
}

/** Rounds are counted in 32 bits; a budget of steps can ask for more. */
function refuseEndless(trigger: RunTrigger, budget: Budget): void {
  const rounds = budgetedRounds({ trigger, budget });
  if (budget.kind === 'steps' && rounds > MOST_ROUNDS) {
    throw new InputError(
      `\`steps\`: ${budget.steps} local steps make about ${scientific(rounds, 2)} rounds; at most ${MOST_ROUNDS} can be run`,
    );
  }
}

/** Refuses what needs a number of rounds, and a run that no time would end. */
function refuseOpenEnd(
  { seconds, bytes }: RunSettings,
  { averageFrom, timing, clock }: RecordedSettings,
  policy: PolicyConfiguration,
  agents: number,
): void {
  if (averageFrom !== undefined && averageFrom > 0) {
    throw new InputError(
      `\`average\`: ${averageFrom} is a fraction of the rounds, whose number is not known in a run that only \`seconds\` or \`bytes\` end; give \`rounds\`, too, or an average from the start (0)`,
    );
  }
  if (seconds !== undefined && bytes === undefined && clock === 'virtual')
    refuseTimeless(policy, timing, agents);
}

/** Settings that mean nothing in this run, by the table. */
function refuseMeaningless(settings: RunSettings, run: IntendedRun): void {
  for (const [field, { refuse }] of Object.entries(ALL_SETTINGS)) {
    const given = settings[field as keyof RunSettings];
    const fault = given === undefined ? undefined : refuse?.(given as never, run);
    if (fault !== undefined) throw new InputError(`\`${field}\`: ${fault}`);
  }
}

/** Why an algorithm cannot run under a policy or with a trigger, and by which setting. */
export function pairFault(
  algorithm: Algorithm,
  policy: PolicyConfiguration,
  trigger: RunTrigger,
): { readonly setting: string; readonly reason: string } | undefined {
  const fault = policyFault(algorithm, policy, trigger);
  if (fault === undefined) return undefined;
  const reason = (other: string): string => `does not go with ${other}: ${fault}`;
  if (policyFault(algorithm, policy) !== undefined)
    return { setting: 'policy', reason: reason(policyOf(policy).name) };
  const { name, title } = triggerSetting(trigger);
  return { setting: name, reason: reason(title) };
}

/** Refuses pairs that mean nothing; names the algorithms that can run, of those asked for or, where none can, of the program. */
function refusePairs(
  asked: readonly { readonly algorithm: Algorithm }[],
  policy: PolicyConfiguration,
  trigger: RunTrigger,
): void {
  const faultOf = (algorithm: Algorithm) => pairFault(algorithm, policy, trigger);
  const algorithms = asked.map(({ algorithm }) => algorithm);
  const first = algorithms.find((algorithm) => faultOf(algorithm) !== undefined);
  if (first === undefined) return;
  const { setting, reason } = faultOf(first)!;
  const able = [algorithms, ALGORITHMS].map((some) =>
    some.filter((algorithm) => faultOf(algorithm) === undefined),
  );
  const names = new Set(able.find(({ length }) => length > 0)?.map(({ name }) => name));
  const instead = names.size === 0 ? '' : `; take \`algorithms\` ${[...names].join(',')}`;
  throw new InputError(`\`${setting}\`: ${first.name} ${reason}${instead}`);
}

/** What a step rule needs to know of a problem. */
export type ProblemFacts = Pick<StepHorizon, 'agents' | 'monotonicity'>;

const seedsOf = ({ seeds = SETTINGS.seeds.default }: RunSettings): readonly number[] =>
  typeof seeds === 'number' ? Array.from({ length: seeds }, (_, index) => index + 1) : seeds;

/** Asks for every parameter that is missing, at once. */
function refuseMissing(missing: readonly MissingParameter[]): void {
  if (missing.length === 0) return;
  const stable = missing.some(({ setting }) => setting === 'stepSize');
  const advice = stable ? '; `fedsa theory` prints the largest stable step size' : '';
  throw new InputError(`${whatIsMissing(missing)}${advice}`);
}

/** Which settings are needed, of which there is at least one, and what they mean. */
export function whatIsMissing(missing: readonly MissingParameter[]): string {
  const options = missing.map(({ setting }) => `\`${setting}\``);
  const meanings = missing.map(
    ({ meaning, algorithms }) =>
      `${meaning}, which ${inWords(algorithms)} ${algorithms.length === 1 ? 'has' : 'have'} no default for`,
  );
  return `${inWords(options)} ${options.length === 1 ? 'is' : 'are'} needed: ${meanings.join('; ')}`;
}

const inWords = (items: readonly string[]): string =>
  items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/**
 * The run that settings stand for, on a problem of the given dimension.
 *
 * @param facts - of the problem, for the step rules that need them
 * @throws InputError for what is missing, contradictory, or not used by any of the algorithms
 */
export function runConfiguration(
  settings: RunSettings,
  dimension: number,
  facts: ProblemFacts = { agents: 1, monotonicity: () => undefined },
): RunConfiguration {
  const algorithms = resolveAlgorithms(settings);
  refuseMissing(missingParameters(settings));
  refuseExcluding(settings);
  const trigger = chosenTrigger(settings, facts.agents);
  const recorded = recordedOf(settings);
  const { timing, clock } = recorded;
  refuseOutside(timing, facts.agents);
  const cycle = { timing, clock, localSteps: meanGap(trigger) ?? 1, dimension };
  const policy = resolvePolicy(settings, {
    agents: facts.agents,
    seconds: (agent) => meanCycle(cycle, agent),
  });
  // Gaps of a user's own may differ between agents, whose mean need not be whole.
  const stepsAreSeconds = !isTimed({ policy, timing, clock }) && userTrigger(trigger) === undefined;
  const budget = budgetOf(settings, stepsAreSeconds);
  refuseEndless(trigger, budget);
  refusePairs(algorithms, policy, trigger);
  refuseStalling(policy, timing, facts.agents);
  const localSteps = trigger.kind === 'deterministic' ? trigger.localSteps : 1;
  if (clock === 'virtual')
    refuseTooOld(policy, timing, { agents: facts.agents, localSteps, seconds: settings.seconds });
  for (const { algorithm } of algorithms) refuseForgottenModel(algorithm, timing, facts.agents);
  const unclear = budgetFault(policy, budget);
  if (unclear !== undefined)
    throw new InputError(`\`steps\`: under the policy ${policyOf(policy).name} ${unclear} (\`rounds\`)`);
  if (budget.kind === 'steps' && workSeconds(trigger) !== undefined)
    throw new InputError(
      '`steps`: under `workSeconds` the number of rounds is not known; give it (`rounds`)',
    );
  if (budget.kind === 'limits') refuseOpenEnd(settings, recorded, policy, facts.agents);
  refuseMeaningless(settings, {
    ...recorded,
    algorithms: algorithms.map(({ algorithm }) => algorithm),
    policy: policyOf(policy),
    isTimed: isTimed({ policy, timing, clock }),
    dimension,
  });
  const horizon = { trigger, budget, ...facts };
  return {
    algorithms: algorithms.map(({ algorithm, key, label, parameters }) => {
      const fault = userCall(`algorithm ${nameOf(algorithm)}: refuse`, () =>
        algorithm.refuse?.(parameters, trigger),
      );
      if (fault !== undefined) throw new InputError(fault);
      const resolved = Object.entries(parameters).map(([name, value]) => [
        name,
        algorithm.parameters[name]!.kind === 'step size'
          ? resolveStepRule(value as number | StepRule, horizon)
          : value,
      ]);
      return {
        ...configured(algorithm, Object.fromEntries(resolved) as Readonly<Record<string, unknown>>),
        ...(key === algorithm.name ? {} : { key }),
        ...(label === undefined ? {} : { label }),
        // The algorithm has said which parameters it has, and none of those it needs is missing.
      } as ScheduledAlgorithm;
    }),
    trigger,
    budget,
    seeds: seedsOf(settings),
    // −0 becomes 0, as in JSON, which a replay starts from.
    initial: Array.from(settings.initial ?? zeros(dimension), (x) => x + 0),
    iterates: settings.iterates ?? dimension <= SMALL_DIMENSION,
    policy,
    ...recorded,
    ...(algorithms.some(({ algorithm }) => saysSizes(algorithm)) && { bits: true }),
  };
}

/** Whether a message of an algorithm says its size. */
const saysSizes = ({ messages: { down, up, notices } }: Algorithm): boolean =>
  [...down, ...up, ...notices].some(({ bits }) => bits !== undefined);
