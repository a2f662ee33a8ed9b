/** A sweep from its plan to its directory: what is missing is computed by threads, then all of it is gathered. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { modulesOf } from '../../../actors/agent/userModules.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import type { NatsServer } from '../../nats/connect.ts';
import { identityOf } from '../../nats/identity.ts';
import { firstLine, InputError } from '../../values/failure.ts';
import { programVersion } from '../../recording/environment.ts';
import { refuseLinks } from '../../recording/links.ts';
import { createFolder } from '../../recording/createFolder.ts';
import { aborted } from '../aborted.ts';
import { defaultDirectory } from '../preparedRun.ts';
import { sha256Of } from '../../../actors/agent/sha256.ts';
import type { Idle } from './remote/workforce.ts';
import { countIn, isIn, type Slice } from './slice.ts';
import { gather, refuseFullStore, refuseOther, type RunState, writeSweep } from './sweepFiles.ts';
import { runFolder } from './sweepFolder.ts';
import { pointText } from '../../configuration/sweep/grid.ts';
import type { RunnableRun, SweepPlan } from './sweepPlan.ts';
import { SweepPool } from './sweepPool.ts';
import type { SweepFailure, SweepProgress, SweepResult } from './sweepResult.ts';
import { RESULT_NAME } from '../store/resultFile.ts';
import { storeFor } from '../store/runStore.ts';
import type { Store } from '../store/store.ts';
import { removeTemporary } from '../../recording/temporaryName.ts';
import { byMissingSeeds } from './remote/takeIn.ts';
import { mostShares, tasksOf, type Waiting } from './packedRuns.ts';
import { partsBeside, tidyRuns } from './runParts.ts';
import {
  progressWords,
  ROUNDS_DONE,
  type RunEnd,
  type RunOfTask,
  STOP_WISHED,
  type SweepTask,
} from './sweepTask.ts';

export interface SweepOptions {
  readonly slice?: Slice | undefined;
  /** whether the first failure ends the sweep */
  readonly failFast?: boolean | undefined;
  /** over which workers compute, instead of this machine's threads */
  readonly over?: Over | undefined;
}

/** A server that brings sweeps and workers together. */
export interface Over {
  readonly server: NatsServer;
  /** after so long, in ms, without a word of a worker its task goes to another */
  readonly silence: number;
  /** sees lines about workers and server */
  readonly say: (line: string) => void;
  /** sees every ten seconds that nobody works for the sweep */
  readonly idle: (idle: Idle) => void;
}

/** Shares of seeds a thread, where there are fewer runs than that. */
const SHARES = 4;
/** Tasks a thread that are under way or waiting. */
const AHEAD = 2;
/** How often progress is reported, in ms. */
const PROGRESS_EVERY = 100;
/** How long threads may take to stop, in ms. */
const GRACE = 2000;
/** How long a run that another program computes is waited for, in ms; and how often it is looked at. */
const PATIENCE = 30_000;
const LOOK_EVERY = 250;

/**
 * Computes what is missing of a sweep and writes its files.
 *
 * @param plan - all that is to be there in the end
 * @param options - which part of it, and what ends it
 * @param signal - interrupts; what is finished is kept, and the same sweep continues from there
 * @param observe - sees how far it is, now and then
 */
export async function executeSweep(
  plan: SweepPlan,
  options: SweepOptions,
  signal: AbortSignal,
  observe: (progress: SweepProgress) => void = () => undefined,
): Promise<SweepResult> {
  const directory = plan.request.out ?? defaultDirectory(plan.request.target.definition.name);
  refuseOther(directory);
  for (const folder of [directory, join(directory, 'runs')]) refuseLinks(folder);
  const session = new Session(plan, directory, options, signal, observe);
  createFolder(join(directory, 'runs'));
  writeSweep(plan, directory, 'running', session.statesAtStart());
  removeTemporary(directory);
  removeTemporary(join(directory, 'runs'), true);
  try {
    await session.run();
  } finally {
    tidyRuns(join(directory, 'runs'));
  }
  const lost = new Map(
    session.failures.flatMap(({ key, line, isLost }) => (isLost ? [[key, line] as const] : [])),
  );
  const state = signal.aborted ? 'interrupted' : session.failures.length > 0 ? 'failed' : 'completed';
  const gathered = await gather(plan, directory, state, lost);
  return {
    ...gathered,
    state,
    directory,
    failures: session.failures,
    computed: session.computed,
    found: session.found,
    fromStore: session.fromStore,
  };
}

/** What computes: this machine's threads, or workers on others. */
interface Pool {
  readonly threads: number;
  readonly workers?: number;
  /** tasks under way that wait for another worker: the one that took them lacks their files */
  readonly refused?: number;
  /** Resolves when one more task is refused. */
  readonly nextRefusal?: () => Promise<void>;
  /** of runs that were computed twice, with other rows */
  readonly conflicts?: readonly { readonly key: string; readonly line: string }[];
  /** Rejects where who computes the task ends. */
  compute(task: SweepTask): Promise<readonly RunEnd[]>;
  destroy(): Promise<void>;
}

/** One call: tasks handed out, ends taken in. */
class Session {
  readonly failures: (SweepFailure & { readonly isLost: boolean })[] = [];
  computed = 0;
  found = 0;
  fromStore = 0;
  readonly #plan: SweepPlan;
  readonly #directory: string;
  readonly #options: SweepOptions;
  readonly #stop: AbortController;
  readonly #signal: AbortSignal;
  readonly #observe: (progress: SweepProgress) => void;
  readonly #totalRuns: number;
  readonly #store: Store | undefined;
  readonly #words = progressWords();
  #busy: { readonly run: Waiting; readonly line: string }[] = [];
  #rounds = 0;
  readonly #totalRounds: number;

  constructor(
    plan: SweepPlan,
    directory: string,
    options: SweepOptions,
    signal: AbortSignal,
    observe: (progress: SweepProgress) => void,
  ) {
    this.#plan = plan;
    this.#directory = directory;
    this.#options = options;
    this.#stop = new AbortController();
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#observe = observe;
    this.#totalRuns = countIn(plan, options.slice);
    this.#store = storeFor(plan.request.store, plan.first);
    if (this.#store !== undefined) refuseFullStore(this.#store, plan, options.slice);
    this.#totalRounds = plan.rounds / (options.slice?.of ?? 1);
  }

  /** What lies there already, at a glance. */
  statesAtStart(): RunState[] {
    const states: RunState[] = [];
    const present = new Set(readdirSync(join(this.#directory, 'runs')));
    for (let at = 0; at < this.#plan.pointCount; at++) {
      for (const { key, place } of this.#plan.runsAt(at))
        if (present.has(key) && existsSync(join(runFolder(this.#directory, key), RESULT_NAME)))
          states[place] = 'completed';
    }
    return states;
  }

  async run(): Promise<void> {
    if (this.#totalRuns === 0) return;
    const first = (await this.#plan.runnable(0))[0]!;
    const { placement, threads = availableParallelism() } = first.head.configuration;
    // Agents in threads of their own have all of them; else each thread has a run of its own.
    const most =
      placement === 'inline'
        ? Math.min(threads, this.#totalRuns * mostShares(first, this.#plan.seeds.length))
        : 1;
    const pool = await this.#poolOf(most).catch((error: unknown) => {
      if (!this.#signal.aborted) throw error;
    });
    if (pool === undefined) return;
    const observer: { failure?: { readonly thrown: unknown } } = {};
    const timer = setInterval(() => {
      try {
        this.#report(pool);
      } catch (thrown) {
        observer.failure ??= { thrown };
        this.#stop.abort();
      }
    }, PROGRESS_EVERY);
    const wish = (): void => {
      Atomics.store(this.#words, STOP_WISHED, 1);
    };
    this.#signal.addEventListener('abort', wish, { once: true });
    try {
      await this.#handOut(pool, tasksOf(this.#plan, this.#options.slice, this.#totalRuns));
      await this.#waitForOthers(pool);
      if (observer.failure) throw observer.failure.thrown;
      this.#report(pool);
    } finally {
      clearInterval(timer);
      this.#signal.removeEventListener('abort', wish);
      await pool.destroy();
    }
    for (const { key, line } of pool.conflicts ?? []) {
      const run = await this.#runOf(key);
      if (run) this.#fail(run, line, false);
    }
  }

  async #poolOf(threads: number): Promise<Pool> {
    const { over, slice } = this.#options;
    if (over === undefined) return new SweepPool(threads);
    const { server, ...more } = over;
    const name = `${hostname()} ${realpathSync(this.#directory)}`;
    const options = {
      ...more,
      id: sha256Of(`${name} ${JSON.stringify(slice ?? null)}`).slice(0, 16),
      identity: identityOf(programVersion()),
      sweep: `the sweep in ${resolve(this.#directory)} on ${hostname()}`,
      runOf: async (key: string) => {
        const run = await this.#runOf(key);
        return run && this.#runOfTask(run);
      },
    };
    const { RemotePool } = await import('./remote/remotePool.ts');
    return RemotePool.open(server, new SweepPool(1), options, this.#signal);
  }

  async #runOf(key: string): Promise<Waiting | undefined> {
    const at = this.#plan.pointOf(key);
    if (at === undefined || !isIn(this.#options.slice, key)) return undefined;
    const run = (await this.#plan.runnable(at)).find((runnableRun) => runnableRun.key === key);
    return run && { ...run, at };
  }

  readonly #runOfTask = ({ key, head, rounds, agentSteps }: RunnableRun): RunOfTask => ({
    key,
    head,
    rounds,
    agentSteps,
    directory: runFolder(this.#directory, key),
  });

  /** Keeps every thread busy until there is no task left; tasks that were refused keep none. */
  async #handOut(pool: Pool, tasks: AsyncGenerator<readonly Waiting[]>): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for await (const runs of tasks) {
      const task = this.#computeTogether(pool, runs).finally(() => underWay.delete(task));
      underWay.add(task);
      const isFull = (): boolean => underWay.size >= AHEAD * pool.threads + (pool.refused ?? 0);
      while (isFull() && !this.#signal.aborted)
        await Promise.race([...underWay, ...(pool.nextRefusal ? [pool.nextRefusal()] : [])]);
      if (this.#signal.aborted) break;
    }
    await Promise.race([Promise.all(underWay), aborted(this.#signal).then(() => delay(GRACE))]);
  }

  /** Computes runs; a long one, of few, by shares of its seeds in several threads, which it then takes over in their order. */
  async #computeTogether(pool: Pool, runs: readonly Waiting[]): Promise<void> {
    const shares = runs.length > 1 ? 1 : this.#sharesOf(pool, runs[0]!);
    if (shares <= 1) return this.#compute(pool, runs);
    const task = await this.#taskOf(runs);
    const [run] = task.runs as [RunOfTask];
    const seeds = byMissingSeeds(task)[0]?.seeds ?? [];
    this.#rounds += run.rounds * (task.seeds.length - seeds.length);
    const size = Math.ceil(seeds.length / shares);
    const parts = partsBeside(run.directory);
    createFolder(join(parts.folder, run.key));
    const starts = Array.from({ length: Math.ceil(seeds.length / size) || 0 }, (_, share) => share * size);
    await Promise.all(
      starts.map(async (start) => {
        const some = seeds.slice(start, start + size);
        const directory = parts.partOf(run.key, some);
        // Whatever becomes of a share, what is missing then is computed with the whole.
        await pool
          .compute({ ...task, store: undefined, seeds: some, runs: [{ ...run, directory }] })
          .catch(() => undefined);
      }),
    );
    await this.#compute(pool, runs, starts.length);
  }

  /** In how many shares a run is computed. */
  #sharesOf({ threads }: Pool, run: Waiting): number {
    if (threads === 1 || this.#options.over !== undefined) return 1;
    const wanted = Math.ceil((SHARES * threads) / this.#totalRuns);
    return Math.min(wanted, mostShares(run, this.#plan.seeds.length));
  }

  /** @param shares - that have been computed of the one run; its rounds have been counted where this is given */
  async #compute(pool: Pool, runs: readonly Waiting[], shares?: number): Promise<void> {
    let ends: readonly RunEnd[];
    try {
      ends = await pool.compute({ ...(await this.#taskOf(runs)), isCounted: shares !== undefined });
    } catch (error) {
      if (this.#signal.aborted) return;
      // A thread that died took its task along: whose fault it was shows when each runs alone.
      if (runs.length > 1) for (const run of runs) await this.#compute(pool, [run]);
      else
        this.#take(runs[0]!, {
          kind: 'failed',
          line: error instanceof InputError ? error.message : `its thread ended: ${firstLine(error)}`,
        });
      return;
    }
    ends.forEach((end, index) => {
      this.#take(runs[index]!, end.kind === 'done' && shares ? { ...end, isNew: true } : end);
    });
  }

  async #taskOf(runs: readonly Waiting[]): Promise<SweepTask> {
    const { configuration } = runs[0]!.head;
    const { imported } = await this.#plan.metricsOf(configuration);
    return {
      problem: runs[0]!.problem,
      modules: modulesOf(runs.flatMap(({ head }) => ownValues(head.configuration))),
      metrics: imported.map(({ name, url }) => ({ name, url })),
      seeds: this.#plan.seeds,
      store: this.#store?.folder,
      runs: runs.map(this.#runOfTask),
      progress: this.#words,
    };
  }

  #take(run: Waiting, end: RunEnd): void {
    switch (end.kind) {
      case 'interrupted':
        return;
      case 'busy':
        this.#busy.push({ run, line: end.line });
        return;
      case 'failed':
        this.computed++;
        this.#fail(run, end.line, true);
        return;
      case 'done':
        if (end.isNew) {
          this.computed++;
          this.fromStore += end.fromStore ?? 0;
        } else this.found++;
        if (end.diverged !== undefined && !this.#plan.allowDivergence)
          this.#fail(run, `${end.diverged}; --allow-divergence accepts it`, false);
    }
  }

  #fail({ key, at, algorithm }: Waiting, line: string, isLost: boolean): void {
    this.failures.push({ key, point: pointText(this.#plan.point(at)), algorithm, line, isLost });
    if (this.#options.failFast) this.#stop.abort();
  }

  /** What other programs were computing: once they are done it is there, and once they are gone it is taken up. */
  async #waitForOthers(pool: Pool): Promise<void> {
    for (let waited = 0; this.#busy.length > 0 && !this.#signal.aborted; waited += LOOK_EVERY) {
      const busy = this.#busy;
      if (waited >= PATIENCE) {
        for (const { run, line } of busy) this.#fail(run, line, true);
        return;
      }
      await delay(LOOK_EVERY, undefined, { signal: this.#signal }).catch(() => undefined);
      this.#busy = [];
      for (const { run } of busy) await this.#compute(pool, [run]);
      if (this.#busy.length < busy.length) waited = 0;
    }
  }

  #report({ workers }: Pool): void {
    // Taken out of the word, which could not hold the rounds of a long sweep.
    this.#rounds += Atomics.exchange(this.#words, ROUNDS_DONE, 0);
    this.#observe({
      runs: this.computed + this.found,
      totalRuns: this.#totalRuns,
      rounds: Math.min(this.#rounds, this.#totalRounds),
      totalRounds: this.#totalRounds,
      ...(workers !== undefined && { workers }),
    });
  }
}
