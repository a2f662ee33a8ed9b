/** Operator that runs a policy on a scheduler: from its inputs to its decisions. */
import { type OperatorFunction, type SchedulerLike, type Subscriber, type Subscription, timer } from 'rxjs';
import type { PolicyInput, PolicyMachine, PolicyOutput, Update } from '../../src/policies/machine.ts';
import { operate } from './operate.ts';

/** A decision of a policy, as data; its wake-ups stay within the operator. */
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
export const runPolicy = <U extends Update>(
  machine: PolicyMachine,
  clock: SchedulerLike,
): OperatorFunction<PolicyInput<U>, Decision<U>> =>
  operate((decisions) => new RunningPolicy<U>(machine, clock, decisions).receive);

/** A policy at work. The updates that it returns are among those that it has received. */
class RunningPolicy<U extends Update> implements PolicyOutput<U> {
  readonly #machine: PolicyMachine;
  readonly #clock: SchedulerLike;
  readonly #decisions: Subscriber<Decision<U>>;
  readonly #mailbox: PolicyInput[] = [];
  #state: unknown;
  /** the input that it decides on */
  #input: PolicyInput | undefined;
  #alarm: Subscription | undefined;
  /** whether the alarm outlasts a step */
  #lasts = false;

  constructor(machine: PolicyMachine, clock: SchedulerLike, decisions: Subscriber<Decision<U>>) {
    this.#machine = machine;
    this.#clock = clock;
    this.#decisions = decisions;
    this.#state = machine.state;
    decisions.add(() => {
      this.#cancelAlarm();
    });
  }

  readonly receive = (input: PolicyInput): void => {
    if (this.#input !== undefined) {
      this.#mailbox.push(input);
      return;
    }
    try {
      for (this.#input = input; this.#input !== undefined; this.#input = this.#mailbox.shift())
        this.#state = this.#machine.next(this.#state, this.#input, this);
    } catch (thrown) {
      this.#decisions.error(thrown);
    }
    this.#input = undefined;
  };

  readonly send = (agents: readonly number[], abandon: boolean): void => {
    this.#decisions.next({ kind: 'send', agents, abandon });
  };

  readonly resend = (agent: number): void => {
    this.#decisions.next({ kind: 'resend', agent });
  };

  readonly step = (updates: readonly U[], tier = 0): void => {
    if (!this.#lasts) this.#cancelAlarm();
    this.#decisions.next({ kind: 'step', updates, tier, byAnswer: this.#input?.kind === 'update' });
  };

  readonly late = (update: U): void => {
    this.#decisions.next({ kind: 'late', update });
  };

  readonly wake = (seconds: number, lasts = false): void => {
    this.#cancelAlarm();
    this.#lasts = lasts;
    this.#alarm = timer(1000 * seconds, this.#clock).subscribe(() => {
      this.receive({ kind: 'woken' });
    });
  };

  #cancelAlarm(): void {
    this.#alarm?.unsubscribe();
    this.#alarm = undefined;
  }
}
