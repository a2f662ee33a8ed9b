/** Condition under which packed agents live in the server's thread, and the others take their local steps with it. */
import { hasKernel } from '../../src/problems/operators/kernelOperator.ts';
import { needsClock } from '../replication/replicationClock.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';
import { isUserCode } from './placement.ts';
import { messageCost, SHORT_ROUND } from './roundCost.ts';

/**
 * True where kernels take the steps and rounds are short: waking threads that have agents of their own takes longer than
 * computing, and where one of them has lost its core all wait. Not with a user's own code, and not on a clock, where agents are asked one by one.
 */
export function areTeamed({
  placement,
  specification,
  configuration,
  problem,
  kernels,
}: PreparedExperiment): boolean {
  if (placement.name !== 'packed' || placement.threads < 2 || kernels === undefined) return false;
  if (isUserCode({ configuration, specification }) || needsClock(configuration)) return false;
  const agents = problem.agents / placement.threads;
  if (agents * messageCost(configuration, problem.dimension) > SHORT_ROUND) return false;
  return hasKernel(problem.agent(0).operator(configuration.sampling, configuration.seeds[0]!, 0));
}
