/** Whether the server's thread is one of the threads that agents are packed onto. */
import { meanGap } from '../../src/triggers/index.ts';
import { needsClock } from '../replication/clockOf.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';

/**
 * What a host may compute in a round, in multiplications: some 20 ms. For longer the server's thread must
 * not be away, since signals and progress wait for it.
 */
const SHORT_ROUND = 2e7;

/**
 * It is, where rounds are short: waking threads then takes longer than computing, and a server that has
 * worked itself meanwhile need not be woken. Not with a user's own operators or algorithms, which may throw, hang or
 * end the process; and not on a clock, where agents are asked one by one.
 */
export function serverHosts({
  placement,
  specification,
  configuration,
  problem,
}: PreparedExperiment): boolean {
  if (placement.name !== 'packed' || placement.threads < 2) return false;
  const isOwn = configuration.algorithms.some(({ own }) => own !== undefined);
  if (specification.kind === 'module' || isOwn || needsClock(configuration)) return false;
  const localSteps = meanGap(configuration.trigger) ?? 1;
  const agents = problem.agents / placement.threads;
  return agents * localSteps * (problem.dimension ** 2 + 10) <= SHORT_ROUND;
}
