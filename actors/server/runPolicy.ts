/** Any policy as an operator on any scheduler: from what it hears to what it decides. */
import { Observable, type OperatorFunction, type SchedulerLike, Subscription, timer } from 'rxjs';
import type { PolicyInput, PolicyMachine, PolicyOutput, Update } from '../../src/policies/machine.ts';

/** What a policy has said; waking it is the operator's own business. */
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
 * Runs a policy's machine. What it says is passed on at once, without an Observable of its own: at every
 * update that would cost more than all that the policy does. What it would hear while it speaks waits
 * in a mailbox until it has finished, so that nothing is published while something is being published.
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
      let isSpeaking = false;
      /** whether it speaks about an answer */
      let hearsAnswer = false;
      const mailbox: PolicyInput[] = [];
      const waking = new Subscription();
      let alarm: Subscription | undefined;
      let isLasting = false;
      const silence = (): void => {
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
          if (!isLasting) silence();
          // A machine says nothing of updates but those that it has heard.
          observer.next({
            kind: 'step',
            updates: updates as readonly U[],
            tier,
            byAnswer: hearsAnswer,
          });
        },
        late: (update) => {
          observer.next({ kind: 'late', update: update as U });
        },
        wake: (seconds, lasts = false) => {
          silence();
          isLasting = lasts;
          alarm = timer(1000 * seconds, clock).subscribe(() => {
            hear({ kind: 'woken' });
          });
          waking.add(alarm);
        },
      };
      const hear = (input: PolicyInput): void => {
        if (isSpeaking) {
          mailbox.push(input);
          return;
        }
        isSpeaking = true;
        try {
          for (let next: PolicyInput | undefined = input; next; next = mailbox.shift()) {
            hearsAnswer = next.kind === 'update';
            state = machine.next(state, next, out);
          }
        } catch (thrown) {
          observer.error(thrown);
        }
        isSpeaking = false;
      };
      waking.add(
        inputs.subscribe({
          next: hear,
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
