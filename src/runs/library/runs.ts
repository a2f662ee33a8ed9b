/** Runs into folders: one, the panels of a scenario, the points of a sweep, and one on the events of another. */
import type { Scenario } from '../../configuration/scenario.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { SweepField } from '../../configuration/sweep/grid.ts';
import type { Inspection } from '../../events/inspection.ts';
import type { PanelChoice } from '../../inputs/panelTargets.ts';
import type { AlgorithmSummary } from '../../report/summary.ts';
import type { RunResult } from '../executeRun.ts';
import type { SweepProgress, SweepResult } from '../sweep/sweepResult.ts';
import {
  loaded,
  loadedFor,
  panelsOf,
  preparedRun,
  requestOf,
  type RunCallOptions,
  singleOf,
  storeNamed,
  watchOf,
} from './calls.ts';
import { type MemoryCallOptions, type MemoryOutcome, runInMemory } from './inMemory.ts';

/** A finished run: where its files are, and its final errors. */
export interface RunOutcome extends RunResult {
  readonly algorithms: readonly AlgorithmSummary[];
}

async function outcomeOf(result: RunResult): Promise<RunOutcome> {
  const { summaryOf } = await loaded();
  return { ...result, algorithms: (await summaryOf(result))?.algorithms ?? [] };
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
  if (isInMemory(options)) return runInMemory(scenario, settings, options);
  const { executeRun } = await loadedFor('run', options);
  const prepared = await preparedRun(scenario, settings, options);
  return outcomeOf(await executeRun(prepared, watchOf(options)));
}

// A program is not always type-checked.
const isInMemory = (options: RunCallOptions | MemoryCallOptions | null): options is MemoryCallOptions =>
  options?.out === false;

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
  const { executePanels, preparePanels } = await loadedFor('runPanels', options);
  const prepared = await preparePanels({
    ...requestOf(options),
    ...(await panelsOf(scenario, settings, options, 'run')),
    settings,
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
  const { changeOf, checkArguments, executeRun, prepareReplayWith } = await loadedFor('replayWith', options);
  checkArguments({ directory, changes });
  const { dataDirectory, out, report = true } = options;
  const prepared = await prepareReplayWith(
    directory,
    Object.entries(changes).map(([name, value]) => changeOf(`${name}=${value}`)),
    { dataDirectory, out, report, commandArguments: [] },
  );
  return outcomeOf(await executeRun(prepared, watchOf(options)));
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
  const { checkSweep, executeSweep, reportWhereWhole, SweepPlan } = await loadedFor('sweep', options);
  checkSweep(swept);
  const target = await singleOf(scenario, settings, options);
  const { out, dataDirectory, slice, failFast } = options;
  const { signal, observe } = watchOf(options);
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
  const result = await executeSweep(plan, { slice, failFast }, signal, observe);
  const report =
    options.report === false ? undefined : await reportWhereWhole(result, { signal, dataDirectory });
  return { ...result, report };
}
