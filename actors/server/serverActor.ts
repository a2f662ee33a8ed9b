/**
 * The server actor: an RxJS graph from the agents' deliveries to broadcasts and completed rounds.
 *
 *     deliveries ─ synchronous ─ receive ─┬─ broadcasts, completed rounds ──────────────▶ out
 *                                         └─ ready ─ trigger ─ budget ─ open ─ broadcasts ─▶ out
 */
import { concat, filter, map, merge, Observable, of, share, startWith } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';
import type { Budget } from '../../src/protocol/configuration.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import type { RunTrigger } from '../../src/triggers/index.ts';
import type { ServerRounds } from './serverRounds.ts';
import { type Delivery, synchronous } from './synchronous.ts';
import { planRounds, type RoundReady, withinBudget } from './trigger.ts';

/** What the server has to say: to all agents, or to whoever observes it. */
export type ServerOutput =
  | { readonly kind: 'broadcast'; readonly message: Message }
  | { readonly kind: 'roundCompleted'; readonly completed: RoundCompleted; readonly step: number }
  | { readonly kind: 'finished' };

export interface ServerOptions {
  readonly server: ServerRounds;
  readonly agents: number;
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** of the run; names the trigger's coins */
  readonly seed: number;
}

/** Runs the server's part over the deliveries; emits the opening broadcast at subscription. */
export function serverActor(options: ServerOptions) {
  const { server, agents, trigger, budget, seed } = options;
  return (deliveries: Observable<Delivery>): Observable<ServerOutput> =>
    new Observable((observer) => {
      let step = 0;

      const results = deliveries.pipe(
        synchronous(agents),
        map((answers): ServerOutput => {
          const out = server.receive(answers);
          return 'localModels' in out
            ? { kind: 'roundCompleted', completed: out, step }
            : { kind: 'broadcast', message: out };
        }),
        share(),
      );

      const openings = results.pipe(
        filter((output) => output.kind === 'roundCompleted'),
        map(({ completed }): RoundReady => ({ round: completed.round + 1, step })),
        startWith({ round: 1, step }),
        planRounds(trigger, agents, seed),
        withinBudget(budget),
        map((plan): ServerOutput => {
          const message = server.open(plan.round, plan.localSteps);
          step += plan.localSteps;
          return { kind: 'broadcast', message };
        }),
      );

      // Results are merged first, so that an observer sees a round completed before the next opens.
      return merge(results, concat(openings, of<ServerOutput>({ kind: 'finished' }))).subscribe(observer);
    });
}
