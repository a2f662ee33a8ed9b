/** The command line's commands as functions, with the same defaults. */
import type { Level } from '../values/level.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, userFunction } from '../values/failure.ts';
import type { CheckResult } from './check/checkFile.ts';
import type { SweepProgress, SweepResult } from './sweep/sweepResult.ts';
import type { CurveProgress } from './theory/curvesInThread.ts';
import type { MemoryResult } from './executeInMemory.ts';
import type { RunResult } from './executeRun.ts';
import type { PreparedRun } from './preparedRun.ts';
import type { RunRound } from './runRound.ts';
import type { RunComparison } from '../report/compareRuns.ts';
import type { ContestRecord } from '../report/contest/curveComparison.ts';
import type { MadeFigure } from '../report/paper/make.ts';
import { FIGURE_DEFAULTS, type Looks, type PaperFormat, type PlotChoice } from '../report/paper/options.ts';
import type { PanelReplay } from './replayPanels.ts';
import type { ReplayResult } from './replayRun.ts';
import type { ReproduceResult } from './reproduce/reproduce.ts';
import type { PanelChoice } from '../inputs/panelTargets.ts';
import type { Target } from '../inputs/target.ts';
import type { ClaimResult } from '../claims/claim.ts';
import type { BuiltReport } from '../report/writePage.ts';
import type { AlgorithmSummary } from '../report/summary.ts';
import type { Inspection } from '../events/inspection.ts';
import type { Scenario } from '../configuration/scenario.ts';
import type { SweepField } from '../configuration/sweep/grid.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import type { TheorySummary } from '../theory/summary.ts';
import type { Prediction } from '../theory/predictions.ts';
import { partsFault, type TheoryPart } from '../theory/theoryParts.ts';
import type { PlanField } from '../configuration/planField.ts';
import type { AtlasReport } from '../theory/atlas/atlasReport.ts';
import type { PlanReport } from '../recording/planReport.ts';
import type { WorstOptions, WorstOrders } from './worst/worstOf.ts';

/** A finished run: where its files are, and its final errors. */
export interface RunOutcome extends RunResult {
  readonly algorithms: readonly AlgorithmSummary[];
}

/** Where a run of one scenario or panel may end early. */
interface StopOption {
  /**
   * Asked at each recorded round of a seed, from round 0 on, whether the seed ends with it; counts as completed then, and
   * `replay` stops there, too
   */
  readonly stopWhen?: (round: RunRound) => boolean;
}

/** What `run` takes beside the settings. */
export interface RunCallOptions extends StopOption {
  readonly out?: string;
  /** folder of replications by key: existing ones are reused, others are added */
  readonly store?: string | undefined;
  readonly dataDirectory?: string | undefined;
  /** whether report.html and the figures are written, and the curves computed that they show; they are by default */
  readonly report?: boolean;
  /** whether exact curves are computed however long they take; by default those that take little next to the run */
  readonly exact?: boolean;
  /** whether readers of the report can compute the run again in their browser, and with other settings */
  readonly interactive?: boolean;
  /** URL of the NATS server at which workers are found, under placement cluster; the environment's FEDSA_NATS by default */
  readonly nats?: string;
  readonly signal?: AbortSignal;
  readonly observe?: (inspection: Inspection) => void;
  /** run this panel of the scenario alone */
  readonly panel?: string;
  /** run the scenario at its quick size */
  readonly quick?: boolean;
}

/** What a run in memory takes beside the settings. */
export interface MemoryCallOptions
  extends
    StopOption,
    Pick<RunCallOptions, 'dataDirectory' | 'nats' | 'signal' | 'observe' | 'panel' | 'quick'> {
  /** nothing is written */
  readonly out: false;
}

/** A finished run that is in no file. */
export interface MemoryOutcome extends MemoryResult {
  readonly algorithms: readonly AlgorithmSummary[];
  /** by algorithm, then by seed */
  readonly rounds: readonly RunRound[];
  /** of each algorithm */
  readonly predictions: readonly Prediction[];
}

/** What `runPanels` takes beside the settings. */
export interface PanelsCallOptions extends Omit<RunCallOptions, 'panel' | 'observe' | 'stopWhen'> {
  readonly observe?: (panel: string, inspection: Inspection) => void;
}

/** Finished panels: the joint report, and each panel's outcome by its name. */
export interface PanelsOutcome {
  /** the worst of the panels' */
  readonly state: RunResult['state'];
  readonly directory: string;
  /** path of the joint report, where one was written */
  readonly report: string | undefined;
  /** one line if it could not be written */
  readonly failure: string | undefined;
  /** without those that an interrupt left untouched or whose folder was unusable */
  readonly panels: Readonly<Record<string, RunOutcome>>;
  /** a line for each panel that failed, by its name */
  readonly failures: Readonly<Record<string, string>>;
}

const storeNamed = (folder: string | undefined) =>
  folder === undefined ? undefined : { folder, isNamed: true };

/** A caller's function, if there is one; what it throws is reported under its name. */
const observer = <Parameters extends unknown[]>(
  name: string,
  observe: ((...parameters: Parameters) => void) | undefined,
): ((...parameters: Parameters) => void) =>
  observe === undefined ? () => undefined : userFunction(name, observe);

const neverAborted = (): AbortSignal => new AbortController().signal;

/** A caller's signal and function, if there are some. */
const watchOf = <Parameters extends unknown[]>({
  signal = neverAborted(),
  observe,
}: {
  readonly signal?: AbortSignal;
  readonly observe?: (...parameters: Parameters) => void;
}) => ({ signal, observe: observer('observe', observe) });

async function outcomeOf(result: RunResult): Promise<RunOutcome> {
  const { summaryOf } = await import('./runSummary.ts');
  return { ...result, algorithms: (await summaryOf(result))?.algorithms ?? [] };
}

/** @throws InputError in one line for settings that there are not, or that cannot have their values */
async function refuseWrong(settings: RunSettings): Promise<void> {
  (await import('../configuration/checkDefinition.ts')).checkSettings(settings);
}

async function targetOf(scenario: string | Scenario) {
  const { scenarioOrRun } = await import('../inputs/manifestTarget.ts');
  const { scenarioTarget } = await import('../inputs/target.ts');
  return typeof scenario === 'string' ? scenarioOrRun(scenario) : scenarioTarget(scenario);
}

async function singleOf(scenario: string | Scenario, choice: PanelChoice, instead: string) {
  const { choosePanels } = await import('../inputs/panelTargets.ts');
  const target = await targetOf(scenario);
  const { panels, ...rest } = choosePanels(target, choice);
  if (panels === undefined) return (rest as { readonly single: Target }).single;
  const names = panels.map(({ name }) => name).join(', ');
  throw new InputError(
    `${target.definition.name} has panels (${names}): choose one with the option panel, or call ${instead}`,
  );
}

async function panelsOf(scenario: string | Scenario, quick: boolean | undefined, instead: string) {
  const { choosePanels } = await import('../inputs/panelTargets.ts');
  const target = await targetOf(scenario);
  const { panels } = choosePanels(target, { quick });
  if (panels === undefined) throw new InputError(`${target.definition.name} has no panels: call ${instead}`);
  return { target, panels };
}

/** Checks everything of a run, and writes nothing. */
async function preparedRun(
  scenario: string | Scenario,
  settings: RunSettings,
  options: Omit<RunCallOptions, 'signal' | 'observe'>,
): Promise<PreparedRun> {
  await refuseWrong(settings);
  const { prepareRun } = await import('./preparedRun.ts');
  return prepareRun({
    target: await singleOf(scenario, options, 'runPanels'),
    settings,
    dataDirectory: options.dataDirectory,
    out: options.out,
    store: storeNamed(options.store),
    report: options.report ?? true,
    exact: options.exact,
    interactive: options.interactive,
    cluster: { url: options.nats },
    stopWhen: options.stopWhen,
    commandArguments: [],
  });
}

/**
 * Runs a scenario, or one panel of it: what `fedsa run` does; with `out: false` in memory.
 *
 * @param scenario - name of a shipped one, path of a file, or a scenario made here
 * @param settings - win over those of the scenario
 * @throws InputError for bad input, with nothing written; a run that fails is a result with state `failed`
 */
export async function run(
  scenario: string | Scenario,
  settings: RunSettings | undefined,
  options: MemoryCallOptions,
): Promise<MemoryOutcome>;
export async function run(
  scenario: string | Scenario,
  settings?: RunSettings,
  options?: RunCallOptions,
): Promise<RunOutcome>;
export async function run(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: RunCallOptions | MemoryCallOptions = {},
): Promise<RunOutcome | MemoryOutcome> {
  if (options.out === false) return runInMemory(scenario, settings, options);
  const { executeRun } = await import('./executeRun.ts');
  const prepared = await preparedRun(scenario, settings, options);
  return outcomeOf(await executeRun(prepared, watchOf(options)));
}

async function runInMemory(
  scenario: string | Scenario,
  settings: RunSettings,
  { out: _, signal, observe, ...options }: MemoryCallOptions,
): Promise<MemoryOutcome> {
  const { executeInMemory } = await import('./executeInMemory.ts');
  const { runRound, seriesOf } = await import('./runRound.ts');
  const { summaryOfRounds } = await import('../report/summariseRun.ts');
  const prepared = await preparedRun(scenario, settings, options);
  const rounds: RunRound[] = [];
  const seen = observer('observe', observe);
  const result = await executeInMemory(prepared, signal ?? new AbortController().signal, (inspection) => {
    seen(inspection);
    if (inspection.kind === 'roundRecorded')
      rounds.push(runRound(inspection.replication, inspection, prepared.configuration));
  });
  const { manifest } = result;
  const { algorithms } = summaryOfRounds(manifest, seriesOf(rounds), 1);
  return { ...result, algorithms, rounds, predictions: manifest.predictions };
}

/** Rounds that may be ahead of the loop over them, before the run waits. */
const MOST_AHEAD = 1000;

/**
 * Runs a scenario, or one panel of it, in memory, and gives each recorded round as soon as it is over. Leaving the loop ends the run.
 *
 * @param settings - win over those of the scenario
 * @throws InputError for bad input; Error with the line of a run that fails; the signal's reason where it came first
 */
export async function* runs(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: Omit<MemoryCallOptions, 'out'> = {},
): AsyncGenerator<RunRound, undefined> {
  const { BehaviorSubject } = await import('rxjs');
  const { executeInMemory } = await import('./executeInMemory.ts');
  const { runRound } = await import('./runRound.ts');
  const prepared = await preparedRun(scenario, settings, options);
  const seen = observer('observe', options.observe);
  const left = new AbortController();
  const { signal = left.signal } = options;
  const held = new BehaviorSubject(false);
  let waiting: RunRound[] = [];
  let wake = (): void => undefined;
  const ended = executeInMemory(
    prepared,
    AbortSignal.any([signal, left.signal]),
    (inspection) => {
      seen(inspection);
      if (inspection.kind !== 'roundRecorded') return;
      waiting.push(runRound(inspection.replication, inspection, prepared.configuration));
      held.next(waiting.length >= MOST_AHEAD);
      wake();
    },
    held,
  );
  const over = ended.then(
    () => 'over',
    () => 'over',
  );
  const taken = (): RunRound[] => {
    const come = waiting;
    waiting = [];
    held.next(false);
    return come;
  };
  try {
    let isOver = false;
    while (!isOver) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      yield* taken();
      isOver = (await Promise.race([more, over])) === 'over';
    }
    yield* taken();
    const { state, failure } = await ended;
    if (state === 'interrupted') throw signal.reason;
    if (failure !== undefined) throw new Error(failure);
  } finally {
    left.abort();
    held.next(false);
    await ended.catch(() => undefined);
  }
}

/**
 * Runs every panel of a scenario that has some: what `fedsa run` does with it.
 *
 * @param settings - win over those of the scenario and of the panels
 * @throws InputError for bad input, with nothing written; panels that fail are listed in `failures`
 */
export async function runPanels(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: PanelsCallOptions = {},
): Promise<PanelsOutcome> {
  await refuseWrong(settings);
  const { executePanels, preparePanels } = await import('./executePanels.ts');
  const prepared = await preparePanels({
    ...(await panelsOf(scenario, options.quick, 'run')),
    settings,
    dataDirectory: options.dataDirectory,
    out: options.out,
    store: storeNamed(options.store),
    report: options.report ?? true,
    exact: options.exact,
    interactive: options.interactive,
    cluster: { url: options.nats },
    commandArguments: [],
  });
  const outcomes: Record<string, RunOutcome> = {};
  const failures: Record<string, string> = {};
  const { state, directory, report, failure } = await executePanels(prepared, {
    ...watchOf(options),
    ended: async ({ name, result, failure }) => {
      if (failure !== undefined) failures[name] = failure;
      if (result !== undefined) outcomes[name] = await outcomeOf(result);
    },
  });
  return { state, directory, report, failure, panels: outcomes, failures };
}

/** What `sweep` takes beside the settings. */
export interface SweepCallOptions
  extends Pick<RunCallOptions, 'out' | 'store' | 'dataDirectory' | 'report' | 'signal'>, PanelChoice {
  /** one of several slices, counted from 0 */
  readonly slice?: { readonly index: number; readonly of: number };
  /** whether the first failure ends the sweep */
  readonly failFast?: boolean;
  readonly observe?: (progress: SweepProgress) => void;
}

/** A sweep that has ended. Failures are listed and are not errors. */
export interface SweepOutcome extends SweepResult {
  /** path of the report, where one was written */
  readonly report: string | undefined;
}

/**
 * Runs a scenario at every point of a grid: what `fedsa sweep` does.
 *
 * @param swept - values by the names of options without dashes, instead of what the scenario says of its sweep
 * @param settings - win over those of the scenario, and those of a point over them
 * @throws InputError for bad input, with nothing written
 */
export async function sweep(
  scenario: string | Scenario,
  swept: SweepField,
  settings: RunSettings = {},
  options: SweepCallOptions = {},
): Promise<SweepOutcome> {
  await refuseWrong(settings);
  const { SweepPlan } = await import('./sweep/sweepPlan.ts');
  const { executeSweep } = await import('./sweep/executeSweep.ts');
  const target = await singleOf(scenario, options, 'it for one of them');
  const { out, dataDirectory, slice, failFast, observe, signal = new AbortController().signal } = options;
  const plan = await SweepPlan.create(
    {
      target: { ...target, definition: { ...target.definition, sweep: swept } },
      settings,
      given: { grid: [], zip: [] },
      dataDirectory,
      out,
      store: storeNamed(options.store),
      commandArguments: [],
    },
    signal,
  );
  const result = await executeSweep(plan, { slice, failFast }, signal, observer('observe', observe));
  const { reportWhereWhole } = await import('./sweep/sweepReport.ts');
  const report =
    options.report === false ? undefined : await reportWhereWhole(result, { signal, dataDirectory });
  return { ...result, report };
}

/** What `theory` takes beside the settings. */
export interface TheoryCallOptions extends PanelChoice {
  /** parts that are computed alone: what is not asked for is null or an empty list; all by default */
  readonly only?: readonly TheoryPart[] | undefined;
}

/**
 * The theory of a scenario, or of one panel of it: what `fedsa theory --json` prints.
 *
 * @throws InputError for bad input
 */
export async function theory(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: TheoryCallOptions = {},
): Promise<TheorySummary> {
  await refuseWrong(settings);
  const only = knownParts(options);
  const { theoryOf } = await import('./theory/theoryOf.ts');
  return theoryOf(await singleOf(scenario, options, 'theoryOfPanels'), settings, { only });
}

function knownParts({ only }: Pick<TheoryCallOptions, 'only'>): readonly TheoryPart[] | undefined {
  const fault = only && partsFault(only);
  if (fault !== undefined) throw new InputError(`only: ${fault}`);
  return only;
}

/** The theory of every panel of a scenario that has some, by the panel's name. */
export async function theoryOfPanels(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: Omit<TheoryCallOptions, 'panel'> = {},
): Promise<Readonly<Record<string, TheorySummary>>> {
  await refuseWrong(settings);
  const only = knownParts(options);
  const { theoryOfPanels: summaries } = await import('./theory/theoryOf.ts');
  return summaries((await panelsOf(scenario, options.quick, 'theory')).panels, settings, { only });
}

/** What `plan` takes beside the question and the settings. */
export interface PlanCallOptions extends PanelChoice, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {
  /** seeds with which the best of each algorithm is run */
  readonly verify?: number;
  /** a new folder, or an empty one, for plan.json and a page with its pictures */
  readonly out?: string;
}

/**
 * Which step size and how many local steps bring the expected error to ε at the least cost: what `fedsa plan --json` prints.
 *
 * @param asked - wins over what the scenario says of its plan
 * @param settings - win over those of the scenario
 * @throws InputError for bad input; the signal's reason where it came before the plan
 */
export async function plan(
  scenario: string | Scenario,
  asked: Partial<PlanField> = {},
  settings: RunSettings = {},
  options: PlanCallOptions = {},
): Promise<PlanReport> {
  await refuseWrong(settings);
  const { planInto } = await import('./plan/planFolder.ts');
  const target = await singleOf(scenario, options, 'it for one of them');
  const { dataDirectory, verify, out, signal = new AbortController().signal } = options;
  const watch = { dataDirectory, verify, signal, begins: () => undefined };
  const found = await planInto(target, [settings, asked], watch, out);
  if (found === undefined) throw signal.reason;
  return found.report;
}

/** What `atlas` takes beside the settings. */
export interface AtlasCallOptions extends PanelChoice, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {
  /** a new folder, or an empty one, for atlas.json and a page with its pictures */
  readonly out?: string;
}

/**
 * Where the theorems' bounds are loose, and by which power: what `fedsa plan --atlas --json` prints.
 *
 * @param swept - the grid, instead of what the scenario says of its sweep
 * @param settings - win over those of the scenario, and those of a point over them
 * @throws InputError for bad input; the signal's reason where it came before the atlas
 */
export async function atlas(
  scenario: string | Scenario,
  swept?: SweepField,
  settings: RunSettings = {},
  options: AtlasCallOptions = {},
): Promise<AtlasReport> {
  await refuseWrong(settings);
  const { atlasInto } = await import('./atlas/atlasOf.ts');
  const target = await singleOf(scenario, options, 'it for one of them');
  const { dataDirectory, out, signal = new AbortController().signal } = options;
  const whole =
    swept === undefined ? target : { ...target, definition: { ...target.definition, sweep: swept } };
  const watch = { dataDirectory, signal, begins: () => undefined };
  const found = await atlasInto(whole, { settings, grid: { grid: [], zip: [] } }, watch, out);
  if (found === undefined) throw signal.reason;
  return found.report;
}

/** What `worst` takes beside the settings. */
export interface WorstCallOptions
  extends PanelChoice, WorstOptions, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {}

/**
 * The worst periodic orders of arrivals within a bound on staleness, of each algorithm: what `fedsa worst` does.
 *
 * @throws InputError for bad input, and where there are no orders to search
 */
export async function worst(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: WorstCallOptions = {},
): Promise<readonly WorstOrders[]> {
  await refuseWrong(settings);
  const { worstOf } = await import('./worst/worstOf.ts');
  const target = await singleOf(scenario, options, 'it for one of them');
  const { signal = new AbortController().signal } = options;
  return worstOf(target, settings, options, signal, () => undefined);
}

/** What `report` takes beside the directory. */
export interface ReportCallOptions extends Pick<
  RunCallOptions,
  'exact' | 'interactive' | 'dataDirectory' | 'signal'
> {
  /** target errors for which the report says when they are reached, instead of those of the run; `'first:0.1'` asks for a first touch */
  readonly reach?: readonly Level[];
  /** sees how far exact curves are */
  readonly observeCurves?: (progress: CurveProgress) => void;
}

/**
 * (Re)builds the report of a run directory, or those of panels and their joint one; of a folder of runs their index: what
 * `fedsa report` does.
 *
 * @throws InputError for a folder that is no run directory and, with `exact`, where its problem is gone or another
 */
export async function report(directory: string, options: ReportCallOptions = {}): Promise<BuiltReport> {
  const { holdsPanels, readPanels } = await import('../recording/panelsFile.ts');
  const { holdsSweep } = await import('../recording/sweepFile.ts');
  if (holdsSweep(directory)) {
    if (options.interactive)
      throw new InputError(
        `--interactive: ${directory}: is a sweep, whose page computes nothing; name one of its runs, ${directory}/runs/KEY`,
      );
    return (await import('./sweep/sweepReport.ts')).sweepReport(directory, options);
  }
  if (!holdsPanels(directory)) {
    const { MANIFEST_NAME } = await import('../recording/manifestFile.ts');
    const isFolder = statSync(directory, { throwIfNoEntry: false })?.isDirectory();
    const isFolderOfRuns = isFolder && !existsSync(join(directory, MANIFEST_NAME));
    if (!isFolderOfRuns) return reportOfRun(directory, options);
    const { panelsOfRuns } = await import('./panelsOfRuns.ts');
    const panels = await panelsOfRuns(directory);
    if (panels === undefined) return indexOf(directory, options);
    const { writePanels } = await import('../recording/panelsFile.ts');
    writePanels(directory, panels);
  }
  const { whileLocked } = await import('../recording/directoryLock.ts');
  const { begunPanels } = await import('../report/panelData.ts');
  const { buildJointReport } = await import('../report/buildJointReport.ts');
  // Before anything is written, as the lock is.
  readPanels(directory);
  return whileLocked(directory, async () => {
    for (const panel of begunPanels(directory)) await reportOfRun(panel, options);
    return buildJointReport(directory);
  });
}

async function indexOf(
  directory: string,
  { exact, interactive, reach }: ReportCallOptions,
): Promise<BuiltReport> {
  const { buildIndex } = await import('../report/folder/buildIndex.ts');
  const [option] = Object.entries({ exact, interactive, reach }).find(([, value]) => value) ?? [];
  if (option !== undefined)
    throw new InputError(`--${option}: ${directory}: is the folder of several runs; name one of them`);
  return buildIndex(directory);
}

async function reportOfRun(directory: string, options: ReportCallOptions): Promise<BuiltReport> {
  const { whileLocked } = await import('../recording/directoryLock.ts');
  const { readManifest } = await import('../recording/readManifest.ts');
  const { writeTheoryFiles } = await import('../recording/theoryFiles.ts');
  const { buildReport } = await import('../report/buildReport.ts');
  // Before anything is written, as the lock is.
  readManifest(directory);
  return whileLocked(directory, async () => {
    const { exact, signal = new AbortController().signal } = options;
    if (exact && !signal.aborted) {
      const { addExactCurves } = await import('./theory/exactReport.ts');
      await addExactCurves(
        directory,
        signal,
        observer('observeCurves', options.observeCurves),
        options.dataDirectory,
      );
    }
    if (options.reach !== undefined) {
      const { withLevels } = await import('./withLevels.ts');
      withLevels(directory, options.reach);
    }
    const { withLatePredictions } = await import('./theory/latePredictions.ts');
    await withLatePredictions(directory, options.dataDirectory);
    // Runs of a sweep come without them, and so do those of earlier versions.
    writeTheoryFiles(directory, readManifest(directory));
    if (!options.interactive) return buildReport(directory);
    const { playOfRun } = await import('./play/playOfRun.ts');
    return buildReport(directory, await playOfRun(directory, options.dataDirectory));
  });
}

/**
 * Writes Parquet files beside the tables of a run directory, of each panel or of a sweep: what `fedsa export` does.
 *
 * @returns the paths of what was written
 * @param signal - ends it early: what was thrown is its reason then
 * @throws InputError in one line where the folder is none of these, rows of a complete run are missing, or another program
 * writes there
 */
export async function exportTables(directory: string, signal?: AbortSignal): Promise<string[]> {
  return (await import('./exportTables.ts')).exportTables(directory, signal);
}

/** What `figure` may be given; lengths in points, of which an inch has 72. */
export interface FigureCallOptions extends Partial<PlotChoice>, Partial<Looks> {
  /** by default PDF, or what the name of `out` says */
  readonly formats?: readonly PaperFormat[];
  /** a shipped one by name, or a file */
  readonly font?: string;
  /** of PNG */
  readonly dotsPerInch?: number;
  /** a file, or a folder; by default the current one */
  readonly out?: string;
}

/**
 * Makes figures for a paper: what `fedsa figure` does.
 *
 * @param directories - run directories and folders of panels, or one sweep's
 * @returns the files of each, with its caption
 * @throws InputError in one line; nothing is written then
 */
export async function figure(
  directories: readonly string[],
  { formats, out, ...chosen }: FigureCallOptions = {},
): Promise<MadeFigure[]> {
  const usual = FIGURE_DEFAULTS;
  const { figures, panels, x, y, logX = false, linearY = false, band, overlay = false } = chosen;
  const { smooth = usual.smooth, width = usual.width, height, fontSize = usual.fontSize } = chosen;
  const { grey = false, legend = usual.legend, font = usual.font, dotsPerInch = usual.dotsPerInch } = chosen;
  const { makePaperFigures } = await import('../report/paper/make.ts');
  return makePaperFigures(directories, {
    choice: { figures, panels, x, y, logX, linearY, band, smooth, overlay },
    looks: { width, height, fontSize, grey, legend },
    ...{ formats, font, dotsPerInch, out },
    command: `figure(${JSON.stringify(directories)})`,
  });
}

/**
 * Compares the configurations and results of two run directories: what `fedsa compare` does.
 *
 * @param epsilons - target errors; by default those that the runs' configurations name
 * @throws InputError in one line
 */
export async function compare(
  first: string,
  second: string,
  epsilons?: readonly Level[],
): Promise<RunComparison> {
  const { compareRuns } = await import('../report/compareRuns.ts');
  return compareRuns([first, second], epsilons);
}

/**
 * Compares the curves of one folder with one another, of a run, its panels or a sweep: what `fedsa compare` does with one folder.
 *
 * @param epsilons - target errors; by default those that the runs ask for, or three where curves lie
 * @param base - key of the curve that others are compared with; by default the first, or of a sweep the best point
 * @throws InputError in one line
 */
export async function compareCurves(
  directory: string,
  epsilons?: readonly Level[],
  base?: string,
): Promise<ContestRecord[]> {
  const comparison = await import('../report/contest/curveComparison.ts');
  const { contests } = await comparison.compareCurves(directory, epsilons, base);
  return contests.map(comparison.contestRecord);
}

/**
 * Runs a run directory again, and compares every number: what `fedsa replay` does.
 *
 * @throws InputError for a folder that is no run directory, and where its scenario or problem is gone
 *   or another by now
 */
export async function replay(
  directory: string,
  { signal, dataDirectory }: Pick<RunCallOptions, 'signal' | 'dataDirectory'> = {},
): Promise<ReplayResult> {
  const { replayRun } = await import('./replayRun.ts');
  return replayRun(directory, signal ?? new AbortController().signal, dataDirectory);
}

/**
 * Repeats the events of a run with other values of settings that leave their order alone: what `fedsa replay --with` does.
 *
 * @param changes - by the names of options: `{ 'step-size': 0.1, 'policy.mixing': 0.3 }`
 * @throws InputError in one line for a setting that would change the order of events, and where the run cannot be replayed
 */
export async function replayWith(
  directory: string,
  changes: Readonly<Record<string, string | number>>,
  options: Pick<RunCallOptions, 'signal' | 'dataDirectory' | 'out' | 'report' | 'observe'> = {},
): Promise<RunOutcome> {
  const { executeRun } = await import('./executeRun.ts');
  const { prepareReplayWith } = await import('./replayWith.ts');
  const { changeOf } = await import('./replayChanges.ts');
  const { dataDirectory, out, report = true } = options;
  const prepared = await prepareReplayWith(
    directory,
    Object.entries(changes).map(([name, value]) => changeOf(`${name}=${value}`)),
    { dataDirectory, out, report, commandArguments: [] },
  );
  return outcomeOf(await executeRun(prepared, watchOf(options)));
}

/**
 * Replays every panel of a folder that holds several: what `fedsa replay` does with it.
 *
 * @returns what was found of each by its name; one that was not begun, or cannot be replayed, is without `result`
 * @throws InputError for a folder that holds no panels
 */
export async function replayPanels(
  directory: string,
  { signal, dataDirectory }: Pick<RunCallOptions, 'signal' | 'dataDirectory'> = {},
): Promise<Readonly<Record<string, PanelReplay>>> {
  const { replayPanels: replayed } = await import('./replayPanels.ts');
  const found: Record<string, PanelReplay> = {};
  await replayed(directory, signal ?? new AbortController().signal, dataDirectory, (panel) => {
    found[panel.name] = panel;
  });
  return found;
}

/**
 * Finds mistakes in a scenario, a module or a problem file by trying it: what `fedsa check` does.
 *
 * @param name - path of a file, or name of a shipped scenario
 */
export async function check(
  name: string,
  { dataDirectory }: Pick<RunCallOptions, 'dataDirectory'> = {},
): Promise<CheckResult> {
  const { checkFile } = await import('./check/checkFile.ts');
  return checkFile(name, dataDirectory);
}

/** What `reproduce` takes beside the names of claims. */
export interface ReproduceCallOptions extends Pick<RunCallOptions, 'out' | 'dataDirectory' | 'signal'> {
  /** smaller and shorter runs instead of the sizes of the papers */
  readonly quick?: boolean;
  /** on how many draws of its problems each claim is decided, that of the scenarios included: 1 by default */
  readonly problemSeeds?: number;
  /** folder of another call, whose numbers stand beside these */
  readonly against?: string;
  /** sees each claim as soon as it is decided */
  readonly decided?: (result: ClaimResult) => void;
}

/**
 * Tests the papers' claims: what `fedsa reproduce` does.
 *
 * @param names - of claims; all of them where none is named
 * @throws InputError for bad input; a run that fails is a result with state `failed`
 */
export async function reproduce(
  names: readonly string[] = [],
  { out, dataDirectory, signal, quick = false, problemSeeds, against, decided }: ReproduceCallOptions = {},
): Promise<ReproduceResult> {
  const { chooseClaims } = await import('../claims/claimList.ts');
  const { reproduce: test } = await import('./reproduce/reproduce.ts');
  const nothing = (): void => undefined;
  return test(
    {
      claims: chooseClaims(names),
      quick,
      out,
      data: dataDirectory,
      problemSeeds,
      against,
      commandArguments: ['reproduce', ...names],
    },
    signal ?? new AbortController().signal,
    { progress: nothing, runEnded: nothing, decided: observer('decided', decided) },
  );
}
