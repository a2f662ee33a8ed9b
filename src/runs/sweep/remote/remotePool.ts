/** The threads of a sweep, on other machines: tasks go to workers, what they computed is taken into the sweep's folder. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsServer } from '../../../nats/connect.ts';
import { type Identity, whyApart } from '../../../nats/identity.ts';
import { callRoll } from '../../../nats/roll.ts';
import { type TaskEnd, TaskQueue } from '../../../nats/taskQueue.ts';
import { InputError } from '../../../protocol/failure.ts';
import { canonical } from '../../../sweep/canonical.ts';
import { firstLine } from '../../target/target.ts';
import type { SweepPool } from '../sweepPool.ts';
import type { RunEnd, RunOfTask, SweepTask } from '../sweepTask.ts';
import { problemText } from './problemText.ts';
import { sayOnce } from './sayOnce.ts';
import { byMissingSeeds, takeIn } from './takeIn.ts';
import { headMessage, parseResult, taskMessage } from './taskMessage.ts';

/** How long an end is waited for at a time, in ms. */
const WAIT = 1000;
/** How long a lost server is left alone, in ms. */
const AGAIN_AFTER = 500;
/** How often it is looked who is there, in ms, and how long they have to answer. */
const LOOK_EVERY = 2000;
const ANSWER_WITHIN = 500;
/** So often in turn nobody answers before that is said. */
const QUIET_LOOKS = 2;
/** Threads that tasks are made ready for before it is known how many there are. */
const FEWEST_THREADS = 4;

export interface RemoteOptions {
  /** of the queue: the same for the same sweep, and for no other */
  readonly id: string;
  readonly identity: Identity;
  /** the sweep in words, for workers */
  readonly sweep: string;
  /** after so long, in ms, without a word of a worker its task goes to another */
  readonly silence: number;
  /** the run of a key; `undefined` where the sweep has none */
  readonly runOf: (key: string) => Promise<RunOfTask | undefined>;
  /** sees lines for those who watch the sweep */
  readonly say: (line: string) => void;
}

/** A task that is out. */
interface Out {
  readonly task: SweepTask;
  readonly bytes: Uint8Array;
  readonly resolve: (ends: Map<string, RunEnd>) => void;
  readonly reject: (error: unknown) => void;
}

/** A problem that lies where workers find it. */
interface StoredProblem {
  readonly blob: string;
  readonly isThere: Promise<void>;
  /** tasks that are out */
  users: number;
}

/** Computes tasks as a pool of threads does. */
export class RemotePool {
  /** workers that compute for this sweep */
  workers = 0;
  /** what was different where something was computed twice */
  readonly conflicts: { readonly key: string; readonly line: string }[] = [];
  readonly #server: NatsServer;
  readonly #options: RemoteOptions;
  readonly #local: SweepPool;
  readonly #signal: AbortSignal;
  readonly #out = new Map<string, Out>();
  readonly #problems = new Map<string, StoredProblem>();
  readonly #once: (line: string) => void;
  readonly #loops: Promise<void>[] = [];
  #queue!: TaskQueue;
  #threads = 0;
  #quietLooks = 0;
  #closed = false;

  private constructor(server: NatsServer, local: SweepPool, options: RemoteOptions, signal: AbortSignal) {
    this.#server = server;
    this.#local = local;
    this.#options = options;
    this.#once = sayOnce(options.say);
    this.#signal = AbortSignal.any([signal, server.lost]);
  }

  /**
   * Opens the sweep's queue, and takes in what workers have computed for it since it was killed.
   *
   * @param local - threads that write folders
   */
  static async open(
    server: NatsServer,
    local: SweepPool,
    options: RemoteOptions,
    signal: AbortSignal,
  ): Promise<RemotePool> {
    const pool = new RemotePool(server, local, options, signal);
    const { id, identity, sweep, silence } = options;
    const head = headMessage({ identity, sweep });
    pool.#queue = await TaskQueue.open(server, id, head, silence, async (end) => {
      if (end.kind === 'done') await pool.#compare(end);
      await end.forget();
    });
    pool.#loops.push(pool.#receive(), pool.#look());
    signal.addEventListener('abort', pool.#interrupt, { once: true });
    return pool;
  }

  /** Of all workers together. */
  get threads(): number {
    return Math.max(FEWEST_THREADS, this.#threads);
  }

  /** Rejects where those who compute the task end, or fall silent. */
  async compute(task: SweepTask): Promise<readonly RunEnd[]> {
    const ends = new Map<string, RunEnd>();
    for (const part of byMissingSeeds(task))
      for (const [key, end] of await this.#sent(part)) ends.set(key, end);
    // What has come is checked, and written as a run directory, where any other run is.
    const there = task.runs.filter(({ key }) => (ends.get(key)?.kind ?? 'done') === 'done');
    const written = there.length === 0 ? [] : await this.#local.compute({ ...task, runs: there });
    there.forEach(({ key }, at) => {
      const end = written[at]!;
      ends.set(key, end.kind === 'done' && ends.has(key) ? { ...end, isNew: true } : end);
    });
    return task.runs.map(({ key }) => ends.get(key)!);
  }

  readonly #interrupt = (): void => {
    this.#closed = true;
    for (const { task, resolve } of this.#out.values()) resolve(interruptedEnds(task));
  };

  #isClosed(): boolean {
    return this.#closed;
  }

  async destroy(): Promise<void> {
    this.#interrupt();
    // Where the server is away, the next sweep of this folder finds what is left, and removes it.
    if (this.#server.isUp()) {
      await this.#queue.close().catch(() => undefined);
      await Promise.all(this.#loops);
    }
    await this.#local.destroy();
  }

  async #sent(task: SweepTask): Promise<Map<string, RunEnd>> {
    const { seeds, runs, problem } = task;
    const id = createHash('sha256')
      .update(canonical([runs.map(({ key }) => key), seeds]))
      .digest('hex')
      .slice(0, 32);
    const stored = await this.#store(task);
    const bytes = taskMessage(task, stored.blob);
    try {
      return await new Promise((resolve, reject) => {
        this.#out.set(id, { task, bytes, resolve, reject });
        this.#persistently(() => this.#queue.publish(id, bytes)).catch(reject);
      });
    } finally {
      this.#out.delete(id);
      if (--stored.users === 0) {
        this.#problems.delete(problem.hash);
        if (!this.#closed) await this.#queue.blobs.drop(stored.blob).catch(() => undefined);
      }
    }
  }

  /** Puts the problem of a task where workers find it, once for all tasks that are out. */
  async #store({ problem: { hash, asked, specification } }: SweepTask): Promise<StoredProblem> {
    let stored = this.#problems.get(hash);
    if (stored === undefined) {
      // Never the same name twice: what was forgotten a moment ago may be on its way out.
      const blob = `problem-${randomUUID()}`;
      const text = Buffer.from(problemText(asked ?? specification));
      stored = { blob, isThere: this.#persistently(() => this.#queue.blobs.put(blob, text)), users: 0 };
      this.#problems.set(hash, stored);
    }
    stored.users++;
    await stored.isThere;
    return stored;
  }

  /** Tries again as long as the server may come back. */
  async #persistently(act: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await act();
        return;
      } catch (error) {
        if (this.#server.lost.aborted) throw this.#server.lost.reason;
        if (error instanceof InputError || this.#closed || this.#signal.aborted) throw error;
        this.#once(`${this.#server.failure(error).message}; trying again`);
        await delay(AGAIN_AFTER);
      }
    }
  }

  async #receive(): Promise<void> {
    while (!this.#isClosed()) {
      try {
        const end = await this.#queue.next(WAIT);
        if (end !== undefined && !this.#isClosed()) await this.#take(end);
      } catch (error) {
        if (this.#server.lost.aborted) {
          for (const { reject } of this.#out.values()) reject(this.#server.lost.reason);
          return;
        }
        if (error instanceof InputError) this.#once(error.message);
        await delay(AGAIN_AFTER);
      }
    }
  }

  async #take(end: TaskEnd): Promise<void> {
    const out = this.#out.get(end.task);
    if (end.kind === 'done') {
      if (out === undefined) await this.#compare(end);
      else out.resolve(this.#takenIn(end, out.task));
    } else if (out !== undefined) {
      const line = Buffer.from(end.bytes).toString('utf8').slice(0, 2000);
      if (end.kind === 'fell') out.reject(new InputError(line));
      else {
        if (line !== '') this.#once(line);
        await end.forget();
        await this.#persistently(() => this.#queue.publish(end.task, out.bytes));
        return;
      }
    }
    await end.forget();
  }

  #takenIn(end: TaskEnd, { runs, seeds }: SweepTask): Map<string, RunEnd> {
    try {
      const { files, runs: results } = parseResult(end.bytes);
      return new Map(
        results.map(({ key, failure }): [string, RunEnd] => {
          const run = runs.find((one) => one.key === key);
          if (run === undefined) throw new InputError(`a result has a run that its task has not, ${key}`);
          return [key, takeIn(run, { seeds, failure, files: files.get(key)! })];
        }),
      );
    } catch (error) {
      const line = firstLine(error);
      return new Map(runs.map(({ key }) => [key, { kind: 'failed', line }]));
    }
  }

  /** What nobody waits for: of an earlier session it is taken in; what comes a second time must have the same rows. */
  async #compare(end: TaskEnd): Promise<void> {
    const { files, runs } = parseResult(end.bytes);
    for (const { key, failure } of runs) {
      const run = failure === null ? await this.#options.runOf(key) : undefined;
      if (run === undefined) continue;
      const taken = takeIn(run, { seeds: [], failure, files: files.get(key)! });
      if (taken.kind === 'failed') this.conflicts.push({ key, line: taken.line });
    }
  }

  /** Looks who is there, and says so where nobody is. */
  async #look(): Promise<void> {
    const { identity } = this.#options;
    while (!this.#isClosed()) {
      try {
        const cards = await callRoll(this.#server, ANSWER_WITHIN);
        const apart = (one: (typeof cards)[number]): string | undefined =>
          whyApart({ name: 'this sweep', identity }, { name: `worker ${one.id}`, identity: one.identity });
        for (const why of cards.map(apart)) if (why !== undefined) this.#once(why);
        const able = cards.filter((one) => apart(one) === undefined);
        this.workers = able.length;
        this.#threads = able.reduce((sum, { threads }) => sum + threads, 0);
        this.#quietLooks = able.length > 0 ? 0 : this.#quietLooks + 1;
        if (this.#quietLooks === QUIET_LOOKS)
          this.#options.say(
            `no worker answers at ${this.#server.where}; start one, here or on another machine: fedsa worker --nats nats://${this.#server.where}`,
          );
      } catch {
        // The server is away; what is lost for good is noticed elsewhere.
      }
      for (let waited = 0; waited < LOOK_EVERY && !this.#isClosed(); waited += 100) await delay(100);
    }
  }
}

const interruptedEnds = ({ runs }: SweepTask): Map<string, RunEnd> =>
  new Map(runs.map(({ key }) => [key, { kind: 'interrupted' }]));
