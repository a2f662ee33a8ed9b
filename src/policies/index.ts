/** The server policies: all that there are, and what is derived from them all. */
import { asynchronous } from './asynchronous.ts';
import { boundedStaleness } from './boundedStaleness.ts';
import { buffered } from './buffered.ts';
import { checkedMachine } from './checkedMachine.ts';
import { deadline } from './deadline.ts';
import { first } from './first.ts';
import { type ConfigurationOf, type GivenOf, oneKindOf, type TextOf } from '../values/kind.ts';
import { madeBy, type Origin, ownName } from '../values/made.ts';
import { late } from './late.ts';
import type { FreeStep, Policy, PolicyDefinition } from './policy.ts';
import { sampled } from './sampled.ts';
import { weight } from './stalenessWeight.ts';
import { synchronous } from './synchronous.ts';
import { tiers } from './tiers.ts';
import { userCall, userFunction } from '../values/failure.ts';

export const POLICIES = [
  synchronous,
  first,
  deadline,
  sampled,
  buffered,
  asynchronous,
  boundedStaleness,
  tiers,
] as const;

type AnyPolicy = (typeof POLICIES)[number];

/** A user's own policy with its settings, and all that can be said of it without its code; plain data. */
export interface OwnPolicy extends Origin {
  readonly kind: 'own';
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly carries: boolean;
}

/** A policy with every setting, as a run's configuration and its manifest have it. */
export type PolicyConfiguration = ConfigurationOf<AnyPolicy> | OwnPolicy;

/** A policy as a scenario gives it: what becomes of late updates, and the weight of stale ones, may be left out. */
export type PolicySettings = GivenOf<AnyPolicy>;

/** A policy as on the command line. */
export type PolicyText = TextOf<AnyPolicy>;

/** All forms of a policy. */
export const POLICY = oneKindOf(POLICIES);

/** The settings that may be given beside a policy, too. */
export const POLICY_OPTIONS = { late, weight } as const;

/** Policy of a run that names none. */
export const DEFAULT_POLICY: PolicyConfiguration = { kind: 'synchronous' };

/** Whether a word is the name of a policy, or another name of it. */
export const isPolicyName = (word: string): boolean =>
  POLICIES.some(({ name, aliases = [] }: PolicyDefinition) => [name, ...aliases].includes(word));

/** All that is particular to a kind of policy. */
export const policyNamed = (kind: PolicySettings['kind']): PolicyDefinition =>
  POLICIES.find(({ name }) => name === kind)!;

/** The policy that a configuration stands for. */
export function policyOf(configuration: PolicyConfiguration): Policy {
  if (configuration.kind === 'own') return ownPolicyOf(configuration);
  const { kind, ...settings }: Readonly<Record<string, unknown>> & Pick<PolicySettings, 'kind'> =
    configuration;
  const definition = policyNamed(kind);
  return {
    name: kind,
    text: definition.text(settings),
    everyone: definition.everyone ?? false,
    carries: carriesOf(definition, settings),
    free: definition.free?.(settings),
    heldUpBy: (agents) => definition.heldUpBy?.(settings, agents),
    pace: (agents) => definition.pace?.(settings, agents),
    orders: definition.orders?.(settings),
    machine: (context) => definition.machine(settings, context),
  };
}

/** Whether a policy takes answers to an earlier round's model into a later round. */
export const carriesOf = (
  definition: PolicyDefinition,
  settings: Readonly<Record<string, unknown>>,
): boolean => definition.carries?.(settings) ?? settings.late === 'carry';

/** A user's step, whose weights say what they throw. */
const withWeight = (step: FreeStep | undefined, subject: string): FreeStep | undefined =>
  step && { ...step, weight: userFunction(subject, (...of: [number, number]) => step.weight(...of)) };

/** A user's policy: of one whose file has not been imported only its description is known. */
function ownPolicyOf({ name, settings, text, carries, ...origin }: OwnPolicy): Policy {
  const definition = madeBy('policy', origin, name) as PolicyDefinition | undefined;
  const where = `policy ${ownName(name, origin)}`;
  const asking = <T>(part: string, ask: (policy: PolicyDefinition) => T): T | undefined =>
    definition && userCall(`${where}: ${part}`, () => ask(definition));
  return {
    name,
    text,
    // The theory of rounds, and the barrier that is fast, are for the policy of the program alone.
    everyone: false,
    carries,
    free: asking('free', (policy) => withWeight(policy.free?.(settings), `${where}: weight`)),
    heldUpBy: (agents) => asking('heldUpBy', (policy) => policy.heldUpBy?.(settings, agents)),
    pace: (agents) => asking('pace', (policy) => policy.pace?.(settings, agents)),
    orders: asking('orders', (policy) => policy.orders?.(settings)),
    machine: (context) => {
      if (!definition) throw new RangeError(`there is no policy "${name}"`);
      const whose = { name, agents: context.agents, rounds: definition.free === undefined };
      return checkedMachine(whose, () => definition.machine(settings, context));
    },
  };
}
