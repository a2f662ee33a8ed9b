/** `fedsa run`: checks, runs, reports, says what was found. */
import { type CurvesDisplay, curvesDisplay, noCurvesDisplay } from './curvesDisplay.ts';
import { executePanels, preparePanels, type PreparedPanels } from '../runs/executePanels.ts';
import { executeRun, type RunResult } from '../runs/executeRun.ts';
import { defaultDirectory, prepareRun, type PreparedRun, type RunRequest } from '../runs/preparedRun.ts';
import type { ClockName } from '../configuration/configuration.ts';
import { InputError } from '../values/failure.ts';
import { withoutPassword } from '../nats/address.ts';
import { complain } from './complain.ts';
import { EXIT } from './exitStatus.ts';
import { exportOrSay } from './exportCommand.ts';
import { interruptibly } from './interruptibly.ts';
import { natsUrl } from './natsOption.ts';
import { choosePanels } from '../inputs/panelTargets.ts';
import { noProgress, type ProgressDisplay, progressDisplay } from './progressDisplay.ts';
import { jsonLine, jsonProgress, printPanelsLine, printResultLine } from './runLines.ts';
import {
  placementLine,
  type OfPanel,
  printFindings,
  printReach,
  printWhere,
  withoutWarnings,
} from './runWords.ts';
import { refusePageOptions, type WatchOptions, whileWatched } from './watch.ts';
import type { RunStepper } from '../runs/live/stepper.ts';
import type { LivePage } from '../runs/live/livePage.ts';
import { tellAllLeftOut } from './tellLeftOut.ts';
import { type SettingOptions, settingsOf, storeOf } from './settings.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import { scenarioOrRun } from '../inputs/manifestTarget.ts';
import type { Target } from '../inputs/target.ts';
import { growthWarning, knownGrowth } from '../theory/stability/meanSquareGrowth.ts';
import { print, printError } from './print.ts';

export interface RunOptions extends SettingOptions, WatchOptions {
  out?: string;
  store?: string;
  report: boolean;
  exact?: boolean;
  interactive?: boolean;
  parquet?: boolean;
  /** true where the URL is in the environment */
  nats?: string | true;
  quiet?: boolean;
  json?: boolean;
}

function displayOf(options: RunOptions, panel: string | undefined): ProgressDisplay {
  if (options.json) return jsonProgress(panel);
  if (options.quiet) return noProgress;
  const label = panel === undefined ? '' : `${panel}: `;
  const display = progressDisplay(process.stderr, label);
  return {
    ...display,
    observe: (inspection) => {
      const line = placementLine(inspection);
      if (line !== undefined) complain(`${label}${line}`);
      display.observe(inspection);
    },
  };
}

/** Says, before a run begins, whose mean-square error is known to grow without bound. */
function warnOfGrowth({ predictions }: PreparedRun, options: RunOptions, panel: string | undefined): void {
  for (const prediction of predictions) {
    const warning = growthWarning(prediction);
    if (warning === undefined) continue;
    const { algorithm } = prediction;
    if (options.json) jsonLine('warning', panel, { algorithm, growth: knownGrowth(prediction) });
    else if (!options.quiet) {
      const where = panel === undefined ? '' : `${panel}: `;
      printError(`fedsa: warning: ${where}${algorithm}: ${warning}\n`);
    }
  }
}

/** Names, before a run begins, algorithms that are left out, and those whose errors are known to grow. */
async function announce(
  prepared: PreparedRun,
  options: RunOptions,
  panel: string | undefined,
): Promise<void> {
  const { target, settings } = prepared.request;
  if (!options.quiet) await tellAllLeftOut(target, settings, panel);
  warnOfGrowth(prepared, options, panel);
}

/** What is said of a failure, without the warnings that were printed before the run. */
const failureOf = (failure: string, result: RunResult | undefined, { json, quiet }: RunOptions): string =>
  json || quiet ? failure : withoutWarnings(failure, result);

const curvesDisplayOf = ({ json, quiet }: RunOptions): CurvesDisplay =>
  json || quiet ? noCurvesDisplay : curvesDisplay(process.stderr);

/**
 * Runs what the command line asks for: one run, or the panels of a scenario.
 *
 * @returns the exit status
 */
export async function runCommand(
  name: string,
  options: RunOptions,
  commandArguments: readonly string[],
): Promise<number> {
  refusePageOptions(options);
  const target = await scenarioOrRun(name);
  const chosen = choosePanels(target, options);
  const settings = settingsOf(options);
  if (chosen.panels === undefined) return runSingle(chosen.single, settings, options, commandArguments);
  const request = requestOf(target, settings, options, commandArguments);
  const prepared = await preparePanels({ ...request, panels: chosen.panels });
  if (options.paused)
    throw new InputError('--paused: only one panel can be stepped through; name it with --panel');
  const clocks = prepared.panels.map((panel) => panel.prepared.configuration.clock);
  const clock = clocks.includes('wall') ? 'wall' : 'virtual';
  return STATUS[
    await watching(prepared.directory, clock, options, (page) => runPanels(prepared, options, page))
  ];
}

/** Runs a target without panels; the settings win over its own. */
export async function runSingle(
  target: Target,
  settings: RunSettings,
  options: RunOptions,
  commandArguments: readonly string[],
): Promise<number> {
  const prepared = await prepareRun(requestOf(target, settings, options, commandArguments));
  if (options.paused && prepared.configuration.clock === 'wall')
    throw new InputError('--paused: real time cannot be paused; take --clock virtual');
  if (options.paused && options.store !== undefined)
    throw new InputError('--store: a run that is stepped through cannot come from a store; leave it out');
  return STATUS[
    await watching(prepared.request.out ?? '', prepared.configuration.clock, options, (page, stepper) =>
      runOne(prepared, options, page, stepper),
    )
  ];
}

/** Runs what was prepared, and prints what came of it. @returns the exit status */
export const runPrepared = async (prepared: PreparedRun, options: RunOptions): Promise<number> =>
  STATUS[await runOne(prepared, options, undefined, undefined)];

const watching = <T>(
  directory: string,
  clock: ClockName,
  options: RunOptions,
  work: (page: LivePage | undefined, stepper: RunStepper | undefined) => Promise<T>,
): Promise<T> =>
  isWatched(options) ? whileWatched(directory, clock, options, work) : work(undefined, undefined);

/** A run as it is when a page shows it. */
const watchedRun = (prepared: PreparedRun, page: LivePage | undefined): PreparedRun => ({
  ...prepared,
  request: { ...prepared.request, watch: page?.experiment },
});

const isWatched = ({ watch = false, paused = false }: RunOptions): boolean => watch || paused;

const STATUS = { completed: EXIT.done, failed: EXIT.failed, interrupted: EXIT.interrupted };

function requestOf(
  target: Target,
  settings: RunSettings,
  options: RunOptions,
  commandArguments: readonly string[],
): RunRequest {
  return {
    target,
    settings,
    dataDirectory: options.data,
    // A page has to know it beforehand.
    out: options.out ?? (isWatched(options) ? defaultDirectory(target.definition.name) : undefined),
    // What is done by hand belongs to this run alone.
    store: options.paused ? undefined : storeOf(options),
    report: options.report,
    exact: options.exact,
    interactive: options.interactive,
    cluster: {
      url: natsUrl(options.nats),
      isAsked: options.nats !== undefined,
      say: (line: string) => {
        if (!options.quiet) complain(line);
      },
    },
    commandArguments: commandArguments.map(withoutPassword),
  };
}

async function runOne(
  prepared: PreparedRun,
  options: RunOptions,
  page: LivePage | undefined,
  stepper: RunStepper | undefined,
): Promise<RunResult['state']> {
  await announce(prepared, options, undefined);
  const display = displayOf(options, undefined);
  const curves = curvesDisplayOf(options);
  const result = await interruptibly(async (signal) => {
    stepper?.heed(signal);
    try {
      return await executeRun(watchedRun(prepared, page), {
        signal,
        observe: (inspection) => {
          display.observe(inspection);
          page?.observe(inspection);
        },
        observeCurves: (progress) => {
          display.stop();
          curves.observe(progress);
        },
      });
    } finally {
      display.stop();
      curves.stop();
    }
  });
  const hasTables = await withTables(result, options);
  if (options.json) await printResultLine(result, undefined);
  else if (!options.quiet) {
    const found = await printFindings(result);
    if (found !== undefined) printReach([{ found }]);
    printWhere(result);
  }
  if (result.failure !== undefined) complain(failureOf(result.failure, result, options));
  if (!hasTables) return 'interrupted';
  if (!result.exactInterrupted) return result.state;
  printError(
    `fedsa: interrupted; the run is complete, and the same command with --out ${result.directory} adds its missing exact curves\n`,
  );
  return 'interrupted';
}

async function runPanels(
  prepared: PreparedPanels,
  options: RunOptions,
  page: LivePage | undefined,
): Promise<RunResult['state']> {
  const titles = new Map(prepared.file.panels.map(({ name, title }) => [name, title]));
  const displays = new Map<string, ProgressDisplay>();
  const display = (panel: string): ProgressDisplay => {
    const display = displays.get(panel) ?? displayOf(options, panel);
    displays.set(panel, display);
    return display;
  };
  const summaries: OfPanel[] = [];
  const curves = curvesDisplayOf(options);
  const stopAll = (): void => {
    curves.stop();
    for (const progressDisplay of displays.values()) progressDisplay.stop();
  };
  for (const { name, prepared: panel } of prepared.panels) await announce(panel, options, name);
  const result = await interruptibly(async (signal) => {
    try {
      const panels = prepared.panels.map((panel) => ({
        ...panel,
        prepared: watchedRun(panel.prepared, page),
      }));
      return await executePanels(
        { ...prepared, panels },
        {
          signal,
          observe: (panel, inspection) => {
            display(panel).observe(inspection);
            page?.observe(inspection);
          },
          ended: async ({ name, result: panel, failure }) => {
            stopAll();
            if (panel !== undefined && options.json) await printResultLine(panel, name);
            else if (panel !== undefined && panel.state !== 'interrupted' && !options.quiet) {
              print(`${titles.get(name)!}\n`);
              const found = await printFindings(panel);
              if (found !== undefined) summaries.push({ panel: titles.get(name)!, found });
              printWhere(panel);
            }
            if (failure !== undefined) complain(`panel ${name}: ${failureOf(failure, panel, options)}`);
          },
          observeCurves: (progress) => {
            for (const progressDisplay of displays.values()) progressDisplay.stop();
            curves.observe(progress);
          },
        },
      );
    } finally {
      stopAll();
    }
  });
  const { state, failure } = result;
  const hasTables = await withTables(result, options);
  if (failure !== undefined) complain(failure);
  if (options.json) printPanelsLine(result);
  else if (!options.quiet) {
    if (state !== 'interrupted') printReach(summaries);
    printWhere(result);
  }
  return hasTables ? state : 'interrupted';
}

/** Writes the Parquet files where they are asked for; `false` after an interrupt. */
const withTables = async (
  { state, directory }: Pick<RunResult, 'state' | 'directory'>,
  { parquet }: RunOptions,
): Promise<boolean> => !parquet || state !== 'completed' || (await exportOrSay(directory)) !== undefined;
