/**
 * The pipeline of the server actor, short-cut for the synchronous policy behind a barrier: an exchange is one input, so
 * neither a policy nor a dispatch for each agent is needed. It costs four fifths of the processor time of the whole
 * pipeline, and has the same numbers.
 *
 *     answers ─ receive ─┬─ a message of the same round ──────────────▶ broadcast
 *                        └─ stepped ─┬─ trigger ─ open the round ─────▶ broadcast
 *                                    └────────────────────────────────▶ stepped
 */
import { defer, endWith, filter, map, merge, type OperatorFunction, share, startWith, takeWhile } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';
import type { RoundCompleted } from '../../src/measurement/roundCompleted.ts';
import { gapOf } from '../../src/triggers/gaps.ts';
import type { ServerStep } from './serverProtocol.ts';
import type { ServerRounds } from './serverRounds.ts';
import { plannedGaps, type RoundPlan } from './trigger.ts';

/** A message to all agents. */
export interface Broadcast {
  readonly kind: 'broadcast';
  readonly message: Message;
}

const FINISHED = { kind: 'finished' } as const;

const isMessage = (out: Message | RoundCompleted): out is Message => !('localModels' in out);
const isEnd = (out: Message | RoundCompleted): out is RoundCompleted => 'localModels' in out;

/**
 * Runs the server over the answers of each exchange, in agent order: emits a step before it opens the next round, and
 * completes when the budget is used up. The first round is opened at subscription.
 */
export function synchronousServer(
  server: ServerRounds,
  plan: RoundPlan,
): OperatorFunction<readonly Message[], ServerStep | Broadcast> {
  return (answers) =>
    defer(() => {
      const planned = plannedGaps(plan);
      let step = 0;
      let localSteps = 0;
      const broadcast = (message: Message): Broadcast => ({ kind: 'broadcast', message });
      const received = answers.pipe(
        map((all) => server.receive(all)),
        share(),
      );
      const stepped = received.pipe(
        filter(isEnd),
        map((completed): ServerStep => ({ kind: 'stepped', completed, step: (step += localSteps) })),
        share(),
      );
      const opened = stepped.pipe(
        map(({ completed }) => completed.round + 1),
        startWith(1),
        map((round) => ({ round, gap: planned(round, plan.agents * step) })),
        takeWhile(({ gap }) => gap !== undefined),
        map(({ round, gap }) => {
          // A run whose agents differ in it has a clock.
          localSteps = gapOf(gap!, 0);
          return broadcast(server.open(round, localSteps));
        }),
        endWith(FINISHED),
      );
      return merge(stepped, received.pipe(filter(isMessage), map(broadcast)), opened).pipe(
        takeWhile((output): output is ServerStep | Broadcast => output !== FINISHED),
      );
    });
}
