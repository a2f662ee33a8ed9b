/**
 * The server actor of policies with rounds: the behaviour of the synchronous server, given the answers
 * of those that the policy gathers.
 *
 *     arrivals ─┬─ policy ─ send, step ─ open, receive ─┬─▶ letters, completed rounds
 *               └────────── ready, exchanged ◀──────────┘
 */
import { Observable, Subject } from 'rxjs';
import type { RoundCompleted } from '../../src/behaviours/behaviour.ts';
import { serverBehaviour } from '../../src/behaviours/cast.ts';
import { type Downlink, localStepsOf } from '../../src/protocol/messages.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import { gapsOf } from '../../src/triggers/index.ts';
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
import { triggerGenerator } from './trigger.ts';

/** Runs the server over the arrivals; emits the opening letters at subscription. */
export function roundServerActor(options: TimedServerOptions) {
  const { algorithm, agents, trigger, budget, seed } = options;
  return (arrivals: Observable<Arrival>): Observable<TimedServerOutput> =>
    new Observable((observer) => {
      const behaviour = serverBehaviour(algorithm, agents);
      const coins = triggerGenerator(seed);
      const gap = gapsOf(trigger);
      const book = new DispatchBook(agents);
      const settling = algorithm.name === 'scafflsa' ? new Settlement(agents) : undefined;
      const inputs = new Subject<PolicyInput<AnswerUpdate>>();
      let state = behaviour.init(options.initial);
      let version = 0;
      let exchange = 0;
      let localSteps = 0;
      let appliedSteps = 0;
      /** the messages of the round under way, one for each exchange */
      let messages: Downlink[] = [];
      /** whether a round is under way */
      let isOpen = false;
      /** agents that have lost what this round's earlier exchanges left with them */
      const forgetful = new Set<number>();

      const begin = (): void => {
        localSteps = gap(version + 1, coins);
        const fits =
          budget.kind === 'rounds'
            ? version < budget.rounds
            : appliedSteps / agents + localSteps <= budget.steps;
        if (fits) inputs.next({ kind: 'ready' });
        else observer.next({ kind: 'finished' });
      };
      const send = (agent: number, message: Downlink, abandon: boolean): void => {
        const dispatch = book.write(agent, message, version, exchange, abandon);
        observer.next({ kind: 'dispatch', dispatch });
      };
      const sendAgain = (agent: number): void => {
        for (const message of messages) send(agent, settling?.wording(message, agent) ?? message, false);
      };
      const openRound = (chosen: readonly number[], abandon: boolean): void => {
        exchange++;
        const [next, message] = behaviour.open(state, version + 1, localSteps);
        state = next;
        messages = [message];
        isOpen = true;
        forgetful.clear();
        if (settling && 'theta' in message) {
          for (const agent of settling.leftOut(chosen)) {
            const notice = { kind: 'roundClosed', round: version, theta: message.theta } as const;
            observer.next({ kind: 'notice', agent, notice });
          }
        }
        for (const agent of chosen) send(agent, settling?.wording(message, agent) ?? message, abandon);
        settling?.settled();
      };
      /** Sends the round's newest message, to those that have crashed since all of its messages. */
      const goOn = (chosen: readonly number[]): void => {
        for (const agent of chosen) {
          if (forgetful.has(agent)) sendAgain(agent);
          else send(agent, messages.at(-1)!, false);
        }
      };
      const step = (updates: readonly AnswerUpdate[]): void => {
        const [next, out] = behaviour.receive(
          state,
          updates.map(({ answer }) => answer),
        );
        state = next;
        if (out.kind !== 'roundCompleted') {
          exchange++;
          messages.push(out);
          inputs.next({ kind: 'exchanged', agents: updates.map(({ agent }) => agent) });
          return;
        }
        const applied = updates.map(({ dispatch, answer }): AppliedUpdate => {
          const { message } = dispatch;
          appliedSteps += localStepsOf(message);
          return { message, answer, dispatch, weight: 1, staleness: version - dispatch.version };
        });
        settling?.taken(updates);
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
              // its repeated evaluation is not an answer to that.
              const repeated = messages.length > 1 && dispatch.message.kind === 'evaluationRequested';
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

/**
 * Which agents of SCAFFLSA have to hear the average that their model went into, so that their ξ_i
 * moves by it: with the next round's start, which carries the same θ̄, or by a notice. The others'
 * ξ_i stay. So the ξ_i sum to 0 whoever takes part.
 */
class Settlement {
  readonly #owed: Uint8Array;

  constructor(agents: number) {
    this.#owed = new Uint8Array(agents);
  }

  taken(updates: readonly AnswerUpdate[]): void {
    for (const { agent } of updates) this.#owed[agent] = 1;
  }

  /** Those who took part and are not among the chosen. */
  leftOut(chosen: readonly number[]): number[] {
    const included = new Set(chosen);
    return [...this.#owed.keys()].filter((agent) => this.#owed[agent] === 1 && !included.has(agent));
  }

  wording(message: Downlink, agent: number): Downlink {
    if (message.kind !== 'roundStarted' || this.#owed[agent] === 1) return message;
    return { ...message, kind: 'roundStartedAfresh' };
  }

  settled(): void {
    this.#owed.fill(0);
  }
}
