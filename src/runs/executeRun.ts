/** A run from its target to its run directory: what `fedsa run` and the library's `run` do. */
import { START_BUDGET } from '../theory/budgets.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Watch } from '../../actors/experiment/preparedExperiment.ts';
import { keepingAgents } from '../problems/keptAgents.ts';
import type { Solution } from '../problems/root.ts';
import { isLimited } from '../configuration/budget.ts';
import { firstLine, InputError } from '../values/failure.ts';
import type { Inspection } from '../events/inspection.ts';
import { environment } from '../recording/environment.ts';
import { whileLocked } from '../recording/directoryLock.ts';
import { recordedRoot, type Manifest } from '../recording/manifest.ts';
import { MANIFEST_NAME, writeManifest } from '../recording/manifestFile.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { openRunDirectory, type RunDirectory } from '../recording/runDirectory.ts';
import { pendingRecords } from '../recording/runRecords.ts';
import { otherSizes } from '../configuration/fullSize.ts';
import { lacksTheoryFiles, writeTheoryFiles } from '../recording/theoryFiles.ts';
import { overlay } from '../configuration/overlay.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { paperOf } from '../configuration/paperField.ts';
import { runConfiguration } from '../configuration/runConfiguration.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import { survivors } from '../theory/survivors.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import { withDrift } from '../theory/noiseFree/drift.ts';
import { START_NOISE_FREE, withNoiseFree } from '../theory/noiseFree/noiseFreePredictions.ts';
import { withSettledLimit } from '../theory/settledLimit.ts';
import { keyOf } from '../algorithms/parts.ts';
import { RunStore, storeFor, type StoreChoice } from './store/runStore.ts';
import { withOwnFiles } from '../inputs/ownFiles.ts';
import type { ClusterAddress, OpenCluster } from './cluster/openCluster.ts';
import { answerIn } from '../report/answerFile.ts';
import { dropAnswer, writeAnswer } from './answer.ts';
import { withInterventionsOf } from './byHand.ts';
import { completedRun } from './completedRun.ts';
import { type SimulatedRun, simulateInto } from './simulateInto.ts';
import type { Slippage } from './slippage.ts';
import { describeSpecification } from '../inputs/describeSpecification.ts';
import { type CurveProgress, type CurvesTask, lacksExact, withCurves } from './theory/curvesInThread.ts';
import { addExactCurves, keepCurves } from './theory/exactReport.ts';
import { type RunRound, stopRule } from './runRound.ts';
import { refuseThreads } from './refuseThreads.ts';
import { exactCurves } from './theory/exactCurves.ts';
import { withLevels } from './withLevels.ts';
import { exactRounds } from './theory/exactRounds.ts';
import { startPredictions } from './theory/startPredictions.ts';
import { metricsOfTarget } from '../inputs/ownMetrics.ts';
import { curvesBeside, endlessCurves, type RunCurves } from './theory/runCurves.ts';
import { pathSegment } from '../recording/pathSegment.ts';
import { sha256Of } from '../inputs/sha256.ts';
import {
  loadProblem,
  type LoadedProblem,
  solveLoaded,
  type Target,
  togetherSha256,
  tryFirstAgent,
} from '../inputs/target.ts';
import { problemFacts } from '../theory/problemFacts.ts';

const REPORT_NAME = 'report.html';

export interface RunRequest {
  readonly target: Target;
  /** win over those of the target */
  readonly settings: RunSettings;
  readonly dataDirectory?: string | undefined;
  /** run directory; a new one under `runs` where it is not given */
  readonly out?: string | undefined;
  readonly report: boolean;
  /** whether theory predicts its curves; by default it does */
  readonly theory?: boolean | undefined;
  /** whether exact curves are computed however long they take; by default those that take little next to the run */
  readonly exact?: boolean | undefined;
  /** whether the report's readers can compute the run again, and with other settings */
  readonly interactive?: boolean | undefined;
  /** holds replications by what they are of: those that are there are taken, the others put there */
  readonly store?: StoreChoice | undefined;
  /** who watches or steps through the run's replications */
  readonly watch?: Watch | undefined;
  /** where workers are found, under placement cluster */
  readonly cluster?: ClusterAddress | undefined;
  /** may end replications early */
  readonly stopWhen?: ((round: RunRound) => boolean) | undefined;
  /** for the manifest */
  readonly commandArguments: readonly string[];
}

/** A request with everything checked, and nothing written yet. */
export interface PreparedRun extends LoadedProblem, SimulatedRun {
  readonly request: RunRequest;
  /** in what it is of another size than the scenario */
  readonly sizes?: readonly string[];
  readonly store?: RunStore | undefined;
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
  /** set where the run is whole, and the exact curves that were asked for were interrupted */
  readonly exactInterrupted?: true;
}

/** Reads, builds and checks everything; throws InputError, and writes nothing. */
export async function prepareRun(request: RunRequest): Promise<PreparedRun> {
  const { definition } = request.target;
  const settings = overlay(definition, await withOwnFiles(request.settings));
  const loaded = await loadProblem(definition.problem, request.dataDirectory);
  // Agents are asked for again and again here; they are let go of with the run still to come.
  const problem = keepingAgents(loaded.problem);
  let solved: Solution | undefined;
  const solve = (): Solution => (solved ??= solveLoaded({ ...loaded, problem }));
  const resolved = runConfiguration(settings, problem.dimension, problemFacts(problem, solve));
  const { described, imported: metrics } = await metricsOfTarget(request.target, resolved);
  const configuration: RunConfiguration = {
    ...resolved,
    ...(described.length > 0 && { metrics: described }),
    ...(request.stopWhen && { stopWhen: String(request.stopWhen) }),
  };
  const store = storeFor(request.store, configuration);
  refuseThreads(configuration, problem.agents);
  if (request.interactive) {
    const { refuseUnplayable } = await import('./play/recordedRun.ts');
    refuseUnplayable(configuration, loaded.specification, definition.name);
  }
  const solution = solve();
  if (request.cluster?.url !== undefined && configuration.placement !== 'cluster')
    throw new InputError(
      '--nats: agents live with workers only under `placement` cluster; add that, or leave it out',
    );
  tryFirstAgent(loaded, configuration);
  let predictions: Prediction[] | undefined;
  const { full = definition } = request.target;
  return {
    request,
    sizes: otherSizes(full, { ...settings, problem: definition.problem }),
    ...loaded,
    sha256: togetherSha256(request.target.sha256, loaded.sha256),
    solution: answerOf(solution),
    configuration,
    // a run that is complete needs none
    get predictions() {
      return (predictions ??=
        request.theory === false ? [] : startPredictions(problem, solution, configuration));
    },
    metrics,
    stopWhen: request.stopWhen && stopRule(request.stopWhen, configuration),
    store: store && new RunStore(store, configuration, loaded.specification),
  };
}

/** What runs need of a solution: not the means of all agents. */
const answerOf = ({ agentMeans: _, ...answer }: Solution): Solution => answer;

/** A run that repeats the events of another one; its manifest has come with everything checked. */
export const prepareReplay = ({
  loaded,
  solution,
  configuration,
  metrics,
  request,
  record,
}: Pick<PreparedRun, 'configuration' | 'metrics' | 'request' | 'record'> & {
  readonly loaded: LoadedProblem;
  readonly solution: Solution;
}): PreparedRun => ({
  ...{ request, ...loaded, configuration, metrics },
  ...(record && { record }),
  solution: answerOf(solution),
  predictions: startPredictions(loaded.problem, solution, configuration),
});

/** The predictions with exact curves beside them, and those without noise; of a run that has been made in a directory. */
export async function withExactCurves(
  { problem, solution, configuration, predictions, request }: PreparedRun,
  rounds: readonly number[],
  directory?: string,
): Promise<Prediction[]> {
  if (request.theory === false) return [];
  const kept = keepingAgents(problem);
  const curves = await exactCurves(kept, solution, configuration, rounds, START_BUDGET, directory);
  const found = withNoiseFree(predictions, kept, solution, configuration, rounds, START_NOISE_FREE);
  const { measure = 'error' } = request.target.definition;
  return (measure === 'error' ? found : withDrift(found, kept, solution, configuration)).map(
    (prediction, index) => withSettledLimit({ ...prediction, exact: curves[index]! }),
  );
}

/** What the run's manifest says before it has begun, without predictions. */
export function manifestOf(run: PreparedRun): Manifest {
  const { request, problem, configuration, solution, specification } = run;
  const { definition, file, compiled } = request.target;
  const left = survivors(problem, solution.root, configuration.timing);
  return {
    format: 'fedsa-run/1',
    ...environment(),
    startedAt: new Date().toISOString(),
    endedAt: null,
    state: 'running',
    failure: null,
    arguments: request.commandArguments,
    scenario: {
      name: definition.name,
      title: definition.title,
      question: definition.question,
      reproduces: definition.reproduces ?? null,
      ...(definition.measure === undefined ? {} : { measure: definition.measure }),
      ...paperOf(definition),
      ...(run.sizes?.length && { sizes: run.sizes }),
      file: file ?? null,
      sha256: run.sha256 ?? null,
      ...(compiled !== undefined && { bundle: sha256Of(compiled) }),
    },
    problem: {
      kind: specification.kind,
      agents: problem.agents,
      dimension: problem.dimension,
      specification: describeSpecification(definition.problem, specification),
      ...recordedRoot(solution),
      ...(left.length > 0 && { survivors: left }),
    },
    configuration,
    placement: null,
    predictions: [],
    runs: pendingRecords(configuration.algorithms.map(keyOf), configuration.seeds),
  };
}

/** runs/<scenario>-<time>: a new folder for each run. */
export function defaultDirectory(name: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  return join(
    'runs',
    `${pathSegment(name)}-${time}-${sha256Of(String(process.hrtime.bigint())).slice(0, 4)}`,
  );
}

/**
 * Runs what was prepared and writes it down.
 *
 * @param given - by {@link prepareRun}
 * @param signal - interrupts the run; what is finished is kept and can be completed later
 * @param observe - sees every event of the inspection stream
 * @param observeCurves - sees how far exact curves are that were asked for
 */
export async function executeRun(
  given: PreparedRun,
  signal: AbortSignal,
  observe: (inspection: Inspection) => void,
  observeCurves: (progress: CurveProgress) => void = () => undefined,
): Promise<RunResult> {
  const { request } = given;
  const path = request.out ?? defaultDirectory(request.target.definition.name);
  const prepared = request.watch?.stepper ? withInterventionsOf(path, given) : given;
  const { configuration, specification, store } = prepared;
  const asked = manifestOf(prepared);
  const before = completedRun(path, asked);
  if (before) {
    store?.put(path, before, before.runs);
    return completeAlready(prepared, path, before, signal, observeCurves);
  }
  const stored = store?.take();
  // Where limits end the run, it is known in the end at which rounds they are to be.
  const isOpen = isLimited(configuration.budget);
  const rounds = exactRounds(configuration);
  // Not before here: a run that is complete needs them no more.
  const foretold = isOpen ? prepared.predictions : await withExactCurves(prepared, rounds);
  // Before anything is written: workers may be missing.
  const cluster =
    configuration.placement === 'cluster'
      ? await (await import('./cluster/openCluster.ts')).openCluster(prepared, request.cluster)
      : undefined;
  let directory: RunDirectory | undefined;
  let beside: RunCurves | undefined;
  try {
    directory = openRunDirectory(path, { ...asked, predictions: foretold }, { keepLock: true, stored });
    const task = { specification, configuration, rounds };
    // Nothing runs beside a run where real time counts, or whose rounds are not known yet.
    if (configuration.clock === 'virtual' && !isOpen) beside = curvesOfReport(prepared, foretold, task);
    const known = { foretold, task, beside };
    return await runInto({ directory, run: prepared, known, signal, observe, observeCurves }, cluster);
  } finally {
    await cluster?.close();
    await beside?.giveUp();
    // Not before: the curves go into the manifest, and the report is part of the folder.
    directory?.release();
  }
}

/** Curves that the report will show; without a report there are none, and with `exact` all are computed after the run. */
const curvesOfReport = (
  { request, problem }: PreparedRun,
  predictions: readonly Prediction[],
  task: Foretold['task'],
): RunCurves | undefined =>
  request.report && !request.exact ? curvesBeside(predictions, task, problem.agents) : undefined;

/** What is known of a run's exact curves as it begins. */
interface Foretold {
  readonly foretold: readonly Prediction[];
  readonly task: Omit<CurvesTask, 'algorithms' | 'budget'>;
  readonly beside: RunCurves | undefined;
}

/** A run under way in an open directory, and who hears of it. */
interface Execution {
  readonly directory: RunDirectory;
  readonly run: PreparedRun;
  readonly known: Foretold;
  readonly signal: AbortSignal;
  readonly observe: (inspection: Inspection) => void;
  readonly observeCurves: (progress: CurveProgress) => void;
}

/** Runs into an open directory. */
async function runInto(execution: Execution, cluster: OpenCluster | undefined): Promise<RunResult> {
  const { directory, run, signal, observe, known } = execution;
  const { request, configuration, store } = run;
  const { path } = directory;
  dropAnswer(path);
  // Loaded while threads start and compute, where nothing counts real time.
  if (request.report && configuration.clock === 'virtual') loadReport();
  const { state, slippage, ...simulated } = await simulateInto(directory, run, signal, observe, {
    ...request.watch,
    hosts: cluster?.hosts,
  });
  await cluster?.close();
  // From here on the run is whole on the disk, whatever becomes of the store and of its curves.
  const unkept = putIntoStore(execution);
  let failure = simulated.failure ?? unkept;
  const made: RunFiles = { predictions: known.foretold };
  try {
    if (state === 'completed' && failure === undefined) await foretell(execution, made);
    if (made.curves === undefined)
      writeTheoryFiles(path, { ...directory.manifest, predictions: made.predictions });
    if (state === 'completed') made.answer = await writeAnswer(path, request.target);
    made.report = await reportOf(path, request, request.report && state !== 'interrupted');
  } catch (error) {
    // A run's own failure is the one to report; its report may well fail of the same cause.
    failure ??=
      error instanceof InputError ? error.message : `the report could not be written: ${firstLine(error)}`;
  }
  const { predictions, curves, answer, report, isCut } = made;
  return {
    state: failure === undefined ? state : 'failed',
    failure,
    directory: path,
    answer,
    report,
    manifest: {
      ...directory.manifest,
      predictions: curves === undefined ? predictions : withCurves(predictions, curves),
    },
    ...(isCut ? { exactInterrupted: true } : {}),
    ...(slippage === undefined ? {} : { slippage }),
    ...(store === undefined ? {} : { fromStore: directory.taken }),
  };
}

/** Files that are made of a run's rows, as far as they are made. */
interface RunFiles {
  predictions: readonly Prediction[];
  curves?: ReadonlyMap<string, ExactPrediction> | undefined;
  answer?: string | undefined;
  report?: string | undefined;
  /** whether exact curves were asked for, and interrupted */
  isCut?: boolean;
}

/** Adds a run's rows to the store; a line where that fails. */
function putIntoStore({ directory, run: { store } }: Execution): string | undefined {
  try {
    store?.put(directory.path, directory.manifest, directory.done);
    return undefined;
  } catch (error) {
    const line = firstLine(error);
    return error instanceof InputError ? line : `nothing could be added to the store: ${line}`;
  }
}

/** Completes the predictions of a completed run, and its exact curves. */
async function foretell(
  { directory: { path, manifest }, run, known, signal, observeCurves }: Execution,
  made: RunFiles,
): Promise<void> {
  const { request, configuration } = run;
  const { foretold, task, beside } = known;
  const curvesTask = { ...task, rounds: exactRounds(configuration, manifest.runs), directory: path };
  let short = beside;
  // Only now it is known how many rounds there are, or when answers have come.
  if (isLimited(configuration.budget) || (configuration.clock === 'wall' && foretold.some(lacksExact))) {
    made.predictions = await withExactCurves(run, curvesTask.rounds, path);
    writeManifest(path, { ...readManifest(path), predictions: made.predictions });
    short = curvesOfReport(run, made.predictions, curvesTask);
  }
  const asLongAsItTakes = request.exact
    ? endlessCurves(made.predictions, curvesTask, observeCurves)
    : undefined;
  made.curves = await (asLongAsItTakes ?? short)?.settle(signal);
  made.isCut = asLongAsItTakes !== undefined && signal.aborted;
  if (made.curves !== undefined) keepCurves(path, made.curves);
}

/** What a run that is complete still lacks: files that its manifest and rows make, and the exact curves where they are asked for. */
async function completeAlready(
  { request, configuration: { reach } }: PreparedRun,
  path: string,
  manifest: Manifest,
  signal: AbortSignal,
  observe: (progress: CurveProgress) => void,
): Promise<RunResult> {
  const { exact = false, interactive = false } = request;
  // No number depends on the levels: others are written down.
  const asksAnew = reach !== undefined && String(reach) !== String(manifest.configuration.reach);
  const wished = request.report && (exact || asksAnew || interactive || !isReported(path));
  const complete = {
    state: 'completed',
    failure: undefined,
    directory: path,
    answer: answerIn(path),
    wasComplete: true,
  } as const;
  // A program that was killed may have left none.
  const lacksAnswer = request.target.definition.answer !== undefined && complete.answer === undefined;
  const lacksTheory = lacksTheoryFiles(path, manifest);
  if (!exact && !wished && !asksAnew && !lacksAnswer && !lacksTheory)
    return { ...complete, report: await reportOf(path, request, false), manifest };
  return whileLocked(path, async () => {
    if (lacksTheory) writeTheoryFiles(path, manifest);
    if (exact) await addExactCurves(path, signal, observe, request.dataDirectory);
    if (asksAnew) withLevels(path, reach);
    let answer: string | undefined;
    try {
      answer = await writeAnswer(path, request.target);
    } catch (error) {
      return { ...complete, state: 'failed', failure: firstLine(error), report: undefined, manifest };
    }
    const cut = exact && signal.aborted ? ({ exactInterrupted: true } as const) : {};
    const report = await reportOf(path, request, wished);
    return {
      ...complete,
      answer,
      report,
      manifest: exact || asksAnew ? readManifest(path) : manifest,
      ...cut,
    };
  });
}

/**
 * Whether a report is there, and no older than the run and its folder of figures: it is written last, so that a program that was killed
 * leaves one that is, and a figure that is removed changes the folder.
 */
function isReported(path: string): boolean {
  if (!isOrdinaryFile(join(path, REPORT_NAME))) return false;
  const [report, ...before] = [REPORT_NAME, MANIFEST_NAME, 'figures'].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  return before.every((time) => time !== undefined && time <= report!);
}

/** Begins to load what a report needs; errors surface when one is built. */
function loadReport(): void {
  import('../report/buildReport.ts').catch(() => undefined);
}

/** Path of the report, if there is one; built if it is wished for. */
async function reportOf(
  path: string,
  { interactive, dataDirectory }: RunRequest,
  wished: boolean,
): Promise<string | undefined> {
  if (wished) {
    const { buildReport } = await import('../report/buildReport.ts');
    const play = interactive
      ? await (await import('./play/playOfRun.ts')).playOfRun(path, dataDirectory)
      : undefined;
    return (await buildReport(path, play)).report;
  }
  const report = join(path, REPORT_NAME);
  return existsSync(report) ? report : undefined;
}
