/** Which runs the theory is about: those in which all agents go round by round, and gaps have a law. */
import { DEFAULT_POLICY, policyOf } from '../policies/index.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { likeTrigger, type RunTrigger, type TriggerConfiguration } from '../triggers/index.ts';
import type { Unknown } from './unknown.ts';

/** A configuration that may leave the policy out where all agents take part, and times where they matter to nothing. */
export type WithPolicy = Partial<Pick<RunConfiguration, 'policy' | 'timing' | 'clock'>>;

/** A configuration with a trigger whose gaps have a law. */
export type RoundBased<C> = Omit<C, 'trigger'> & { readonly trigger: TriggerConfiguration };

/** The configuration as the theory of rounds takes it, or why that says nothing of the run. */
export function roundBased<C extends WithPolicy & { readonly trigger: RunTrigger }>(
  configuration: C,
): RoundBased<C> | Unknown {
  const { everyone, name } = policyOf(configuration.policy ?? DEFAULT_POLICY);
  if (!everyone)
    return { reason: `the policy is ${name}; the theory is of rounds in which all agents take part` };
  return withLikeTrigger(configuration);
}

/** The configuration with a trigger of the program's own, or why that says nothing of its gaps. */
export function withLikeTrigger<C extends { readonly trigger: RunTrigger }>(
  configuration: C,
): RoundBased<C> | Unknown {
  const trigger = likeTrigger(configuration.trigger);
  if (trigger !== undefined) return { ...configuration, trigger };
  return {
    reason: `the trigger is ${nameOf(configuration.trigger)}; the theory is of gaps that are alike and independent, and the same for all agents`,
  };
}

const nameOf = (trigger: RunTrigger): string => (trigger.kind === 'own' ? trigger.name : trigger.kind);
