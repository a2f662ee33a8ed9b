/** Cost of a run's local steps. */
import { messageCost } from '../../../actors/experiment/roundCost.ts';
import { policyOf } from '../../policies/index.ts';
import type { RunConfiguration } from '../../protocol/configuration.ts';

/**
 * Multiplications of all local steps of all replications, about.
 *
 * @param agents - M
 * @param rounds - T, of each replication
 */
export function runCost(configuration: RunConfiguration, agents: number, rounds: number): number {
  const { algorithms, seeds, initial, policy } = configuration;
  const pace = policyOf(policy).pace(agents);
  const answers = pace === undefined ? agents : pace.kind === 'rounds' ? pace.asked : pace.answers;
  const replications = algorithms.length * seeds.length;
  return replications * rounds * answers * messageCost(configuration, initial.length);
}
