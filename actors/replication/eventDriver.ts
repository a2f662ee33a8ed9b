/**
 * Driver of a replication: the server actor, a transport that carries messages to the agents and back, and the
 * measurement of each server step. Numbers that agents compute do not affect when events happen.
 */
import type { Subscription } from 'rxjs';
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import { coinsOf, keyOf, serverLogic } from '../../src/algorithms/parts.ts';
import { inServerOf } from '../../src/algorithms/reportedServer.ts';
import { HostFailure } from '../../src/values/failure.ts';
import type { Outcome } from '../../src/events/inspection.ts';
import type { AgentsAtBarrier, AgentsOnClock } from '../hosting/agentGroup.ts';
import type { ServerStep } from '../server/serverProtocol.ts';
import { BarrierTransport } from './barrierTransport.ts';
import { clockFor } from './replicationClock.ts';
import { Measurement } from './measurement.ts';
import type { ReplicationRun } from './replication.ts';
import type { ReplicationView } from './stepping.ts';
import { TimedTransport } from './timedTransport.ts';
import type { Closing, Transport } from './transport.ts';

/**
 * Runs a replication on its plan's clock to its end, or until it diverges, is stopped, or nothing can
 * happen any more. The agents stay open.
 *
 * @throws ActorFailure when an agent, or the thread it lives in, has failed; InvariantFailure where an
 *   invariant that the plan asks to verify does not hold
 */
export function runOnClock(run: ReplicationRun, agents: AgentsOnClock): Promise<Outcome> {
  return new EventDriver(run, new TimedTransport(run, clockFor(run), agents)).run();
}

/**
 * Runs a replication of the synchronous policy without a clock, each exchange one event, to its end or until it
 * diverges or is stopped. On a clock it has the same numbers. The agents stay open.
 *
 * @throws ActorFailure when an agent, or the thread it lives in, has failed
 */
export function runAtBarrier(run: ReplicationRun, agents: AgentsAtBarrier): Promise<Outcome> {
  return new EventDriver(run, new BarrierTransport(run.plan, agents)).run();
}

/** Lets events happen, and measures server steps until the replication ends. */
class EventDriver<Step extends ServerStep, Other extends { readonly kind: string }> {
  readonly #run: ReplicationRun;
  readonly #transport: Transport<Step, Other>;
  readonly #measurement: Measurement;
  #part: ServerLogic | undefined;
  #events = 0;
  #outcome: Outcome | undefined;
  /** an error of the server actor, or of a metric */
  #fault: { readonly thrown: unknown } | undefined;

  constructor(run: ReplicationRun, transport: Transport<Step, Other>) {
    this.#run = run;
    this.#transport = transport;
    this.#measurement = new Measurement(run, transport.traffic);
  }

  async run(): Promise<Outcome> {
    let closing: Closing = 'failed';
    let server: Subscription | undefined;
    try {
      this.#outcome = this.#measurement.start();
      if (this.#outcome === undefined) server = this.#start();
      await this.#transport.ready?.();
      const outcome = await this.#untilItEnds();
      if (outcome.kind !== 'interrupted') await this.#run.stepping?.ended(outcome, this.#events, this.#look);
      const completed = this.#transport.completed?.(outcome) ?? outcome;
      closing = 'completed';
      return completed;
    } catch (error) {
      if (error instanceof HostFailure) closing = 'lost';
      throw error;
    } finally {
      server?.unsubscribe();
      this.#transport.close?.(closing);
    }
  }

  #start(): Subscription {
    const { algorithm, agents, trigger, seed, initial: start } = this.#run.plan;
    const initial = Float64Array.from(start);
    const coins = coinsOf(algorithm, { seed, part: 'server' });
    const failure = inServerOf(keyOf(algorithm), seed);
    this.#part = serverLogic(algorithm, { agents, initial, trigger, coins, failure });
    const failed = (thrown: unknown): void => {
      this.#fault ??= { thrown };
    };
    return this.#transport.serve(this.#run.serverLogic?.(this.#part) ?? this.#part).subscribe({
      next: (output) => {
        // A replication that is over, or has failed, sends nothing more.
        if (this.#outcome !== undefined || this.#fault !== undefined) return;
        // Metrics may be a user's code: RxJS would throw an error of the subscriber where nobody hears it.
        try {
          if (isStep(output)) this.#measure(output);
          else this.#transport.carry(output);
        } catch (thrown) {
          failed(thrown);
        }
      },
      error: failed,
      complete: () => {
        this.#outcome ??= this.#measurement.end();
      },
    });
  }

  async #untilItEnds(): Promise<Outcome> {
    const { observer, stepping } = this.#run;
    for (;;) {
      const stopping = this.#isHeld ? false : observer.stopping();
      if (stopping !== false && (await stopping)) return this.#interrupted();
      const allowed = stepping?.allowed(this.#events, this.#look) ?? this.#transport.eventsPerTurn;
      const stepped = this.#turn(typeof allowed === 'number' ? allowed : await allowed);
      const more = stepped instanceof Promise ? await stepped : stepped;
      if (this.#transport.pending !== undefined) {
        await this.#transport.pending;
        this.#transport.pending = undefined;
      }
      if (this.#fault !== undefined) throw this.#fault.thrown;
      if (this.#outcome !== undefined) return this.#outcome;
      if (!more) return this.#ended();
    }
  }

  /**
   * Does events, until something has to be waited for or others may want a turn.
   *
   * @returns whether there is, or may be, more to come
   */
  #turn(most: number): boolean | Promise<boolean> {
    for (let done = 0; done < most && !this.#isHeld; done++) {
      const stepped = this.#transport.event();
      if (stepped !== true) return stepped;
      this.#events++;
    }
    return true;
  }

  /** True once no further event may happen. */
  get #isHeld(): boolean {
    return this.#outcome !== undefined || this.#fault !== undefined || this.#transport.pending !== undefined;
  }

  #measure(step: Step): void {
    const time = this.#transport.secondsAt(step);
    this.#outcome = this.#measurement.before(time);
    if (this.#outcome !== undefined) return;
    this.#transport.report?.(step);
    this.#outcome = this.#measurement.add(step.completed, step.step, time, this.#transport.timing);
  }

  #ended(): Outcome {
    const { ending } = this.#transport;
    switch (ending.kind) {
      case 'over':
        return this.#measurement.end();
      case 'cut':
        return this.#interrupted();
      case 'stalled':
        // In this order it stands in files.
        return { kind: ending.kind, ...this.#measurement.done, waitingFor: ending.waitingFor };
    }
  }

  #interrupted(): Outcome {
    return { kind: 'interrupted', ...this.#measurement.done };
  }

  readonly #look = (): ReplicationView => ({
    events: this.#events,
    model: this.#part?.model() ?? Float64Array.from(this.#run.plan.initial),
    ...this.#transport.look!(),
  });
}

const isStep = <Step extends ServerStep>(output: Step | { readonly kind: string }): output is Step =>
  output.kind === 'stepped';
