/** Which algorithm goes with which server policy: what its vectors mean when agents are missing or stale. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { Budget } from './configuration.ts';

/**
 * Why an algorithm's protocol means nothing under a policy.
 *
 * @returns the reason; `undefined` for a pair that can be run
 */
export function policyFault(algorithm: Algorithm, configuration: PolicyConfiguration): string | undefined {
  return algorithm.under?.(policyOf(configuration));
}

/**
 * Why a run's length cannot be given in local steps under a policy.
 *
 * @returns the reason; `undefined` where it can
 */
export function budgetFault(policy: PolicyConfiguration, budget: Budget): string | undefined {
  return budget.kind === 'steps' && !policyOf(policy).everyone
    ? 'agents take local steps that go into no server step, or late, so that their number does not say how many server steps there are; give the number of server steps'
    : undefined;
}
