/**
 * The server actor of policies with rounds: the synchronous server's part, given the answers
 * of those that the policy gathers.
 *
 *     arrivals ─┬─ policy ─ send, step ─ open, receive ─┬─▶ letters, completed rounds
 *               └────────── ready, exchanged ◀──────────┘
 */
import { Observable, Subject } from 'rxjs';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import type { RoundCompleted } from '../../src/protocol/roundCompleted.ts';
import { gapOf, type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import { roundGaps } from '../../src/triggers/index.ts';
import { ServerRounds } from './serverRounds.ts';
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

/** Runs the server over the arrivals; emits the opening letters at subscription. */
export function roundServerActor(options: TimedServerOptions) {
  const { part, wire, agents, trigger, budget, seed } = options;
  return (arrivals: Observable<Arrival>): Observable<TimedServerOutput> =>
    new Observable((observer) => {
      const server = new ServerRounds(part, wire);
      const gaps = roundGaps(trigger, agents, seed);
      const book = new DispatchBook(agents);
      const inputs = new Subject<PolicyInput<AnswerUpdate>>();
      let version = 0;
      let exchange = 0;
      let gap: RoundGap = 0;
      let appliedSteps = 0;
      /** the messages of the round under way, one for each exchange */
      let messages: Message[] = [];
      const copies = new WeakMap<Message, Message[]>();
      /** what the agents that took part in the round before are to hear of it, and which these are */
      let notice: Message | undefined;
      let tookPart: readonly number[] = [];
      /** whether a round is under way */
      let isOpen = false;
      /** agents that have lost what this round's earlier exchanges left with them */
      const forgetful = new Set<number>();

      const begin = (): void => {
        gap = gaps(version + 1);
        const fits =
          budget.kind === 'rounds'
            ? version < budget.rounds
            : appliedSteps + totalOf(gap, agents) <= agents * budget.steps;
        if (fits) inputs.next({ kind: 'ready' });
        else observer.next({ kind: 'finished' });
      };
      /** An agent's own copy of a message, where it asks agents for different numbers of local steps. */
      const addressed = (message: Message, agent: number): Message => {
        if (typeof gap === 'number' || message.localSteps === 0) return message;
        const own = copies.get(message) ?? [];
        copies.set(message, own);
        return (own[agent] ??= { ...message, localSteps: gapOf(gap, agent) });
      };
      const send = (agent: number, message: Message, abandon: boolean): void => {
        const dispatch = book.write(agent, addressed(message, agent), version, exchange, abandon, notice);
        observer.next({ kind: 'dispatch', dispatch });
      };
      const sendAgain = (agent: number): void => {
        for (const message of messages) send(agent, message, false);
      };
      const openRound = (chosen: readonly number[], abandon: boolean): void => {
        exchange++;
        notice = part.notice && writeHead(part.notice(), version, 0);
        const message = server.open(version + 1, totalOf(gap, agents) / agents);
        messages = [message];
        isOpen = true;
        forgetful.clear();
        if (notice) {
          const included = new Set(chosen);
          for (const agent of tookPart) {
            if (!included.has(agent)) observer.next({ kind: 'notice', agent, notice });
          }
        }
        for (const agent of chosen) send(agent, message, abandon);
      };
      /** Sends the round's newest message, to those that have crashed since all of its messages. */
      const goOn = (chosen: readonly number[]): void => {
        for (const agent of chosen) {
          if (forgetful.has(agent)) sendAgain(agent);
          else send(agent, messages.at(-1)!, false);
        }
      };
      const step = (updates: readonly AnswerUpdate[]): void => {
        const out = server.receive(updates.map(({ answer }) => answer));
        if (!('localModels' in out)) {
          exchange++;
          messages.push(out);
          inputs.next({ kind: 'exchanged', agents: updates.map(({ agent }) => agent) });
          return;
        }
        const applied = updates.map(({ dispatch, answer }): AppliedUpdate => {
          appliedSteps += dispatch.message.localSteps;
          return { answer, dispatch, weight: 1, staleness: version - dispatch.version };
        });
        tookPart = updates.map(({ agent }) => agent);
        version++;
        isOpen = false;
        // Carried answers name rounds of their own.
        const completed: RoundCompleted = { ...out, round: version };
        observer.next({ kind: 'stepped', completed, updates: applied, step: appliedSteps / agents });
        begin();
      };

      const subscription = inputs.pipe(policyAtWork(options)).subscribe(
        guarded(observer, (said) => {
          switch (said.kind) {
            case 'send':
              if (isOpen) goOn(said.agents);
              else openRound(said.agents, said.abandon);
              break;
            case 'resend':
              sendAgain(said.agent);
              break;
            case 'step':
              step(said.updates);
              break;
            case 'late':
              said.update.dispatch.accepted = false;
              observer.next({ kind: 'discarded', dispatch: said.update.dispatch, reason: 'late' });
          }
        }),
      );
      subscription.add(
        arrivals.subscribe(
          receiving(book, observer, {
            answered: (dispatch, answer) => {
              // What is sent again to an agent that had crashed belongs to the newest exchange throughout;
              // its repeated answers to earlier ones are none to that.
              const repeated = dispatch.message !== addressed(messages.at(-1)!, dispatch.agent);
              const current = dispatch.exchange === exchange && !repeated;
              inputs.next({ kind: 'update', agent: dispatch.agent, dispatch, answer, current });
            },
            missing: (dispatch) => {
              if (dispatch.exchange === exchange) inputs.next({ kind: 'missing', agent: dispatch.agent });
            },
            returned: (agent, answering) => {
              forgetful.add(agent);
              if (!answering) inputs.next({ kind: 'returned', agent });
            },
          }),
        ),
      );
      begin();
      return subscription;
    });
}
