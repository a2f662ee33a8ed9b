/** The worker threads: a Piscina pool that is started once and serves all replications of a run. */
import { Piscina } from 'piscina';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { type OwnParts, ownValues } from '../../src/configuration/ownValues.ts';
import { THREAD_MEMORY } from '../../src/values/builtProgram.ts';
import { modulesOf } from '../agent/userModules.ts';
import { hasUserFiles, workerFile } from './workerFile.ts';
import { StartGate } from './startGate.ts';
import type { WorkerStart } from './workerProblem.ts';

/** Kinds of threads, named by their file. */
type WorkerKind = 'hostWorker' | 'replicationsWorker';

/** Longest time that Piscina may wait for a thread to close by itself, in ms: ours are stopped by message. */
const CLOSE_TIMEOUT = 1000;

/** Each with a value, after `=` or as the next word. */
const LOADING = ['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C'];

/**
 * Piscina tries `require` before `import`. Where Node can require ES modules, it dies of a fatal error if the thread is
 * ended in the middle of that (`v8::Module::IsGraphAsync`, seen with Node 20.20); an import it breaks off.
 */
const IMPORT_ALONE = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
  ? ['--no-experimental-require-module']
  : [];

/** Flags of Node by which modules are found; a thread refuses flags of the whole process. */
function loadingFlags(flags: readonly string[]): string[] {
  const kept: string[] = [];
  flags.forEach((flag, at) => {
    const [name, value] = flag.split('=', 2);
    if (!LOADING.includes(name!)) return;
    kept.push(flag);
    if (value === undefined && at + 1 < flags.length) kept.push(flags[at + 1]!);
  });
  return kept;
}

/** Threads that start at a time: while hundreds do, signals are heard late, and to end what only begins takes longest. */
const AT_A_TIME = 4;

/** Start of the threads. */
interface ThreadOptions {
  readonly workerData?: WorkerStart;
  readonly stricterFIFO?: boolean;
  /** whether they load files of this program alone: the caller's loaders, such as tsx, which take longer to start than all else, are left out */
  readonly isClosed?: boolean;
}

/** Node's flags of threads; `undefined`: the caller's. */
function flagsOf(isClosed: boolean): string[] | undefined {
  if (isClosed) return IMPORT_ALONE;
  return IMPORT_ALONE.length === 0 ? undefined : [...loadingFlags(process.execArgv), ...IMPORT_ALONE];
}

/** A pool of so many threads that run a compiled file; one that dies is replaced. */
export function startThreads(
  filename: string,
  threads: number,
  { isClosed = false, ...options }: ThreadOptions = {},
): Piscina {
  const execArgv = flagsOf(isClosed);
  const pool = new Piscina({
    filename,
    // the others start with the first tasks that find none idle
    minThreads: Math.min(threads, AT_A_TIME),
    maxThreads: threads,
    idleTimeout: Infinity,
    ...options,
    resourceLimits: THREAD_MEMORY,
    ...(execArgv === undefined ? {} : { execArgv }),
    closeTimeout: CLOSE_TIMEOUT,
    recordTiming: false,
  });
  // Each task's own promise reports its failure; without a listener the event would be fatal.
  pool.on('error', () => undefined);
  return pool;
}

/** Data for the threads of a run. */
interface RunOfThreads {
  readonly specification: ProblemSpecification;
  readonly kernels: WebAssembly.Module | undefined;
  readonly configuration: OwnParts;
  /** whether their tasks name modules to import, such as those of metrics */
  readonly importsModules?: boolean;
  /** ends the start early: of the threads not all are there then */
  readonly signal?: AbortSignal;
  /** called with how many threads have started, where they start some at a time */
  readonly started?: (threads: number) => void;
}

/** Threads that know the problem of the run. */
export class WorkerPool {
  readonly threads: number;
  readonly #pool: Piscina;

  /** Starts the threads, some at a time. */
  static async start(
    kind: WorkerKind,
    threads: number,
    { specification, kernels, configuration, importsModules = false, signal, started }: RunOfThreads,
  ): Promise<WorkerPool> {
    const modules = modulesOf(ownValues(configuration));
    const pool = new WorkerPool(kind, threads, { problem: specification, kernels, modules }, importsModules);
    if (threads > AT_A_TIME) await pool.#gather(signal, started);
    return pool;
  }

  /** Starts the threads with what is compiled already. */
  constructor(kind: WorkerKind, threads: number, workerData: WorkerStart, importsModules = false) {
    this.threads = threads;
    const withUserFiles = importsModules || hasUserFiles(workerData.problem, workerData.modules);
    this.#pool = startThreads(workerFile(kind, withUserFiles).href, threads, {
      workerData,
      isClosed: !withUserFiles,
      // In the order in which they were handed in: a task that is put back would else go behind all others.
      stricterFIFO: true,
    });
  }

  /** Starts all threads: each waits at the gate until the last is there. A thread that dies is missed by its task. */
  async #gather(signal: AbortSignal | undefined, started: RunOfThreads['started']): Promise<void> {
    const gate = new StartGate();
    const standing: Promise<unknown>[] = [];
    while (standing.length < this.threads && signal?.aborted !== true) {
      const wanted = Math.min(this.threads, standing.length + AT_A_TIME);
      while (standing.length < wanted)
        standing.push(
          this.run('stand', gate.words).catch(() => {
            gate.miss();
          }),
        );
      await gate.filled(wanted);
      started?.(wanted);
    }
    gate.end();
    await Promise.all(standing);
  }

  /**
   * Rejects when the task, or its thread, fails.
   *
   * @param name - of the function that the worker's file exports
   */
  run(name: 'hostAgents' | 'runReplications' | 'stand', task: unknown): Promise<unknown> {
    return this.#pool.run(task, { name });
  }

  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
