/** Cost of rounds and runs, in multiplications: 10⁹ of them take about a second. */
import { policyOf } from '../../src/policies/index.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import { meanGap } from '../../src/triggers/index.ts';

/** Cost of an agent between two messages: a matrix with a vector at each local step. */
export const messageCost = ({ trigger }: Pick<RunConfiguration, 'trigger'>, dimension: number): number =>
  (meanGap(trigger) ?? 1) * (dimension ** 2 + 10);

/**
 * Cost of all local steps of all replications, about.
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

/**
 * Most that a thread may compute in a round, in multiplications, of which kernels take five a nanosecond: some 20 ms.
 * For longer the server's thread must not be away, since signals and progress wait for it.
 */
export const SHORT_ROUND = 1e8;
