/** The threads of a sweep, on other machines: tasks go to workers, what they computed is taken into the sweep's folder. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsServer } from '../../../nats/connect.ts';
import type { Identity } from '../../../nats/identity.ts';
import { taskName } from '../../../nats/queueNames.ts';
import { type EndOfTask, type TaskEnd, TaskQueue } from '../../../nats/taskQueue.ts';
import { firstLine, InputError } from '../../../values/failure.ts';
import { canonical } from '../../../configuration/sweep/canonical.ts';
import type { SweepPool } from '../sweepPool.ts';
import type { RunEnd, RunOfTask, SweepTask } from '../sweepTask.ts';
import { problemText } from './problemText.ts';
import { sayOnce } from './sayOnce.ts';
import { byMissingSeeds, takeIn } from './takeIn.ts';
import { headMessage, parseResult, taskMessage } from './taskMessage.ts';
import { type Idle, Workforce } from './workforce.ts';

/** How long an end is waited for at a time, in ms. */
const WAIT = 1000;
/** How long a lost server is left alone, in ms. */
const AGAIN_AFTER = 500;
/** How often opening a queue is tried: a server that is started again breaks it off. */
const OPENINGS = 5;
/** So many looks in turn that find no queue, and it is made again. */
const LOOKS_WITHOUT = 2;
/** How often it is looked who is there, in ms. */
const LOOK_EVERY = 2000;
/** A task that no worker has in hand is published again after twice the time of silence and so long, in ms. */
const LOST_AFTER = 10_000;
/** Threads that tasks are made ready for before it is known how many there are. */
const FEWEST_THREADS = 4;

export interface RemoteOptions {
  /** of the sweep: the same in each session, and that of no other */
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
  /** sees every ten seconds that nobody works for the sweep, as long as that is so */
  readonly idle: (idle: Idle) => void;
}

/** A task that is out. */
interface Out {
  readonly task: SweepTask;
  readonly bytes: Uint8Array;
  /** of its message in the queue; `undefined` until it is published */
  place: number | undefined;
  /** when it was published, or last known to wait or to be in a worker's hands, in ms of `performance.now()` */
  seenAt: number;
  /** how often it was lost */
  losses: number;
  /** whether a worker has given it back with a reason: others may lack its files, too */
  isRefused: boolean;
  readonly resolve: (ends: Map<string, RunEnd>) => void;
  readonly reject: (error: unknown) => void;
}

/** A problem that lies where workers find it. */
interface StoredProblem {
  readonly blob: string;
  readonly text: Uint8Array;
  readonly isThere: Promise<void>;
  /** tasks that are out */
  users: number;
}

/** Computes tasks as a pool of threads does. */
export class RemotePool {
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
  readonly #workforce: Workforce;
  #looksWithout = 0;
  #sayRefused = (): void => undefined;
  #closed = false;

  private constructor(server: NatsServer, local: SweepPool, options: RemoteOptions, signal: AbortSignal) {
    this.#server = server;
    this.#local = local;
    this.#options = options;
    this.#once = sayOnce(options.say);
    this.#workforce = new Workforce(server, { ...options, say: this.#once });
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
    await pool.#open();
    pool.#loops.push(pool.#receive(), pool.#look());
    signal.addEventListener('abort', pool.#interrupt, { once: true });
    return pool;
  }

  async #open(): Promise<void> {
    const { id, identity, sweep, silence } = this.#options;
    const head = headMessage({ identity, sweep });
    for (let time = 1; ; time++) {
      try {
        this.#queue = await TaskQueue.open(this.#server, id, { head, silence }, async (end) => {
          if (end.kind === 'done') await this.#compare(end);
        });
        return;
      } catch (error) {
        if (this.#server.lost.aborted) throw this.#server.lost.reason;
        if (error instanceof InputError || time === OPENINGS || this.#signal.aborted)
          throw this.#server.failure(error);
        await delay(AGAIN_AFTER);
      }
    }
  }

  /** Makes the queue again where the server has lost it, or another session took this one for dead. */
  async #reopen(): Promise<void> {
    this.#queue.abandon();
    try {
      await this.#open();
    } catch (error) {
      this.#server.giveUp(this.#server.failure(error));
      return;
    }
    if (this.#closed) {
      await this.#queue.close();
      return;
    }
    this.#options.say(
      `NATS server ${this.#server.where}: it has lost the tasks of this sweep; they are sent again`,
    );
    for (const { blob, text } of this.#problems.values())
      await this.#persistently(() => this.#queue.blobs.put(blob, text));
    for (const [id, out] of this.#out) await this.#publish(id, out);
  }

  /** Of all workers together. */
  get threads(): number {
    return Math.max(FEWEST_THREADS, this.#workforce.threads);
  }

  /** Workers that compute for this sweep. */
  get workers(): number {
    return this.#workforce.workers;
  }

  /** Tasks that are out and that a worker has refused. */
  get refused(): number {
    return [...this.#out.values()].filter(({ isRefused }) => isRefused).length;
  }

  /** Resolves when one more task is refused; for one caller at a time. */
  nextRefusal(): Promise<void> {
    return new Promise((resolve) => (this.#sayRefused = resolve));
  }

  /** Rejects where those who compute the task end, or fall silent. */
  async compute(task: SweepTask): Promise<readonly RunEnd[]> {
    const ends = new Map<string, RunEnd>();
    for (const part of byMissingSeeds(task))
      for (const [key, end] of await this.#sent(part)) ends.set(key, end);
    // What has come is checked, and written as a run directory, where any other run is.
    const finished = task.runs.filter(({ key }) => (ends.get(key)?.kind ?? 'done') === 'done');
    const written = finished.length === 0 ? [] : await this.#local.compute({ ...task, runs: finished });
    finished.forEach(({ key }, at) => {
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
        const state = { place: undefined, seenAt: 0, losses: 0, isRefused: false };
        const out: Out = { task, bytes, ...state, resolve, reject };
        this.#out.set(id, out);
        this.#publish(id, out).catch(reject);
      });
    } finally {
      this.#out.delete(id);
      if (--stored.users === 0) {
        this.#problems.delete(problem.hash);
        if (!this.#closed) await this.#queue.blobs.drop(stored.blob).catch(() => undefined);
      }
    }
  }

  async #publish(id: string, out: Out): Promise<void> {
    out.place = undefined;
    await this.#persistently(async () => {
      out.place = await this.#queue.publish(id, out.bytes, out.losses);
    });
    out.seenAt = performance.now();
  }

  /** Puts the problem of a task where workers find it, once for all tasks that are out. */
  async #store({ problem: { hash, asked, specification } }: SweepTask): Promise<StoredProblem> {
    let stored = this.#problems.get(hash);
    if (stored === undefined) {
      // Never the same name twice: what was forgotten a moment ago may be on its way out.
      const blob = `problem-${randomUUID()}`;
      const text = Buffer.from(problemText(asked ?? specification));
      stored = { blob, text, isThere: this.#persistently(() => this.#queue.blobs.put(blob, text)), users: 0 };
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
    const line = end.kind === 'done' ? '' : Buffer.from(end.bytes).toString('utf8').slice(0, 2000);
    const isRefused = end.kind === 'back' && line !== '';
    if (!isRefused) this.#workforce.served();
    if (end.kind === 'done') {
      if (out === undefined) await this.#compare(end);
      else out.resolve(this.#takenIn(end, out.task));
    } else if (out !== undefined) {
      if (end.kind === 'fell') out.reject(new InputError(line));
      else {
        if (isRefused) this.#once(line);
        await this.#publish(end.task, out);
        if (isRefused && !out.isRefused) {
          out.isRefused = true;
          this.#sayRefused();
        }
      }
    }
    await end.forget();
  }

  #takenIn(end: TaskEnd, { runs, seeds }: SweepTask): Map<string, RunEnd> {
    try {
      const { files, runs: results } = parseResult(end.bytes);
      return new Map(
        results.map(({ key, failure }): [string, RunEnd] => {
          const run = runs.find((runOfTask) => runOfTask.key === key);
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
  async #compare(end: EndOfTask): Promise<void> {
    let result: ReturnType<typeof parseResult>;
    try {
      result = parseResult(end.bytes);
    } catch (error) {
      // It is computed again, if it is not there.
      this.#once(firstLine(error));
      return;
    }
    const { files, runs } = result;
    for (const { key, failure } of runs) {
      const run = failure === null ? await this.#options.runOf(key) : undefined;
      if (run === undefined) continue;
      const taken = takeIn(run, { seeds: [], failure, files: files.get(key)! });
      if (taken.kind === 'failed') this.conflicts.push({ key, line: taken.line });
    }
  }

  /** Looks now and then who is there, says so where nobody works for the sweep, and publishes lost tasks again. */
  async #look(): Promise<void> {
    while (!this.#isClosed()) {
      const begunAt = performance.now();
      try {
        const inHand = await this.#workforce.look();
        for (const [id, out] of this.#out)
          if (inHand.has(taskName(this.#options.id, id))) {
            out.seenAt = performance.now();
            this.#workforce.served();
          }
        this.#workforce.sayIdle(this.#out.size > 0);
        await this.#findLost(begunAt);
      } catch {
        // The server is away; what is lost for good is noticed elsewhere.
      }
      for (let waited = 0; waited < LOOK_EVERY && !this.#isClosed(); waited += 100) await delay(100);
    }
  }

  /**
   * Publishes tasks again that are out, wait for no worker, and are in no worker's hands. A task may be computed twice
   * for it; its second result is compared with the first.
   *
   * @param since - tasks published later are left alone, in ms of `performance.now()`
   */
  async #findLost(since: number): Promise<void> {
    const counts = await this.#queue.counts();
    this.#looksWithout = counts === undefined ? this.#looksWithout + 1 : 0;
    if (counts === undefined) {
      if (this.#looksWithout >= LOOKS_WITHOUT && !this.#closed) await this.#reopen();
      return;
    }
    const { waiting, inHand, ends } = counts;
    const now = performance.now();
    const patience = inHand === 0 && ends === 0 ? 0 : 2 * this.#options.silence + LOST_AFTER;
    for (const [id, out] of this.#out) {
      const { place, seenAt } = out;
      if (waiting > 0) out.seenAt = now;
      else if (place !== undefined && seenAt < since && now - seenAt >= patience) {
        out.losses++;
        await this.#publish(id, out);
        await this.#queue.withdraw(place);
      }
    }
  }
}

const interruptedEnds = ({ runs }: SweepTask): Map<string, RunEnd> =>
  new Map(runs.map(({ key }) => [key, { kind: 'interrupted' }]));
