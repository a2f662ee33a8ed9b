/** A worker thread that runs whole replications, each with all its actors in this thread. */
import '../agent/userOutput.ts';
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { ActorFailure } from '../../src/values/failure.ts';
import type { TimedEvent } from '../../src/events/inspection.ts';
import { strayError } from '../agent/strayErrors.ts';
import { HostStatus } from '../agent/hostStatus.ts';
import { InlineAgents } from '../hosting/inlineAgents.ts';
import { asError, workerResources, workerProblem } from '../hosting/workerProblem.ts';
import { ActivityRing } from '../replication/activityRing.ts';
import type { ReplicationObserver, ReplicationPlan } from '../replication/replication.ts';
import { runReplication } from '../replication/runReplication.ts';
import { importMetrics } from '../agent/userMetrics.ts';
import { partsDone } from './progress.ts';
import { agentFields } from '../../src/measurement/agentValues.ts';
import { RoundPacker } from './packedRounds.ts';
import {
  HOLD,
  PARTS_DONE,
  type ReplicationReport,
  type ReplicationsReport,
  type ReplicationsTask,
  ROUNDS_DONE,
  STOP,
  COMMAND,
} from './replicationsTask.ts';

export { stand } from '../hosting/startGate.ts';

let answer: MeasuringBasis | undefined;

/** Task: runs whole replications, all actors in this thread. */
export async function runReplications(task: ReplicationsTask): Promise<ReplicationsReport> {
  const { progress } = task;
  const threadResources = await workerResources();
  answer ??= {
    root: task.root,
    mean: task.linearMean ?? solveProblem(await workerProblem(), task.root).mean,
    pulls: task.pulls,
    metrics: (await importMetrics(task.metrics)).map((metric) => metric!),
  };
  const activities = task.activities && new ActivityRing(task.activities);
  const replications: ReplicationReport[] = [];
  for (const [index, seed] of task.seeds.entries()) {
    Atomics.store(task.seedUnderWay, 0, index);
    activities?.clear();
    const plan: ReplicationPlan = { ...task.plan, seed };
    const packer = new RoundPacker(
      plan.dimension,
      plan.averageFrom !== undefined,
      task.metrics.length + agentFields(plan),
    );
    const events: { after: number; event: TimedEvent }[] = [];
    const done = partsDone((parts) => Atomics.add(progress, PARTS_DONE, parts));
    const observer: ReplicationObserver = {
      observe: (event) => {
        switch (event.kind) {
          case 'roundCompleted':
            Atomics.add(progress, ROUNDS_DONE, 1);
            if (event.share !== undefined) done(event.share);
            break;
          case 'recorded':
            packer.add(event.record, event.theta, event.average);
            break;
          case 'timed':
            events.push({ after: packer.rows, event: event.event });
            break;
          case 'clocked': // in the server's thread alone
        }
      },
      stopping: () => {
        let command = Atomics.load(progress, COMMAND);
        for (; command === HOLD; command = Atomics.load(progress, COMMAND))
          Atomics.wait(progress, COMMAND, HOLD);
        return command === STOP;
      },
    };
    try {
      const group = new InlineAgents(threadResources, plan, new HostStatus(task.hostStatus));
      const outcome = await runReplication({ plan, answer, observer, activities }, group);
      const stray = await strayError();
      if (stray !== undefined) {
        replications.push({ rounds: packer.packed(), events, outcome: undefined });
        return { replications, failure: undefined, stray: asError(stray.thrown) };
      }
      done(1);
      replications.push({ rounds: packer.packed(), events, outcome });
      if (outcome.kind === 'interrupted') break;
    } catch (error) {
      if (!(error instanceof ActorFailure)) throw asError(error);
      replications.push({ rounds: packer.packed(), events, outcome: undefined });
      return { replications, failure: { at: error.at, cause: asError(error.cause) } };
    }
  }
  return { replications, failure: undefined };
}
