/**
 * Transport of the synchronous policy where no message has a time of its own. A barrier lets the answers of an exchange
 * through together, so all agents are one addressee, and an exchange is one event.
 */
import { Subject } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import { VirtualClock } from '../clock/virtualClock.ts';
import type { AgentsInStep } from '../cohort/cohort.ts';
import type { Dispatch } from '../server/dispatch.ts';
import type { Incoming, ServerOutput, Stepped } from '../server/serverProtocol.ts';
import type { ReplicationPlan } from './replication.ts';
import type { Transport } from './transport.ts';

export class BarrierTransport implements Transport {
  readonly incoming = new Subject<Incoming>();
  readonly traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  readonly server = {
    addressees: 1,
    // Its time stands still: the policy waits for answers alone.
    clock: new VirtualClock(),
    isThere: () => true,
    seconds: () => NaN,
  };
  readonly eventsPerTurn = 1;
  /** Agents give no answer only where the run is being stopped. */
  readonly ending = 'cut';
  pending: Promise<void> | undefined;
  readonly #agents: AgentsInStep;
  readonly #count: number;
  readonly #wire: Wire;
  #broadcast: Dispatch | undefined;
  #isCut = false;

  constructor({ agents, algorithm }: ReplicationPlan, hosted: AgentsInStep) {
    this.#agents = hosted;
    this.#count = agents;
    this.#wire = wireOf(algorithm);
  }

  /** An exchange. */
  step(): boolean {
    if (this.#isCut) return false;
    const broadcast = this.#broadcast!;
    const answers = this.#agents.exchange(broadcast.message);
    if (answers instanceof Promise)
      this.pending = answers.then((all) => {
        this.#answer(broadcast, all);
      });
    else this.#answer(broadcast, answers);
    return true;
  }

  carry(output: Exclude<ServerOutput, Stepped>): void {
    if (output.kind !== 'sent') return;
    for (const outgoing of output.outgoing) if (outgoing.kind === 'dispatch') this.#broadcast = outgoing;
  }

  /** A local step takes a second, and all else no time. */
  secondsAt(step: number): number {
    return step;
  }

  #answer(dispatch: Dispatch, answers: readonly Message[] | undefined): void {
    if (answers === undefined) {
      this.#isCut = true;
      return;
    }
    this.traffic.downlinkVectors += this.#count * this.#wire.vectorCount(dispatch.message);
    this.traffic.uplinkVectors += this.#count * this.#wire.vectorCount(answers[0]!);
    this.incoming.next({ kind: 'answer', dispatch, answers });
  }
}
