/** A server policy as a user gives it: what is left out is chosen here. */
import {
  DEFAULT_POLICY,
  isPolicyName,
  POLICIES,
  POLICY,
  POLICY_OPTIONS,
  type PolicyConfiguration,
  policyNamed,
  type PolicySettings,
  type PolicyText,
} from '../policies/index.ts';
import type { PolicyAgents } from '../policies/policy.ts';
import { weight as weights } from '../policies/stalenessWeight.ts';
import { InputError } from '../values/failure.ts';
import { ownPolicy } from './ownKinds.ts';
import type { RunSettings } from './settings/runSettings.ts';
import { listed } from '../values/kind.ts';
import { nearest } from '../values/nearest.ts';
import { flagOf } from '../values/parameter.ts';
import { readText } from '../values/text.ts';
import type { Value } from '../values/value.ts';

/** The settings that make a policy. */
export type PolicyChoice = Pick<RunSettings, 'policy' | 'late' | 'stalenessWeight' | 'set'>;

/**
 * The policy that settings stand for, with the defaults of what is left out. What is said beside the
 * policy wins over what it says itself.
 *
 * @param run - without its agents nothing is refused because of them
 * @throws InputError for a setting that the policy has no use for, or that these agents cannot have
 */
export function resolvePolicy(choice: PolicyChoice, run?: PolicyAgents): PolicyConfiguration {
  const { late, stalenessWeight } = choice;
  const made = ownPolicy(choice, run);
  if (made !== undefined) {
    const beside =
      late !== undefined ? 'late' : stalenessWeight !== undefined ? 'stalenessWeight' : undefined;
    if (beside === undefined) return made;
    throw new InputError(
      `\`${beside}\`: the policy is ${made.name}, which has settings of its own; leave it out`,
    );
  }
  const given = (choice.policy ?? DEFAULT_POLICY) as PolicySettings | PolicyText;
  const { kind, ...fields }: Readonly<Record<string, unknown>> & Pick<PolicySettings, 'kind'> =
    typeof given === 'string' ? valueOf('`policy`', given, POLICY as Value<PolicySettings>) : given;
  const weight =
    typeof stalenessWeight === 'string'
      ? valueOf('`stalenessWeight`', stalenessWeight, weights)
      : stalenessWeight;
  const beside: Readonly<Record<string, unknown>> = { late, weight };
  const { settings } = policyNamed(kind);
  for (const [field, { lacking }] of Object.entries(POLICY_OPTIONS)) {
    if (beside[field] === undefined || field in settings) continue;
    const having = POLICIES.filter((policy) => field in policy.settings).map(({ name }) => name);
    const name = field === 'late' ? field : 'stalenessWeight';
    throw new InputError(
      `\`${name}\`: the policy is ${kind}, ${lacking}; it is for ${listed(having, 'and')}`,
    );
  }
  const chosen = Object.entries(settings).flatMap(([field, setting]) => {
    const value = beside[field] ?? fields[field] ?? setting.default;
    return value === undefined ? [] : [[field, value] as const];
  });
  const values = Object.fromEntries(chosen);
  if (run === undefined) return { kind, ...values } as PolicyConfiguration;
  const { agents } = run;
  const reason = policyNamed(kind).refuse?.(values, run);
  if (reason !== undefined) throw new InputError(`\`policy\`: ${kind}: ${reason}`);
  for (const [field, value] of chosen) {
    const setting = settings[field]!;
    if (!('agents' in setting) || (value as number) <= agents) continue;
    const subject = setting.named
      ? `${kind} has ${flagOf(field)}=${value as number}`
      : `${kind}:${value as number} waits for ${value as number} agents`;
    throw new InputError(`\`policy\`: ${subject}; the problem has ${agents}`);
  }
  return { kind, ...values } as PolicyConfiguration;
}

/**
 * A policy with another value of one of its settings, by its name as on the command line and the value's text.
 *
 * @throws InputError in one line for a policy that has no such setting, and for a value that it cannot have
 */
export function withPolicySetting(
  policy: RunSettings['policy'],
  [flag, text]: readonly [flag: string, text: string],
): PolicySettings {
  const name = `policy.${flag}`;
  const given = policy ?? DEFAULT_POLICY;
  const value =
    typeof given === 'string' && !isPolicyName(given.split(':')[0]!)
      ? undefined
      : typeof given === 'string'
        ? valueOf('`policy`', given, POLICY as Value<PolicySettings>)
        : (given as PolicySettings);
  const definition = value && POLICIES.find((each) => each.name === value.kind);
  if (value === undefined || definition === undefined)
    throw new InputError(`${name}: a policy of your own has its settings by its name, as in TIFL.COUNT`);
  const { settings }: { readonly settings: Readonly<Record<string, Value>> } = definition;
  const field = Object.keys(settings).find((each) => [each, flagOf(each)].includes(flag));
  if (field === undefined) {
    const flags = Object.keys(settings).map(flagOf);
    const near = nearest(flag, flags);
    const having = flags.length === 0 ? 'none' : listed(flags, 'and');
    throw new InputError(
      `${name}: ${value.kind} has no such setting${near === undefined ? '' : ` (did you mean policy.${near}?)`}; it has ${having}`,
    );
  }
  return { ...value, [field]: valueOf(name, text, settings[field]!) };
}

function valueOf<T>(option: string, text: string, value: Value<T>): T {
  const reading = readText(value, text);
  if (reading.fault === undefined) return reading.value;
  throw new InputError(`${option}: ${reading.fault} (found "${text}")`);
}
