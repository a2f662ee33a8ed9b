/**
 * Driver of the synchronous policy where nothing has a time of its own: all agents answer each message of the server, and a
 * barrier stands for a dispatch each and for a policy that counts them. On the clock the same policy gives the same
 * numbers.
 */
import { Subject, takeWhile, tap } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';
import { serverPart } from '../../src/algorithms/parts.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { Outcome } from '../../src/protocol/inspection.ts';
import { wireOf } from '../../src/protocol/wire.ts';
import type { AgentsInStep } from '../cohort/cohort.ts';
import { ServerRounds } from '../server/serverRounds.ts';
import { synchronousServer } from '../server/synchronousServer.ts';
import { Measurement } from './measurement.ts';
import type { ReplicationObserver, ReplicationPlan } from './replication.ts';

/**
 * Runs a replication to its end, or until it diverges or is stopped. The cohort stays open.
 *
 * @throws ActorFailure when an agent, or the thread it lives in, has failed
 */
export async function runInStep(
  plan: ReplicationPlan,
  cohort: AgentsInStep,
  answer: KnownAnswer,
  observer: ReplicationObserver,
): Promise<Outcome> {
  const { algorithm, agents, trigger, seed } = plan;
  const wire = wireOf(algorithm);
  const traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  const measurement = new Measurement(plan, answer, traffic, observer);
  let outcome = measurement.start();
  if (outcome !== undefined) return outcome;
  const initial = Float64Array.from(plan.initial);
  const part = serverPart(algorithm, { agents, initial, trigger, seed });
  const answers = new Subject<readonly Message[]>();
  let broadcast: Message | undefined;
  let fault: { readonly thrown: unknown } | undefined;
  const server = answers
    .pipe(
      synchronousServer(new ServerRounds(part, wire), plan),
      tap((said) => {
        if (said.kind === 'broadcast') broadcast = said.message;
        else outcome = measurement.roundOver(said.completed, said.step);
      }),
      // What has diverged opens no other round.
      takeWhile(() => outcome === undefined),
    )
    .subscribe({
      error: (thrown: unknown) => {
        fault = { thrown };
      },
      complete: () => {
        outcome ??= measurement.end();
      },
    });
  // A function, since the compiler does not see that the subscription sets these.
  const ended = (): Outcome | undefined => {
    if (fault !== undefined) throw fault.thrown;
    return outcome;
  };
  try {
    for (let over = ended(); ; over = ended()) {
      if (over !== undefined) return over;
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) break;
      const message = broadcast!;
      const exchanged = cohort.exchange(message);
      const all = exchanged instanceof Promise ? await exchanged : exchanged;
      if (!all) break;
      traffic.downlinkVectors += agents * wire.vectorCount(message);
      traffic.uplinkVectors += agents * wire.vectorCount(all[0]!);
      answers.next(all);
    }
    return { kind: 'interrupted', ...measurement.done };
  } finally {
    server.unsubscribe();
  }
}
