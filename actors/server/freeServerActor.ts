/**
 * The server actor of policies without rounds: every agent goes at its own pace, from the model it was
 * last sent.
 *
 *     arrivals ─ policy ─ send, step ─ dispatch, step ──▶ letters, completed server steps
 */
import { Observable, Subject } from 'rxjs';
import { buffer, mix } from '../../src/algorithms/fold.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import { agentGaps } from '../../src/triggers/index.ts';
import {
  type AnswerUpdate,
  type AppliedUpdate,
  type Arrival,
  DispatchBook,
  guarded,
  policyAtWork,
  receiving,
  type TimedServerOptions,
  type TimedServerOutput,
} from './timedServer.ts';

/**
 * Runs the server over the arrivals; emits the opening letters at subscription.
 *
 * @throws RangeError for a policy with rounds
 */
export function freeServerActor(options: TimedServerOptions) {
  const { part, wire, agents, trigger, budget, seed } = options;
  const { name, free: policy } = options.policy;
  const { free } = part;
  if (!policy) throw new RangeError(`${name} is a policy with rounds`);
  if (!free) throw new RangeError(`under ${name} an algorithm needs a server for policies without rounds`);
  return (arrivals: Observable<Arrival>): Observable<TimedServerOutput> =>
    new Observable((observer) => {
      const fold = policy.fold === 'buffer' ? buffer : mix;
      const gap = agentGaps(trigger, agents, seed);
      const book = new DispatchBook(agents);
      const inputs = new Subject<PolicyInput<AnswerUpdate>>();
      let version = 0;
      let appliedSteps = 0;
      let finished = false;

      const send = (agent: number): void => {
        const round = version + 1;
        const localSteps = gap(round, agent);
        const opened: Message = free.open?.(agent) ?? part.open(round, localSteps);
        const message = writeHead(opened, round, wire.typeOf(opened).asksForSteps ? localSteps : 0);
        const dispatch = book.write(agent, message, version, version, false);
        observer.next({ kind: 'dispatch', dispatch });
      };
      const step = (updates: readonly AnswerUpdate[]): void => {
        let steps = appliedSteps;
        for (const { dispatch } of updates) steps += dispatch.message.localSteps;
        if (budget.kind === 'steps' && steps > budget.steps * agents) {
          finish();
          return;
        }
        appliedSteps = steps;
        const applied = updates.map(({ dispatch, answer }): AppliedUpdate => {
          const staleness = version - dispatch.version;
          return { dispatch, answer, weight: policy.weight(staleness), staleness };
        });
        version++;
        const startedFrom = part.model();
        const moves = free.step(
          applied.map(({ dispatch, answer, weight }) => {
            return { message: dispatch.message, answer, agent: dispatch.agent, weight };
          }),
          fold,
        );
        const completed: RoundCompleted = {
          kind: 'roundCompleted',
          round: version,
          startedFrom,
          theta: part.model(),
          localModels: () => moves.map(({ model }) => model),
          origins: () => moves.map(({ origin }) => origin),
        };
        observer.next({ kind: 'stepped', completed, updates: applied, step: appliedSteps / agents });
        if (budget.kind === 'rounds' && version === budget.rounds) finish();
      };
      const finish = (): void => {
        finished = true;
        observer.next({ kind: 'finished' });
      };

      const subscription = inputs.pipe(policyAtWork(options)).subscribe(
        guarded(observer, (said) => {
          if (finished) return;
          switch (said.kind) {
            case 'send':
              for (const agent of said.agents) send(agent);
              break;
            case 'step':
              step(said.updates);
              break;
            case 'resend':
            case 'late':
              throw new TypeError(`a policy without rounds does not say "${said.kind}"`);
          }
        }),
      );
      subscription.add(
        arrivals.subscribe(
          receiving(book, observer, {
            answered: (dispatch, answer) => {
              const { agent, message } = dispatch;
              free.answered?.({ agent, message, answer });
              inputs.next({ kind: 'update', agent, dispatch, answer, current: true });
            },
            missing: ({ agent }) => {
              inputs.next({ kind: 'missing', agent });
            },
            returned: (agent, answering) => {
              // While an answer is under way, the agent is sent to when it comes.
              if (!answering) inputs.next({ kind: 'returned', agent });
            },
          }),
        ),
      );
      if (budget.kind === 'rounds' && budget.rounds === 0) finish();
      else inputs.next({ kind: 'ready' });
      return subscription;
    });
}
