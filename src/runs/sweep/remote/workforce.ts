/** The workers of a sweep: how many compute for it, and a word now and then to those who watch where none does. */
import type { NatsServer } from '../../../nats/connect.ts';
import { type Identity, whyApart } from '../../../nats/identity.ts';
import { type Card, discoverWorkers } from '../../../nats/workerDiscovery.ts';

/** How long workers have to answer, in ms. */
const ANSWER_WITHIN = 500;
/** How often it is said that nobody works for the sweep, in ms; the first time sooner where no worker answers at all. */
const SAY_EVERY = 10_000;
const SAY_FIRST = 2000;

/** That nobody works for a sweep. */
export interface Idle {
  /** for so long */
  readonly seconds: number;
  /** that answer, and may compute for it */
  readonly workers: number;
  /** in a line, with what to do */
  readonly why: string;
}

interface WorkforceOptions {
  readonly identity: Identity;
  /** sees why a worker may not compute for the sweep */
  readonly say: (line: string) => void;
  readonly idle: (idle: Idle) => void;
}

/** Who answers at a server, and computes for one sweep. */
export class Workforce {
  workers = 0;
  /** of all of them */
  threads = 0;
  readonly #server: NatsServer;
  readonly #options: WorkforceOptions;
  /** when somebody last worked for the sweep, and when it was last said that nobody does, in ms of `performance.now()` */
  #servedAt = performance.now();
  #saidAt = -Infinity;

  constructor(server: NatsServer, options: WorkforceOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Somebody works for the sweep. */
  served(): void {
    this.#servedAt = performance.now();
  }

  /** Looks who is there, and gives the names of the tasks that they have in hand. */
  async look(): Promise<ReadonlySet<string>> {
    const cards = await discoverWorkers(this.#server, ANSWER_WITHIN);
    const able = cards.filter((card) => this.#isAble(card));
    this.workers = able.length;
    this.threads = able.reduce((sum, { threads }) => sum + threads, 0);
    return new Set(able.flatMap(({ tasks }) => tasks));
  }

  /** Says after a while that nobody works for the sweep, where tasks are out. */
  sayIdle(areTasksOut: boolean): void {
    const now = performance.now();
    if (!areTasksOut) this.#servedAt = now;
    const idle = now - this.#servedAt;
    const { workers } = this;
    if (idle < (workers === 0 ? SAY_FIRST : SAY_EVERY) || now - this.#saidAt < SAY_EVERY) return;
    this.#saidAt = now;
    const { where } = this.#server;
    const why =
      workers === 0
        ? `no worker answers at ${where}; start one, here or on another machine: fedsa worker --nats nats://${where}`
        : `${workers === 1 ? 'one worker answers' : `${workers} workers answer`} at ${where}, and none computes for this sweep; they have other work, or lack its files`;
    this.#options.idle({ seconds: Math.round(idle / 1000), workers, why });
  }

  /** Whether a worker's numbers are those of this sweep; where they may differ, that is said. */
  #isAble({ id, identity }: Card): boolean {
    const us = { name: 'this sweep', identity: this.#options.identity };
    const why = whyApart(us, { name: `worker ${id}`, identity });
    if (why !== undefined) this.#options.say(why);
    return why === undefined;
  }
}
