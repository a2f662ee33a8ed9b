/** The server policies: all that there are, and what is derived from them all. */
import { asynchronous } from './asynchronous.ts';
import { boundedStaleness } from './boundedStaleness.ts';
import { buffered } from './buffered.ts';
import { deadline } from './deadline.ts';
import { first } from './first.ts';
import { type ConfigurationOf, type GivenOf, oneKindOf, type TextOf } from '../values/kind.ts';
import { late } from './late.ts';
import type { Policy, PolicyDefinition } from './policy.ts';
import { sampled } from './sampled.ts';
import { weight } from './stalenessWeight.ts';
import { synchronous } from './synchronous.ts';

export const POLICIES = [
  synchronous,
  first,
  deadline,
  sampled,
  buffered,
  asynchronous,
  boundedStaleness,
] as const;

type AnyPolicy = (typeof POLICIES)[number];

/** A policy with every setting, as a run's configuration and its manifest have it. */
export type PolicyConfiguration = ConfigurationOf<AnyPolicy>;

/** A policy as a scenario gives it: what becomes of late updates, and the weight of stale ones, may be left out. */
export type PolicySettings = GivenOf<AnyPolicy>;

/** A policy as on the command line. */
export type PolicyText = TextOf<AnyPolicy>;

/** What a policy may be. */
export const POLICY = oneKindOf(POLICIES);

/** The settings that may be given beside a policy, too. */
export const POLICY_OPTIONS = { late, weight } as const;

/** What is meant where nothing is said. */
export const DEFAULT_POLICY: PolicyConfiguration = { kind: 'synchronous' };

/** All that is particular to a kind of policy. */
export const policyNamed = (kind: PolicyConfiguration['kind']): PolicyDefinition =>
  POLICIES.find(({ name }) => name === kind)!;

/** The policy that a configuration stands for. */
export function policyOf(configuration: PolicyConfiguration): Policy {
  const { kind, ...settings }: Readonly<Record<string, unknown>> & Pick<PolicyConfiguration, 'kind'> =
    configuration;
  const definition = policyNamed(kind);
  return {
    name: kind,
    text: definition.text(settings),
    everyone: definition.everyone ?? false,
    carries: settings.late === 'carry',
    free: definition.free?.(settings),
    heldUpBy: (agents) => definition.heldUpBy?.(settings, agents),
    machine: (context) => definition.machine(settings, context),
  };
}
