/** Which algorithm goes with which server policy: what its vectors mean when agents are missing or stale. */
import type { AlgorithmName } from '../algorithms/catalogue.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { Budget } from './configuration.ts';

/**
 * Why an algorithm's protocol means nothing under a policy.
 *
 * @returns the reason; `undefined` for a pair that can be run
 */
export function policyFault(
  algorithm: AlgorithmName,
  configuration: PolicyConfiguration,
): string | undefined {
  const { carries, free } = policyOf(configuration);
  switch (algorithm) {
    case 'local-sa':
    case 'minibatch-sgd':
    case 'richardson-romberg':
    case 'scaffold':
      return undefined;
    case 'scafflsa':
      if (free?.replaces)
        return 'with α = 1 the model is always one agent’s own, nothing averages the corrections’ delays away, and it wanders even without noise; take α < 1';
      return carries
        ? 'a late model would move its ξ_i by an average that it was not part of, and the ξ_i would no longer sum to 0; drop late updates'
        : undefined;
    case 'fedhsa':
      if (free) return 'its g needs the operators of several agents at one and the same θ̄';
      return carries ? 'its differences belong to the g of their own round; drop late updates' : undefined;
    case 'local-sgd-m':
      if (carries) return 'its v is the average path from one common model; drop late updates';
      return free?.fold === 'mix'
        ? 'its v is an average over agents, and such a step has one agent; buffered averages several'
        : undefined;
  }
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
