/** Operator that runs a policy on a scheduler: from its inputs to the outputs of the server, which does what it says. */
import { type OperatorFunction, type SchedulerLike, type Subscriber, type Subscription, timer } from 'rxjs';
import type { PolicyInput, PolicyMachine, PolicyOutput } from '../../src/policies/machine.ts';
import { operate } from './operate.ts';
import type { ServerOutput, ServerState, ServerUpdate } from './serverProtocol.ts';
import type { ServerQueue } from './serverQueue.ts';

/** Surroundings of a policy at work. */
interface PolicySite {
  /** on which it waits */
  readonly clock: SchedulerLike;
  /** does what it says */
  readonly server: Pick<ServerState, 'send' | 'resend' | 'step'>;
  /** in which that waits while the server is at work; `undefined` where work takes no time */
  readonly queue: ServerQueue | undefined;
}

/**
 * Runs a policy's machine. What it says is done at once, as far as the server is free: an Observable for each decision
 * would cost more than the policy itself. An input that comes while the machine decides waits in a mailbox, so that no
 * input is taken while an output is being emitted.
 */
export const runPolicy = (
  machine: PolicyMachine,
  site: PolicySite,
): OperatorFunction<PolicyInput<ServerUpdate>, ServerOutput> =>
  operate((outputs) => new RunningPolicy(machine, site, outputs).receive);

/** A policy at work. The updates that it returns are among those that it has received. */
class RunningPolicy implements PolicyOutput<ServerUpdate> {
  readonly #machine: PolicyMachine;
  readonly #site: PolicySite;
  readonly #outputs: Subscriber<ServerOutput>;
  readonly #mailbox: PolicyInput[] = [];
  #state: unknown;
  /** the input that it decides on */
  #input: PolicyInput | undefined;
  #alarm: Subscription | undefined;
  /** whether the alarm outlasts a step */
  #lasts = false;

  constructor(machine: PolicyMachine, site: PolicySite, outputs: Subscriber<ServerOutput>) {
    this.#machine = machine;
    this.#site = site;
    this.#outputs = outputs;
    this.#state = machine.state;
    outputs.add(() => {
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
      this.#outputs.error(thrown);
    }
    this.#input = undefined;
  };

  readonly send = (agents: readonly number[], abandon: boolean): void => {
    this.#act(false, () => this.#site.server.send(agents, abandon));
  };

  readonly resend = (agent: number): void => {
    this.#act(false, () => this.#site.server.resend(agent));
  };

  readonly step = (updates: readonly ServerUpdate[], tier = 0): void => {
    if (!this.#lasts) this.#cancelAlarm();
    const byAnswer = this.#input?.kind === 'update';
    this.#act(true, () => this.#site.server.step(updates, tier, byAnswer));
  };

  readonly late = ({ dispatch, answer }: ServerUpdate): void => {
    this.#act(false, () => {
      dispatch.accepted = false;
      return { kind: 'discarded', dispatch, answer, reason: 'late' };
    });
  };

  readonly wake = (seconds: number, lasts = false): void => {
    this.#cancelAlarm();
    this.#lasts = lasts;
    this.#alarm = timer(1000 * seconds, this.#site.clock).subscribe(() => {
      this.receive({ kind: 'woken' });
    });
  };

  #act(takesTime: boolean, decided: () => ServerOutput): void {
    const { queue } = this.#site;
    if (queue === undefined) this.#emit(decided);
    else
      queue.decide(takesTime, () => {
        this.#emit(decided);
      });
  }

  /** Emits what comes of a decision; that it fails is no fault of the policy, which is in the middle of deciding. */
  #emit(decided: () => ServerOutput): void {
    if (this.#outputs.closed) return;
    let output: ServerOutput;
    try {
      output = decided();
    } catch (thrown) {
      this.#outputs.error(thrown);
      return;
    }
    this.#outputs.next(output);
  }

  #cancelAlarm(): void {
    this.#alarm?.unsubscribe();
    this.#alarm = undefined;
  }
}
