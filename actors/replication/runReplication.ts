/** Runs one algorithm with one seed, on a clock where it needs one, else at a barrier. */
import { keyOf } from '../../src/algorithms/parts.ts';
import { inRun } from '../../src/values/failure.ts';
import type { Outcome } from '../../src/events/inspection.ts';
import type { AgentGroup } from '../hosting/agentGroup.ts';
import { needsClock } from './replicationClock.ts';
import { runAtBarrier, runOnClock } from './eventDriver.ts';
import type { ReplicationRun } from './replication.ts';

/** Runs a replication to its end, and closes the group of its agents. */
export async function runReplication(run: ReplicationRun, group: AgentGroup): Promise<Outcome> {
  const { plan, stepping } = run;
  try {
    return await (needsClock(plan) || stepping !== undefined
      ? runOnClock(run, group)
      : runAtBarrier(run, group));
  } catch (error) {
    throw inRun(error, { algorithm: keyOf(plan.algorithm), seed: plan.seed });
  } finally {
    await group.close();
  }
}
