/** The worker's part in runs of other machines: it hosts the agents of one run at a time, in threads. */
import { hostname } from 'node:os';
import { ClusterHost, type HostedAgents } from '../../../actors/cluster/clusterHost.ts';
import { ASK_EVERY } from '../../../actors/cluster/requests.ts';
import { Responder } from '../../../actors/cluster/responder.ts';
import { ThreadAgents } from '../../../actors/hosting/threadAgents.ts';
import { WorkerPool } from '../../../actors/hosting/workerPool.ts';
import { loadUserModules } from '../../../actors/agent/userModules.ts';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import type { NatsServer } from '../../nats/connect.ts';
import { type Identity, whyApart } from '../../nats/identity.ts';
import { SubjectLink } from '../../nats/link.ts';
import { aborted } from '../aborted.ts';
import type { OwnFolders } from '../sweep/remote/ownFolders.ts';
import {
  asText,
  type HostedProblem,
  linkSubjects,
  parseReservation,
  reservationSubject,
  type Reservation,
  type Reserved,
} from './reservation.ts';

/** Seconds without a word from the run, and its agents are let go. */
const PATIENCE = 30;

export interface HostingOptions {
  /** as the roll has it */
  readonly id: string;
  readonly identity: Identity;
  readonly threads: number;
  /** where the user's own files lie */
  readonly folders: Pick<OwnFolders, 'problem' | 'modules'>;
  /** Why the worker hosts nobody now; `undefined` where it may. */
  readonly refusal: () => string | undefined;
  /** sees lines for those who watch the worker */
  readonly say: (line: string) => void;
  /** sees whether it hosts agents */
  readonly hosting: (isHosting: boolean) => void;
}

/**
 * Answers runs that look for hosts, until it is interrupted: agents are let go then, and their run hears of it.
 *
 * @throws InputError in one line where the server is lost for good
 */
export async function serveAgents(
  server: NatsServer,
  options: HostingOptions,
  signal: AbortSignal,
): Promise<void> {
  const { id, identity, threads } = options;
  let current: Hosted | undefined;
  const answer = (reservation: Reservation | undefined): Reserved => {
    if (reservation === undefined) return { refused: `worker ${id} does not understand the question` };
    const apart = whyApart(
      { name: 'the run', identity: reservation.identity },
      { name: `worker ${id}`, identity },
    );
    const why = apart ?? options.refusal() ?? (current && `worker ${id} hosts agents of another run`);
    if (why !== undefined) return { refused: why };
    current = new Hosted(server, reservation.run, options, () => {
      current = undefined;
      options.hosting(false);
    });
    options.hosting(true);
    return { host: hostname(), pid: process.pid, threads };
  };
  const subscription = server.connection.subscribe(reservationSubject(id), {
    callback: (error, message) => {
      if (error === null)
        message.respond(asText(answer(parseReservation(Buffer.from(message.data).toString()))));
    },
  });
  await Promise.race([aborted(signal), aborted(server.lost)]);
  if (!server.connection.isClosed()) subscription.unsubscribe();
  await current?.end('was stopped');
  if (server.lost.aborted) throw server.lost.reason;
}

/** The agents of one run. */
class Hosted {
  readonly #run: string;
  readonly #options: HostingOptions;
  readonly #host: ClusterHost;
  readonly #responder: Responder;
  readonly #watch: NodeJS.Timeout;
  readonly #over: () => void;
  readonly #stop = new AbortController();
  #isOver = false;

  constructor(server: NatsServer, run: string, options: HostingOptions, over: () => void) {
    this.#run = run;
    this.#options = options;
    this.#over = over;
    const { toWorker, toRun } = linkSubjects(options.id, run);
    this.#host = new ClusterHost((task) => this.#prepare(task as HostedProblem));
    this.#responder = new Responder(
      new SubjectLink(server, toRun, toWorker),
      (frame) => this.#host.handle(frame),
      () => void this.#release('has released its agents'),
    );
    this.#watch = setInterval(() => {
      if (this.#responder.unheard() >= PATIENCE)
        void this.end(
          `has not heard of the run for ${(PATIENCE * ASK_EVERY) / 1000} s, and has released its agents`,
        );
    }, ASK_EVERY);
    options.say(`hosts agents of run ${run}`);
  }

  /** @param why - said of the worker, to the run */
  async end(why: string): Promise<void> {
    if (this.#isOver) return;
    this.#responder.end(why);
    await this.#release(why);
  }

  async #release(why: string): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#watch);
    this.#stop.abort();
    await this.#host.close();
    this.#options.say(`run ${this.#run}: ${why}`);
    this.#over();
  }

  async #prepare({ text, hash, files, kernels }: HostedProblem): Promise<HostedAgents> {
    const { folders, threads } = this.#options;
    const modules = await folders.modules([...files]);
    // Their algorithms say of what form messages are.
    await loadUserModules(modules);
    const pool = new WorkerPool('hostWorker', threads, {
      problem: await folders.problem(hash, () => Promise.resolve(Buffer.from(text))),
      kernels: kernels === 'reference' ? undefined : loadKernels(),
      modules,
    });
    return {
      assemble: ({ configuration, share, atBarrier }) =>
        new ThreadAgents(pool, configuration, { atBarrier, signal: this.#stop.signal }, share),
      close: () => pool.destroy(),
    };
  }
}
