/** Operator that runs a policy on a scheduler: from its inputs to its decisions. */
import { Observable, type OperatorFunction, type SchedulerLike, Subscription, timer } from 'rxjs';
import type { PolicyInput, PolicyMachine, PolicyOutput, Update } from '../../src/policies/machine.ts';

/** A decision of a policy; its wake-ups stay within the operator. */
export type Decision<U extends Update> =
  | { readonly kind: 'send'; readonly agents: readonly number[]; readonly abandon: boolean }
  | { readonly kind: 'resend'; readonly agent: number }
  | {
      readonly kind: 'step';
      readonly updates: readonly U[];
      readonly tier: number;
      /** whether an answer completed it; if not, time was over or an answer was lost */
      readonly byAnswer: boolean;
    }
  | { readonly kind: 'late'; readonly update: U };

/**
 * Runs a policy's machine. Decisions are emitted at once: an Observable for each would cost more than the policy
 * itself. An input that comes while the machine decides waits in a mailbox, so that no input is taken while
 * an output is being emitted.
 *
 * @param clock - on which the policy waits
 */
export function runPolicy<U extends Update>(
  machine: PolicyMachine,
  clock: SchedulerLike,
): OperatorFunction<PolicyInput<U>, Decision<U>> {
  return (inputs) =>
    new Observable((observer) => {
      let { state } = machine;
      let isDeciding = false;
      /** whether it decides on an answer */
      let onAnswer = false;
      const mailbox: PolicyInput[] = [];
      const waking = new Subscription();
      let alarm: Subscription | undefined;
      let isLasting = false;
      const cancelAlarm = (): void => {
        if (alarm === undefined) return;
        waking.remove(alarm);
        alarm.unsubscribe();
        alarm = undefined;
      };
      const out: PolicyOutput = {
        send: (agents, abandon) => {
          observer.next({ kind: 'send', agents, abandon });
        },
        resend: (agent) => {
          observer.next({ kind: 'resend', agent });
        },
        step: (updates, tier = 0) => {
          if (!isLasting) cancelAlarm();
          // A policy returns only updates that it has received.
          observer.next({
            kind: 'step',
            updates: updates as readonly U[],
            tier,
            byAnswer: onAnswer,
          });
        },
        late: (update) => {
          observer.next({ kind: 'late', update: update as U });
        },
        wake: (seconds, lasts = false) => {
          cancelAlarm();
          isLasting = lasts;
          alarm = timer(1000 * seconds, clock).subscribe(() => {
            receive({ kind: 'woken' });
          });
          waking.add(alarm);
        },
      };
      const receive = (input: PolicyInput): void => {
        if (isDeciding) {
          mailbox.push(input);
          return;
        }
        isDeciding = true;
        try {
          for (let next: PolicyInput | undefined = input; next; next = mailbox.shift()) {
            onAnswer = next.kind === 'update';
            state = machine.next(state, next, out);
          }
        } catch (thrown) {
          observer.error(thrown);
        }
        isDeciding = false;
      };
      waking.add(
        inputs.subscribe({
          next: receive,
          error: (thrown: unknown) => {
            observer.error(thrown);
          },
          complete: () => {
            observer.complete();
          },
        }),
      );
      return waking;
    });
}
