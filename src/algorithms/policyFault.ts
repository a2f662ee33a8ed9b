/** Algorithms under server policies: faults of those whose vectors mean nothing when agents are missing or stale. */
import type { Algorithm } from './algorithm.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { RunTrigger } from '../triggers/index.ts';
import { servesWithoutRounds, SOME_TRIGGER } from './serverTraits.ts';
import { userCall } from '../values/failure.ts';
import { nameOf } from '../values/made.ts';

/**
 * Why an algorithm's protocol means nothing under a policy, or with a trigger.
 *
 * @returns the reason; `undefined` for a pair that can be run
 */
export function policyFault(
  algorithm: Algorithm,
  configuration: PolicyConfiguration,
  trigger: RunTrigger = SOME_TRIGGER,
): string | undefined {
  const policy = policyOf(configuration);
  const fault = userCall(`algorithm ${nameOf(algorithm)}: under`, () => algorithm.under?.(policy, trigger));
  if (fault !== undefined || policy.free === undefined || servesWithoutRounds(algorithm)) return fault;
  return 'its server has no part for policies without rounds (free)';
}
