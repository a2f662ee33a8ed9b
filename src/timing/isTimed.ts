/** Runs that have a clock of their own. */
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';

export interface TimedChoice {
  readonly policy: PolicyConfiguration;
  readonly timing: unknown;
  readonly clock: string;
}

/** Whether a run's actors are timed one by one, rather than going round by round in lockstep. */
export function isTimed({ policy, timing, clock }: TimedChoice): boolean {
  return !policyOf(policy).everyone || timing !== undefined || clock !== 'virtual';
}
