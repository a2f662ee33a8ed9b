/** A worker of sweeps on other machines: takes their tasks, computes them in threads, and sends what came of them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsServer } from '../../../nats/connect.ts';
import { type Identity, whyApart } from '../../../nats/identity.ts';
import { type TakenTask, TaskSource } from '../../../nats/taskSource.ts';
import { firstLine, InputError } from '../../../values/failure.ts';
import { removeTemporary, temporaryIn } from '../../../recording/temporaryName.ts';
import { aborted } from '../../aborted.ts';
import { SweepPool } from '../sweepPool.ts';
import { progressWords, STOP_WISHED, type SweepTask } from '../sweepTask.ts';
import type { File } from './frame.ts';
import { localTask } from './localTask.ts';
import { NotHere, OwnFolders } from './ownFolders.ts';
import { Refusals } from './refusals.ts';
import { sayOnce } from './sayOnce.ts';
import { parseHead, parseTask, RESULT_FILES, resultMessage, type TaskMessage } from './taskMessage.ts';
import { pathSegment } from '../../../recording/pathSegment.ts';

/** How long the next task is waited for before other sweeps are looked at, in ms. */
const WAIT = 1000;
/** How often it is looked which sweeps there are, in ms, where nobody says so. */
const LOOK_EVERY = 2000;
/** How long a sweep is left alone that has only tasks that cannot be done here, in ms. */
const PAUSE = 10_000;
/** How long a lost server is left alone, in ms. */
const AGAIN_AFTER = 500;
/** How long threads may take to stop, in ms. */
const GRACE = 2000;
/** How often a task may have gone to workers that fell silent; the next one names it instead of falling, too. */
const MOST_SILENT = 5;

export interface WorkerOptions {
  /** as sweeps name it */
  readonly name: string;
  readonly identity: Identity;
  readonly threads: number;
  /** with the user's own files and recorded data */
  readonly folders: readonly string[];
  /** sees lines for those who watch the worker */
  readonly say: (line: string) => void;
  /** sees the names of the tasks in hand */
  readonly busy: (tasks: readonly string[]) => void;
  /** Whether the worker has other work, and takes no tasks. */
  readonly isPaused: () => boolean;
}

/**
 * Serves until it is interrupted: tasks that are not done by then are given back.
 *
 * @throws InputError in one line where the server is lost for good
 */
export async function serveSweeps(
  server: NatsServer,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(server, await TaskSource.open(server), options, signal);
  await worker.serve();
}

/** A sweep that has tasks. */
interface Queue {
  /** from when on they are taken, in ms of `performance.now()` */
  from: number;
  readonly refusals: Refusals;
}

class Worker {
  readonly #server: NatsServer;
  readonly #source: TaskSource;
  readonly #options: WorkerOptions;
  readonly #stop: AbortSignal;
  readonly #stopped: Promise<void>;
  readonly #own: OwnFolders;
  readonly #pool: SweepPool;
  readonly #folder = workFolder();
  readonly #queues = new Map<string, Queue>();
  readonly #running = new Map<TakenTask, { readonly words: Int32Array; readonly over: Promise<void> }>();
  readonly #once: (line: string) => void;
  #lookedAt = -Infinity;
  #turn = 0;

  constructor(server: NatsServer, source: TaskSource, options: WorkerOptions, signal: AbortSignal) {
    this.#server = server;
    this.#source = source;
    this.#options = options;
    this.#once = sayOnce(options.say);
    this.#stop = AbortSignal.any([signal, server.lost]);
    this.#stopped = aborted(this.#stop);
    this.#own = new OwnFolders(options.folders);
    this.#pool = new SweepPool(options.threads);
  }

  async serve(): Promise<void> {
    const unlisten = this.#source.listen(
      () => (this.#lookedAt = -Infinity),
      (id) => {
        this.#queues.delete(id);
        for (const [{ queue }, { words }] of this.#running) if (queue === id) wishStop(words);
      },
    );
    const stopAll = (): void => {
      for (const { words } of this.#running.values()) wishStop(words);
    };
    this.#stop.addEventListener('abort', stopAll);
    try {
      while (!this.#stop.aborted) await this.#step();
      await this.#settled();
      if (this.#server.lost.aborted) throw this.#server.lost.reason;
    } finally {
      this.#stop.removeEventListener('abort', stopAll);
      unlisten();
      await this.#pool.destroy();
      // Those whose threads did not stop by themselves are given back now.
      await this.#settled();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** Waits for the tasks under way, not forever. */
  async #settled(): Promise<void> {
    const all = Promise.all([...this.#running.values()].map(({ over }) => over));
    await Promise.race([all, delay(GRACE)]);
  }

  /** Takes one task, or waits. */
  async #step(): Promise<void> {
    if (this.#running.size >= this.#pool.threads) {
      const overs = [...this.#running.values()].map(({ over }) => over);
      await Promise.race([...overs, this.#stopped]);
      return;
    }
    try {
      await this.#look();
      const now = performance.now();
      const ids = [...this.#queues].filter(([, { from }]) => from <= now).map(([id]) => id);
      if (ids.length === 0 || this.#options.isPaused()) {
        await Promise.race([delay(AGAIN_AFTER), this.#stopped]);
        return;
      }
      const id = ids[this.#turn++ % ids.length]!;
      const task = await this.#source.next(id, WAIT).catch((error: unknown) => {
        // Most likely it is over.
        this.#queues.delete(id);
        throw error;
      });
      if (task !== undefined) this.#begin(task);
    } catch {
      // The server is away, or the queue: both are looked for again.
      this.#lookedAt = -Infinity;
      await Promise.race([delay(AGAIN_AFTER), this.#stopped]);
    }
  }

  /** Which sweeps there are; those whose numbers may differ are left to others. */
  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_EVERY) return;
    this.#lookedAt = performance.now();
    const queues = await this.#source.queues();
    for (const id of this.#queues.keys()) if (!queues.includes(id)) this.#queues.delete(id);
    for (const id of queues) {
      if (this.#queues.has(id)) continue;
      const head = await this.#source.head(id);
      if (head === undefined) continue;
      const { name, identity } = this.#options;
      let why: string | undefined;
      try {
        const { sweep, identity: theirs } = parseHead(head);
        why = whyApart({ name: `worker ${name}`, identity }, { name: sweep, identity: theirs });
        if (why === undefined) this.#once(`computes for ${sweep}`);
      } catch (error) {
        why = firstLine(error);
      }
      if (why !== undefined) this.#once(why);
      this.#queues.set(id, { from: why === undefined ? 0 : Infinity, refusals: new Refusals() });
    }
  }

  #begin(task: TakenTask): void {
    const words = progressWords();
    const over = this.#do(task, words).finally(() => {
      task.release();
      this.#running.delete(task);
      this.#sayBusy();
    });
    this.#running.set(task, { words, over });
    this.#sayBusy();
  }

  #sayBusy(): void {
    this.#options.busy([...this.#running.keys()].map(({ name }) => name));
  }

  async #do(task: TakenTask, words: Int32Array): Promise<void> {
    try {
      await this.#end(task, words);
    } catch (error) {
      // It comes again, here or elsewhere, when it has not been heard of for some time.
      if (this.#queues.has(task.queue)) this.#options.say(`a task is left: ${firstLine(error)}`);
    }
  }

  async #end(task: TakenTask, words: Int32Array): Promise<void> {
    if (task.handedOut > MOST_SILENT) {
      await task.end('fell', text(`${MOST_SILENT} workers ended, or fell silent, while they computed it`));
      return;
    }
    const twin = [...this.#running].find(([other]) => other !== task && other.name === task.name);
    if (twin !== undefined) {
      // Of an earlier session of its sweep, or it came again: one result serves both.
      await twin[1].over;
      await task.end('back', text(''));
      return;
    }
    const folder = join(this.#folder, pathSegment(task.task));
    try {
      const message = parseTask(task.bytes);
      const problem = (): Promise<Uint8Array> => this.#source.blobs(task.queue).get(message.blob);
      const local = await localTask(message, problem, this.#own, folder, words);
      this.#queues.get(task.queue)?.refusals.accept();
      await this.#compute(task, message, local);
    } catch (error) {
      if (error instanceof NotHere) {
        this.#once(firstLine(error));
        const queue = this.#queues.get(task.queue);
        if (queue?.refusals.refuse(task.task)) queue.from = performance.now() + PAUSE;
        await task.end('back', text(`worker ${this.#options.name}: ${firstLine(error)}`));
      } else if (error instanceof InputError) {
        await task.end('fell', text(firstLine(error)));
      } else throw error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #compute(task: TakenTask, message: TaskMessage, local: SweepTask): Promise<void> {
    mkdirSync(join(this.#folder, pathSegment(task.task)), { recursive: true });
    let ends: Awaited<ReturnType<SweepPool['compute']>>;
    try {
      ends = await this.#pool.compute(local);
    } catch (error) {
      if (this.#stop.aborted) await task.end('back', text(''));
      else await task.end('fell', text(`its thread ended: ${firstLine(error)}`));
      return;
    }
    if (ends.some(({ kind }) => kind === 'interrupted')) {
      await task.end('back', text(''));
      return;
    }
    const files = local.runs.flatMap(({ key, directory }) =>
      RESULT_FILES.map((name) => ({ name: `${key}/${name}`, path: join(directory, name) }))
        .filter(({ path }) => existsSync(path))
        .map(({ name, path }): File => ({ name, bytes: readFileSync(path) })),
    );
    const runs = message.runs.map(({ key }, at) => {
      const end = ends[at]!;
      return { key, failure: 'line' in end ? end.line : null };
    });
    await task.end('done', resultMessage(this.#options.name, runs, files), digestOf(files));
  }
}

/** A folder of this process for runs under way; those that killed workers have left are removed. */
function workFolder(): string {
  removeTemporary(tmpdir());
  const folder = temporaryIn(tmpdir());
  // Other users of the machine have no business there.
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** What the numbers of a result come to: manifests have times, too. */
function digestOf(files: readonly File[]): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of files)
    if (name.endsWith('.csv')) hash.update(`${name} ${bytes.length} `).update(bytes);
  return hash.digest('hex');
}

const text = (line: string): Uint8Array => Buffer.from(line);

const wishStop = (words: Int32Array): void => {
  Atomics.store(words, STOP_WISHED, 1);
};
