/** Runs one algorithm with one seed, on a clock where it needs one, else at a barrier. */
import { keyOf } from '../../src/algorithms/parts.ts';
import type { KnownAnswer } from '../../src/measurement/metrics/knownAnswer.ts';
import { inRun } from '../../src/values/failure.ts';
import type { Outcome } from '../../src/events/inspection.ts';
import type { RecordedEvent } from '../clock/recordedClock.ts';
import type { AgentGroup } from '../hosting/agentGroup.ts';
import { needsClock } from './replicationClock.ts';
import { runAtBarrier, runOnClock } from './eventDriver.ts';
import type { ReplicationObserver, ReplicationPlan } from './replication.ts';

/**
 * Runs a replication to its end, and closes the group of its agents.
 *
 * @param record - events of the same replication on the wall clock, to be gone through again
 */
export async function runReplication(
  plan: ReplicationPlan,
  group: AgentGroup,
  answer: KnownAnswer,
  observer: ReplicationObserver,
  record?: Iterable<RecordedEvent>,
): Promise<Outcome> {
  try {
    return await (needsClock(plan) || observer.stepping !== undefined
      ? runOnClock(plan, group, answer, observer, record)
      : runAtBarrier(plan, group, answer, observer));
  } catch (error) {
    throw inRun(error, { algorithm: keyOf(plan.algorithm), seed: plan.seed });
  } finally {
    await group.close();
  }
}
