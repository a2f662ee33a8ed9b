/** A run from what was prepared to its run directory: what `fedsa run` and the library's `run` do. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspection } from '../events/inspection.ts';
import { tidyUp, whileLocked } from '../recording/directoryLock.ts';
import type { Manifest } from '../recording/manifest.ts';
import { readManifest } from '../recording/readManifest.ts';
import { openRunDirectory, type RunDirectory } from '../recording/runDirectory.ts';
import { dropTheoryFiles, lacksTheoryFiles, writeTheoryFiles } from '../recording/theoryFiles.ts';
import { answerIn } from '../report/answerFile.ts';
import { firstLine, InputError } from '../values/failure.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { dropAnswer, lacksAnswer, writeAnswer } from './answer.ts';
import type { OpenCluster } from './cluster/openCluster.ts';
import { completedRun } from './completedRun.ts';
import { defaultDirectory, manifestOf, type PreparedRun } from './preparedRun.ts';
import { isReported, loadReport, reportOf } from './runReport.ts';
import { type Simulated, simulateInto } from './simulateInto.ts';
import type { Slippage } from './slippage.ts';
import type { CurveProgress } from './theory/curvesInThread.ts';
import { RunPredictions } from './theory/runPredictions.ts';
import { withLevels } from './withLevels.ts';

/**
 * The run with what was done by hand in its folder before it was interrupted: that is done again, and so it is the same run.
 *
 * @throws InputError where the folder holds no readable manifest
 */
function withInterventionsOf<Run extends { readonly configuration: RunConfiguration }>(
  path: string,
  run: Run,
): Run {
  if (!existsSync(join(path, MANIFEST_NAME))) return run;
  const { interventions } = readManifest(path).configuration;
  return interventions === undefined
    ? run
    : { ...run, configuration: { ...run.configuration, interventions } };
}

/** How a run ended. */
export interface RunResult {
  readonly state: 'completed' | 'failed' | 'interrupted';
  /** one line, where it failed */
  readonly failure: string | undefined;
  readonly directory: string;
  /** the answer to the scenario's question, if there is one */
  readonly answer: string | undefined;
  /** path of the report, where one was written */
  readonly report: string | undefined;
  readonly manifest: Manifest;
  /** how far real time fell behind, where that was asked for (`strict`) */
  readonly slippage?: Slippage;
  /** set where the run was complete before */
  readonly wasComplete?: true;
  /** replications that came from the store, if there is one */
  readonly fromStore?: number;
  /** set where the run is whole, and its exact curves were interrupted: the same call adds them */
  readonly exactInterrupted?: true;
}

/** Who hears of a run, and ends it. */
export interface RunWatch {
  /** interrupts the run; what is finished is kept and can be completed later */
  readonly signal: AbortSignal;
  /** sees every event of the inspection stream */
  readonly observe: (inspection: Inspection) => void;
  /** sees how far exact curves are that were asked for */
  readonly observeCurves?: ((progress: CurveProgress) => void) | undefined;
}

/**
 * Runs what was prepared and writes it down.
 *
 * @param run - by {@link prepareRun}
 */
export async function executeRun(run: PreparedRun, watch: RunWatch): Promise<RunResult> {
  const finish = await simulateRun(run, watch);
  return finish();
}

/**
 * Simulates what is missing of a run in its directory.
 *
 * @returns what makes the rest of it, beside which another run may simulate: theory's curves, the answer and the report
 */
export async function simulateRun(given: PreparedRun, watch: RunWatch): Promise<() => Promise<RunResult>> {
  const { request, configuration } = given;
  const path = request.out ?? defaultDirectory(request.target.definition.name);
  const run = request.watch?.stepper ? withInterventionsOf(path, given) : given;
  const asked = manifestOf(run);
  const before = completedRun(path, asked);
  if (before) {
    run.store?.put(path, before, before.runs);
    return () => completeAlready(run, path, before, watch);
  }
  const stored = run.store?.take();
  // Not before here: a run that is complete needs them no more.
  const theory = await RunPredictions.begin(run);
  // Before anything is written: workers may be missing.
  const cluster = await clusterOf(run);
  let directory: RunDirectory | undefined;
  const close = async (): Promise<void> => {
    await cluster?.close();
    await theory.giveUp();
    // Not before: the curves go into the manifest, and the report is part of the folder.
    directory?.release();
  };
  try {
    directory = openRunDirectory(
      path,
      { ...asked, predictions: theory.predictions },
      { keepLock: true, stored },
    );
    theory.computeBeside();
    dropAnswer(path);
    dropTheoryFiles(path);
    // Loaded while threads start and compute, where nothing counts real time.
    if (request.report && configuration.clock === 'virtual') loadReport();
    const places = { ...request.watch, hosts: cluster?.hosts };
    const simulated = await simulateInto(directory, run, watch.signal, watch.observe, places);
    await cluster?.close();
    const ended = { directory, run, theory, simulated };
    return () => complete(ended, watch).finally(close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The workers of a run's agents, where these live with some. */
export const clusterOf = async (run: PreparedRun): Promise<OpenCluster | undefined> =>
  run.configuration.placement === 'cluster'
    ? (await import('./cluster/openCluster.ts')).openCluster(run, run.request.cluster)
    : undefined;

/** A run whose replications have ended. */
interface Ended {
  readonly directory: RunDirectory;
  readonly run: PreparedRun;
  readonly theory: RunPredictions;
  readonly simulated: Simulated;
}

/** Makes what a run's rows make: from here on it is whole on the disk, whatever becomes of the store and of its curves. */
async function complete(
  { directory, run, theory, simulated: { state, slippage, ...simulated } }: Ended,
  { signal, observeCurves }: RunWatch,
): Promise<RunResult> {
  const { path } = directory;
  const { target, report: wished } = run.request;
  let failure = simulated.failure ?? putIntoStore(directory, run);
  let answer: string | undefined;
  let report: string | undefined;
  try {
    if (state === 'completed' && failure === undefined)
      await theory.complete(path, directory.manifest, signal, observeCurves);
    const { predictions, curves } = theory;
    if (curves === undefined) writeTheoryFiles(path, { ...directory.manifest, predictions });
    if (state === 'completed') answer = await writeAnswer(path, target);
    report = await reportOf(path, run.request, wished && state !== 'interrupted');
  } catch (error) {
    // A run's own failure is the one to report; its report may well fail of the same cause.
    failure ??=
      error instanceof InputError ? error.message : `the report could not be written: ${firstLine(error)}`;
  }
  return {
    state: failure === undefined ? state : 'failed',
    failure,
    directory: path,
    answer,
    report,
    manifest: { ...directory.manifest, predictions: theory.predictions },
    ...(theory.curves?.isCut && { exactInterrupted: true }),
    ...(slippage && { slippage }),
    ...(run.store && { fromStore: directory.taken }),
  };
}

/** Adds a run's rows to the store; a line where that fails. */
function putIntoStore(
  { path, manifest, done }: RunDirectory,
  { store }: Pick<PreparedRun, 'store'>,
): string | undefined {
  try {
    store?.put(path, manifest, done);
    return undefined;
  } catch (error) {
    const line = firstLine(error);
    return error instanceof InputError ? line : `nothing could be added to the store: ${line}`;
  }
}

/** What a run that is complete still lacks: files that its manifest and rows make, and the exact curves where they are asked for. */
async function completeAlready(
  run: PreparedRun,
  path: string,
  manifest: Manifest,
  { signal, observeCurves }: RunWatch,
): Promise<RunResult> {
  const { request } = run;
  const { reach } = run.configuration;
  const { exact = false, interactive = false } = request;
  // No number depends on the levels: others are written down.
  const asksAnew = reach !== undefined && String(reach) !== String(manifest.configuration.reach);
  const complete = {
    state: 'completed',
    failure: undefined,
    directory: path,
    answer: answerIn(path),
    wasComplete: true,
  } as const;
  const isUnanswered = request.target.definition.answer !== undefined && lacksAnswer(path);
  const theory = RunPredictions.left(run, manifest);
  const lacksTheory = lacksTheoryFiles(path, manifest) || theory.areMissing(manifest.runs);
  const isChanged = exact || asksAnew || isUnanswered || lacksTheory;
  const wished = request.report && (isChanged || interactive || !isReported(path));
  if (!isChanged && !wished) {
    tidyUp(path);
    return { ...complete, report: await reportOf(path, request, false), manifest };
  }
  return whileLocked(path, async () => {
    if (exact || lacksTheory) {
      theory.computeBeside();
      await theory.complete(path, manifest, signal, observeCurves);
      if (theory.curves === undefined)
        writeTheoryFiles(path, { ...manifest, predictions: theory.predictions });
    }
    if (asksAnew) withLevels(path, reach);
    let answer: string | undefined;
    try {
      answer = await writeAnswer(path, request.target);
    } catch (error) {
      return { ...complete, state: 'failed', failure: firstLine(error), report: undefined, manifest };
    }
    const report = await reportOf(path, request, wished);
    return {
      ...complete,
      answer,
      report,
      manifest: exact || lacksTheory || asksAnew ? readManifest(path) : manifest,
      ...(theory.curves?.isCut && { exactInterrupted: true }),
    };
  });
}
