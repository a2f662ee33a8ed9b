/**
 * A thread that computes runs of a sweep, one after another. What serves several of them stays from one to the next:
 * the problem with its agents and root, and the kernels with their memory.
 */
import '../../../actors/agent/userOutput.ts';
import { existsSync, fsyncSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadUserModules } from '../../../actors/agent/userModules.ts';
import { importMetrics } from '../../../actors/agent/userMetrics.ts';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { type ThreadKernels, threadKernels } from '../../../actors/agent/threadResources.ts';
import { keyOf } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { firstLine, InputError } from '../../values/failure.ts';
import { fileCause } from '../../recording/fileCause.ts';
import { FolderInUse } from '../../recording/directoryLock.ts';
import { jsonText } from '../../recording/jsonText.ts';
import { recordedRoot, type Manifest } from '../../recording/manifest.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { openRunDirectory } from '../../recording/runDirectory.ts';
import { pendingRecords } from '../../recording/runRecords.ts';
import type { Recording } from '../../recording/recording.ts';
import { StoredRows } from '../../recording/storedRows.ts';
import { ShortRun } from '../../recording/shortRun.ts';
import { isLimited } from '../../configuration/budget.ts';
import { recordedCount } from '../../measurement/recordingSchedule.ts';
import type { Inspection } from '../../events/inspection.ts';
import { type Simulated, type SimulatedRun, simulateInto } from '../simulateInto.ts';
import { isDiskFailure } from '../runFailure.ts';
import { solvedInThread } from '../theory/threadProblem.ts';
import {
  endOf,
  type PointResult,
  readResult,
  refuseDifferent,
  RESULT_NAME,
  resultInMemory,
  verifyResult,
  writeResult,
} from '../store/resultFile.ts';
import { renamed, Store, storedReplication } from '../store/store.ts';
import { temporaryBeside } from '../../recording/temporaryName.ts';
import { manifestIn, partsBeside, seedsOf } from './runParts.ts';
import { ROUNDS_DONE, type RunEnd, type RunOfTask, STOP_WISHED, type SweepTask } from './sweepTask.ts';
import { unforeseenLine } from '../unforeseenLine.ts';

/** How often a thread looks whether it is to stop, in ms. */
const LOOK_EVERY = 20;
/** Runs that took longer, in ms, are worth waiting for the disk: what a fall of the machine may cost is little. */
const WORTH_SYNCING = 1000;

/** Local steps of all agents, and numbers in rows, of a run that is held in memory. */
const SHORT_STEPS = 2e7;
const SHORT_NUMBERS = 5e5;

interface LoadedProblem {
  readonly hash: string;
  readonly problem: Problem;
  readonly solution: Solution;
  readonly kernels: ThreadKernels | undefined;
}

let loaded: LoadedProblem | undefined;

/** Task: computes what is missing of some runs. */
export async function computeRuns(task: SweepTask): Promise<RunEnd[]> {
  const stop = new AbortController();
  const look = setInterval(() => {
    if (Atomics.load(task.progress, STOP_WISHED) === 1) stop.abort();
  }, LOOK_EVERY);
  try {
    const ends: RunEnd[] = [];
    for (const run of task.runs) {
      if (Atomics.load(task.progress, STOP_WISHED) === 1) stop.abort();
      ends.push(stop.signal.aborted ? { kind: 'interrupted' } : await computed(run, task, stop.signal));
    }
    return ends;
  } finally {
    clearInterval(look);
  }
}

async function computed(run: RunOfTask, task: SweepTask, signal: AbortSignal): Promise<RunEnd> {
  try {
    return await complete(run, task, signal);
  } catch (error) {
    if (error instanceof FolderInUse) return { kind: 'busy', line: firstLine(error) };
    if (error instanceof Error && 'syscall' in error)
      return { kind: 'failed', line: `${run.directory}: ${fileCause(error)}` };
    const isForeseen = error instanceof InputError || isDiskFailure(error);
    return { kind: 'failed', line: isForeseen ? firstLine(error) : unforeseenLine(error) };
  }
}

/** What is there is checked, what is missing is taken from the store or computed. */
async function complete(run: RunOfTask, task: SweepTask, signal: AbortSignal): Promise<RunEnd> {
  const { directory, key, rounds } = run;
  const count = (done: number): void => {
    Atomics.add(task.progress, ROUNDS_DONE, done);
  };
  const store = task.store === undefined ? undefined : new Store(task.store);
  const keep = (result: PointResult): void =>
    store?.addFrom({ directory, result }, () => readManifest(directory));
  const isBegun = existsSync(directory);
  const point = isBegun ? readResult(directory, key) : undefined;
  if (point !== undefined) verifyResult(directory, point);
  // A run whose manifest is lost is made again of its rows.
  const isWhole = point?.failure === null && existsSync(join(directory, MANIFEST_NAME));
  if (isWhole && task.seeds.every((seed) => point.replications[seed] !== undefined)) {
    count(rounds * task.seeds.length);
    keep(point);
    return done(point, false);
  }
  // What is there continues in a folder of its own until nothing is missing.
  const parts = partsBeside(directory);
  if (point !== undefined) parts.adopt({ directory, result: point });
  const begun = isBegun ? manifestIn(directory) : undefined;
  const seeds = seedsOf(run, task.seeds, parts);
  const found = parts.find(key, seeds);
  const fromParts = found.size;
  for (const [seed, at] of store?.find(key, seeds) ?? []) if (!found.has(seed)) found.set(seed, at);
  const missing = seeds.filter((seed) => !found.has(seed));
  if (!task.isCounted) count(rounds * task.seeds.filter((seed) => found.has(seed)).length);
  const shop = await problemFor(task);
  const asked = manifestOf(run, seeds, shop.solution, begun);
  const { name } = run.head.configuration.algorithms[0]!;
  const stored = new StoredRows([...found].map(([seed, at]) => storedReplication(name, seed, at, name)));
  const simulated = await simulatedRun(task, shop, asked);
  let counted = 0;
  const observe = (inspection: Inspection): void => {
    if (inspection.kind !== 'progressed') return;
    count(inspection.rounds - counted);
    counted = inspection.rounds;
  };
  const kernels = asked.configuration.kernels === 'auto' ? shop.kernels : undefined;
  const { state, failure, result } = await (
    isShort(run, seeds.length) && (!isBegun || point !== undefined) ? shortly : atLength
  )(run, asked, stored, (recording) =>
    simulateInto(recording, simulated, signal, observe, { threadKernels: kernels }),
  );
  if (state === 'interrupted') return { kind: 'interrupted' };
  if (result === undefined) return { kind: 'busy', line: `${directory}: another program is writing there` };
  parts.remove(key);
  keep(result);
  count(Math.max(0, rounds * missing.length - counted));
  if (failure !== undefined) return { kind: 'failed', line: failure };
  return { ...done(result, missing.length > 0), fromStore: found.size - fromParts };
}

type Simulate = (recording: Recording) => Promise<Simulated>;

interface Written extends Pick<Simulated, 'state' | 'failure'> {
  /** what was written; not where the run was interrupted, or another program is writing there */
  readonly result?: PointResult;
}

/** Computes a short run in memory; another program may do the same meanwhile. */
async function shortly(
  { directory, key }: RunOfTask,
  asked: Manifest,
  stored: StoredRows,
  simulate: Simulate,
): Promise<Written> {
  const recording = new ShortRun(directory, asked, stored);
  const { state, failure } = await simulate(recording);
  if (state === 'interrupted') return { state, failure };
  const result = resultInMemory(key, recording);
  const temporary = temporaryBeside(directory);
  recording.writeInto(temporary, { [RESULT_NAME]: `${jsonText(result)}\n` });
  if (renamed(temporary, directory)) return { state, failure, result };
  const theirs = readResult(directory, key);
  const other = join(dirname(directory), `.other-${key}`);
  try {
    if (theirs) refuseDifferent({ directory: other, result }, { directory, result: theirs });
    rmSync(temporary, { recursive: true, force: true });
  } catch (error) {
    rmSync(other, { recursive: true, force: true });
    renameSync(temporary, other);
    throw error;
  }
  return { state, failure, ...(theirs && { result }) };
}

/** Computes a run in its directory, which can be gone on with from any moment. */
async function atLength(
  { directory, key }: RunOfTask,
  asked: Manifest,
  stored: StoredRows,
  simulate: Simulate,
): Promise<Written> {
  const begun = performance.now();
  const opened = openRunDirectory(directory, asked, {
    stored,
    keepLock: true,
    sync: (descriptor) => {
      if (performance.now() - begun > WORTH_SYNCING) fsyncSync(descriptor);
    },
  });
  try {
    const { state, failure } = await simulate(opened);
    if (state === 'interrupted') return { state, failure };
    const result = writeResult(directory, key, opened.manifest.runs, failure ?? null);
    return { state, failure, result };
  } finally {
    opened.release();
  }
}

/** Whether a run takes some seconds and megabytes at most, so that it may as well be begun again. */
function isShort({ head, rounds, agentSteps }: RunOfTask, seeds: number): boolean {
  const { configuration, problem } = head;
  const numbers = 12 + (configuration.iterates ? problem.dimension : 0);
  const rows = recordedCount(configuration.recording, rounds, isLimited(configuration.budget)) * seeds;
  return !configuration.updates && agentSteps * seeds <= SHORT_STEPS && rows * numbers <= SHORT_NUMBERS;
}

async function simulatedRun(
  task: SweepTask,
  { problem, solution }: LoadedProblem,
  asked: Manifest,
): Promise<SimulatedRun> {
  return {
    problem,
    solution,
    metrics: (await importMetrics(task.metrics)).map((metric) => metric!),
    specification: task.problem.specification,
    configuration: { ...asked.configuration, allowDivergence: true },
    predictions: [],
  };
}

function done({ replications }: PointResult, isNew: boolean): RunEnd & { readonly kind: 'done' } {
  const diverged = Object.values(replications).filter((held) => endOf(held) === 'diverged');
  if (diverged.length === 0) return { kind: 'done', isNew, diverged: undefined };
  const [seed, , round] = diverged[0]!.cells.split(',', 3);
  const others = diverged.length === 1 ? '' : ` (and ${diverged.length - 1} more)`;
  return { kind: 'done', isNew, diverged: `seed ${seed!} diverged after round ${round!}${others}` };
}

/** The manifest of the run with these seeds. */
function manifestOf(
  { head }: RunOfTask,
  seeds: readonly number[],
  solution: Solution,
  begun: Manifest | undefined,
): Manifest {
  return {
    ...head,
    // The numbers are the same whatever the scenario was called, and by which version of the program.
    ...(begun && { version: begun.version, scenario: begun.scenario }),
    startedAt: new Date().toISOString(),
    problem: { ...head.problem, ...recordedRoot(solution) },
    configuration: { ...head.configuration, seeds },
    runs: pendingRecords(head.configuration.algorithms.map(keyOf), seeds),
  };
}

async function problemFor({ problem, modules }: SweepTask): Promise<LoadedProblem> {
  if (loaded?.hash === problem.hash) {
    await loadUserModules(modules);
    return loaded;
  }
  const solved = await solvedInThread({ specification: problem.specification, modules });
  loaded = { hash: problem.hash, ...solved, kernels: threadKernels(loadKernels()) };
  return loaded;
}
