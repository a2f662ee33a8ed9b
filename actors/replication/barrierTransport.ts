/**
 * Transport of the synchronous policy where no message has a time of its own: a barrier lets the answers of an exchange
 * through together, and an exchange is one event.
 */
import { type Observable, Subject } from 'rxjs';
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { noTraffic } from '../../src/measurement/metrics/measuredRound.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import type { AgentsAtBarrier } from '../hosting/agentGroup.ts';
import { ServerRounds } from '../server/serverRounds.ts';
import type { ServerStep } from '../server/serverProtocol.ts';
import { type Broadcast, synchronousServer } from '../server/synchronousServer.ts';
import type { ReplicationPlan } from './replication.ts';
import type { Transport } from './transport.ts';

/** Transport of a replication without a clock. */
export class BarrierTransport implements Transport<ServerStep, Broadcast> {
  readonly traffic = noTraffic();
  readonly eventsPerTurn = 1;
  /** Agents give no answer only where the run is being stopped. */
  readonly ending = { kind: 'cut' } as const;
  pending: Promise<void> | undefined;
  readonly #plan: ReplicationPlan;
  readonly #agents: AgentsAtBarrier;
  readonly #layout: MessageLayout;
  readonly #answers = new Subject<readonly Message[]>();
  #broadcast: Message | undefined;
  #isCut = false;

  constructor(plan: ReplicationPlan, agents: AgentsAtBarrier) {
    this.#plan = plan;
    this.#agents = agents;
    this.#layout = layoutOf(plan.algorithm, plan.dimension);
  }

  serve(part: ServerLogic): Observable<ServerStep | Broadcast> {
    return this.#answers.pipe(synchronousServer(new ServerRounds(part, this.#layout), this.#plan));
  }

  carry({ message }: Broadcast): void {
    this.#broadcast = message;
  }

  /** An exchange. */
  event(): boolean {
    if (this.#isCut) return false;
    const answers = this.#agents.exchange(this.#broadcast!);
    if (answers instanceof Promise)
      this.pending = answers.then((all) => {
        this.#receive(all);
      });
    else this.#receive(answers);
    return true;
  }

  /** A local step takes a second, and all else no time. */
  secondsAt({ step }: ServerStep): number {
    return step;
  }

  #receive(answers: readonly Message[] | undefined): void {
    if (answers === undefined) {
      this.#isCut = true;
      return;
    }
    const { agents } = this.#plan;
    this.traffic.downlinkVectors += agents * this.#layout.vectorCount(this.#broadcast!);
    this.traffic.downlinkBits += agents * this.#layout.bits(this.#broadcast!);
    this.traffic.uplinkVectors += this.#layout.totalVectors(answers);
    this.traffic.uplinkBits += this.#layout.totalBits(answers);
    this.#answers.next(answers);
  }
}
