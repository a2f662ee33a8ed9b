/**
 * Driver of the synchronous policy where nothing has a time of its own: all agents answer each message of the server, and a
 * barrier stands for a dispatch each and for a policy that counts them. On the clock the same policy gives the same
 * numbers.
 */
import type { Message } from '../../src/algorithms/message.ts';
import { serverPart } from '../../src/algorithms/parts.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { Outcome } from '../../src/protocol/inspection.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import { wireOf } from '../../src/protocol/wire.ts';
import { gapOf } from '../../src/triggers/gaps.ts';
import type { Cohort } from '../runtime/cohort.ts';
import { ServerRounds } from '../server/serverRounds.ts';
import { plannedGaps } from '../server/trigger.ts';
import { Measurement } from './measurement.ts';
import type { ReplicationObserver, ReplicationPlan } from './replication.ts';

/**
 * Runs a replication to its end, or until it diverges or is stopped. The cohort stays open.
 *
 * @throws ActorFailure when an agent, or the thread it lives in, has failed
 */
export async function runInStep(
  plan: ReplicationPlan,
  cohort: Cohort,
  answer: KnownAnswer,
  observer: ReplicationObserver,
): Promise<Outcome> {
  const { algorithm, agents, trigger, budget, seed } = plan;
  const measurement = new Measurement(plan, answer, cohort.traffic, observer);
  let outcome = measurement.start();
  const initial = Float64Array.from(plan.initial);
  const server = new ServerRounds(
    serverPart(algorithm, { agents, initial, trigger, seed }),
    wireOf(algorithm),
  );
  const planned = plannedGaps(trigger, budget, agents, seed);
  for (let round = 1, step = 0; outcome === undefined; round++) {
    const gap = planned(round, agents * step);
    if (gap === undefined) return { kind: 'completed', ...measurement.done };
    // Where agents differ in it, the run has a clock.
    const localSteps = gapOf(gap, 0);
    let out: Message | RoundCompleted = server.open(round, localSteps);
    while (!('localModels' in out)) {
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) return { kind: 'interrupted', ...measurement.done };
      const exchanged = cohort.exchange(out);
      const answers = exchanged instanceof Promise ? await exchanged : exchanged;
      if (!answers) return { kind: 'interrupted', ...measurement.done };
      out = server.receive(answers);
    }
    step += localSteps;
    outcome = measurement.roundOver(out, step);
  }
  return outcome;
}
