/** Settings that leave the order of a run's events alone, and another value of them in its configuration. */
import { describedAlgorithm, keyOf, algorithmOf } from '../algorithms/parts.ts';
import { layoutOf } from '../algorithms/messageLayout.ts';
import type { Message } from '../algorithms/message.ts';
import { maySilence } from '../algorithms/silence.ts';
import { everyAgent } from '../policies/machine.ts';
import { isShared, type TimingModel, timingOf } from '../timing/timingModel.ts';
import { type OwnPolicy, type PolicyConfiguration, policyNamed } from '../policies/index.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../configuration/configuration.ts';
import { InputError } from '../values/failure.ts';
import { withPolicySetting } from '../configuration/policySettings.ts';
import type { ProblemFacts } from '../configuration/runConfiguration.ts';
import { resolveStepRule } from '../configuration/stepRule.ts';
import { OPTIONS, settingByFlag } from '../configuration/settings/runSettings.ts';
import { type StepRule, stepRule } from '../configuration/settings/stepRule.ts';
import { nearest } from '../values/nearest.ts';
import { flagOf } from '../values/parameter.ts';
import { readText } from '../values/text.ts';
import type { Value } from '../values/value.ts';

/** A setting by the name of its option, and the text of its value. */
export interface Change {
  readonly name: string;
  readonly text: string;
}

/** Settings of a policy that say how far a server step goes, and not when it happens or what goes into it. */
const STRENGTHS = ['mixing', 'weight', 'serverStepSize', 'momentum'];
const POLICY = 'policy.';

/**
 * A change as on the command line.
 *
 * @param text - `NAME=VALUE`
 * @throws InputError in one line
 */
export function changeOf(text: string): Change {
  const [, name, value] = /^\s*(?:--)?([^=\s]+)\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InputError(`\`changes\`: "${text}" is not NAME=VALUE, as in step-size=0.1`);
  return { name: name === 'staleness-weight' ? `${POLICY}weight` : name, text: value.trim() };
}

/**
 * A configuration with other values of settings that leave the order of events alone.
 *
 * @throws InputError in one line for other settings, with the reason, for a value that a setting cannot have, and for two
 *   values of one
 */
export function withChanges(
  configuration: RunConfiguration,
  changes: readonly Change[],
  facts: ProblemFacts,
): RunConfiguration {
  const names = changes.map(({ name }) => flagOf(name));
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new InputError(`\`changes\` ${twice}: is given twice; name it once`);
  return changes.reduce((changed, change) => withChange(changed, change, facts), configuration);
}

function withChange(configuration: RunConfiguration, change: Change, facts: ProblemFacts): RunConfiguration {
  const { name, text } = change;
  refuseTimesOfNumbers(configuration, name, facts.agents);
  if (name.startsWith(POLICY))
    return { ...configuration, policy: changedPolicy(configuration.policy, name.slice(POLICY.length), text) };
  if (name === 'initial') {
    const initial = valueOf(name, text, settingByFlag('initial')!.value) as readonly number[];
    const { length } = configuration.initial;
    if (initial.length !== length)
      throw new InputError(`\`changes\` initial: has ${initial.length} numbers; θ has ${length}`);
    return { ...configuration, initial: initial.map((x) => x + 0) };
  }
  const place = name.lastIndexOf('.');
  const [whose, flag] = place < 0 ? [undefined, name] : [name.slice(0, place), name.slice(place + 1)];
  const having = configuration.algorithms.filter(
    (algorithm) =>
      (whose === undefined ||
        [keyOf(algorithm), algorithm.name, ...algorithmOf(algorithm).aliases].includes(whose)) &&
      parameterOf(algorithm, flag) !== undefined,
  );
  if (having.length === 0) throw refusal(configuration, name);
  return {
    ...configuration,
    algorithms: configuration.algorithms.map((algorithm) =>
      having.includes(algorithm)
        ? changedAlgorithm(configuration, algorithm, flag, change, facts)
        : algorithm,
    ),
  };
}

const parameterOf = (algorithm: ScheduledAlgorithm, flag: string): string | undefined =>
  Object.keys(describedAlgorithm(algorithm).parameters).find((field) =>
    [field, flagOf(field)].includes(flag),
  );

/** Refuses any change where an algorithm's messages, in size or in whether they are sent, depend on numbers. */
function refuseTimesOfNumbers({ algorithms, timing }: RunConfiguration, name: string, agents: number): void {
  for (const algorithm of algorithms) {
    if (!algorithm.own || timing === undefined) continue;
    const { up, down, notices } = algorithmOf(algorithm).messages;
    if (maySilence(up))
      throw new InputError(
        `\`changes\` ${name}: agents of ${algorithm.name} may be silent in other rounds, and silence takes no time; fedsa run takes it`,
      );
    if ([...up, ...down, ...notices].some(({ bits }) => bits) && hasBandwidth(timing, agents))
      throw otherSize(algorithm, name);
  }
}

const otherSize = (algorithm: ScheduledAlgorithm, name: string): InputError =>
  new InputError(
    `\`changes\` ${name}: messages of ${algorithm.name} may be of another size, and with a bandwidth take another time; fedsa run takes it`,
  );

/** Whether bytes take time on some agent's links or on the server's. */
const hasBandwidth = (timing: TimingModel, agents: number): boolean =>
  isShared(timing) ||
  everyAgent(agents).some((agent) => {
    const { uplinkBandwidth, downlinkBandwidth } = timingOf(timing, agent);
    return uplinkBandwidth !== undefined || downlinkBandwidth !== undefined;
  });

/** Sizes of the messages of an algorithm that is not a user's: they depend on its parameters alone. */
function sizesOf(algorithm: ScheduledAlgorithm, dimension: number): string {
  const { up, down, notices } = algorithmOf(algorithm).messages;
  const layout = layoutOf(algorithm, dimension);
  return [...up, ...down, ...notices].map(({ kind }) => layout.bits({ kind } as Message)).join();
}

function changedAlgorithm(
  { trigger, budget, timing, initial }: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  flag: string,
  { name, text }: Change,
  facts: ProblemFacts,
): ScheduledAlgorithm {
  const field = parameterOf(algorithm, flag)!;
  const parameter = describedAlgorithm(algorithm).parameters[field]!;
  const isStep = parameter.kind === 'step size';
  const given = valueOf(name, text, isStep ? stepRule : parameter);
  const value = isStep ? resolveStepRule(given as number | StepRule, { trigger, budget, ...facts }) : given;
  const changed = { ...algorithm, [field]: value };
  const fault = algorithmOf(changed).refuse?.(changed, trigger);
  if (fault !== undefined) throw new InputError(`\`changes\` ${name}: ${fault}`);
  const sizeMayChange = (): boolean =>
    algorithm.own ? !isStep : sizesOf(algorithm, initial.length) !== sizesOf(changed, initial.length);
  if (timing && hasBandwidth(timing, facts.agents) && sizeMayChange()) throw otherSize(algorithm, name);
  return changed;
}

function changedPolicy(policy: PolicyConfiguration, flag: string, text: string): PolicyConfiguration {
  if (isOwn(policy))
    throw new InputError(
      `\`changes\` policy.${flag}: the policy ${policy.name} is your own, and its settings may decide when the server steps; fedsa run takes them`,
    );
  const changed = withPolicySetting(policy, [flag, text]);
  const field = Object.keys(changed).find((each) => [each, flagOf(each)].includes(flag))!;
  if (!STRENGTHS.includes(field))
    throw new InputError(
      `\`changes\` policy.${flag}: it decides when the server steps, and so the order of events; fedsa run takes it`,
    );
  return changed as PolicyConfiguration;
}

const isOwn = (policy: PolicyConfiguration): policy is OwnPolicy => policy.kind === 'own';

function valueOf(name: string, text: string, value: Value): unknown {
  const reading = readText(value, text);
  if (reading.fault === undefined) return reading.value;
  throw new InputError(`\`changes\` ${name}: ${reading.fault} (found "${text}")`);
}

/** Why a setting cannot be changed, by the field of scenarios that it is. */
const REASONS: readonly (readonly [fields: RegExp, reason: string])[] = [
  [
    /^(localSteps|communicationProbability|workSeconds|trigger)$/,
    'it changes how long agents compute, and so the order of events',
  ],
  [/^(policy|late)$/, 'it decides which answers a server step waits for, and so the order of events'],
  [/^(timing|clock|tieSeed)/, 'it changes when messages arrive, and so the order of events'],
  [/^(rounds|steps|seconds|bytes)$/, 'it changes how many events there are'],
  [/^(seeds|algorithms)$/, 'the recorded events are of the run’s own seeds and algorithms'],
];

function refusal({ algorithms, policy }: RunConfiguration, name: string): InputError {
  const option = settingByFlag(name);
  const flags = algorithms.flatMap((algorithm) =>
    Object.keys(describedAlgorithm(algorithm).parameters).map(flagOf),
  );
  const strengths = isOwn(policy)
    ? []
    : STRENGTHS.filter((field) => field in policyNamed(policy.kind).settings).map(
        (field) => `${POLICY}${flagOf(field)}`,
      );
  const can = [...new Set(flags), 'initial', ...strengths];
  if (option === undefined) {
    const near = nearest(name, [...can, ...OPTIONS.map(({ flag }) => flag)]);
    const question = near === undefined ? '' : `; did you mean ${near}?`;
    return new InputError(
      `\`changes\` ${name}: neither the run’s algorithms nor its policy have it${question}`,
    );
  }
  if (option.field === 'set')
    return new InputError(
      '`changes` set: name the parameter itself, as in `changes` scaffold.server-step-size=0.5',
    );
  if (option.sameNumbers) return new InputError(`\`changes\` ${name}: it affects no number; leave it out`);
  const [, reason] = REASONS.find(([fields]) => fields.test(option.field)) ?? [];
  return reason === undefined
    ? new InputError(
        `\`changes\` ${name}: it is no part of a step of this run; fedsa run takes it, or one of these: ${can.join(', ')}`,
      )
    : new InputError(`\`changes\` ${name}: ${reason}; fedsa run DIR --${name} runs anew`);
}
