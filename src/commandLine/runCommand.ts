/** `fedsa run`: checks, runs, reports, says what was found. */
import type { Inspection } from '../protocol/inspection.ts';
import type { OverSeeds } from '../report/headline.ts';
import type { RunSummary } from '../report/summariseRun.ts';
import type { AlgorithmSummary } from '../report/summary.ts';
import type { RoundRange } from '../report/tail.ts';
import { type CurvesDisplay, curvesDisplay, noCurvesDisplay } from './curvesDisplay.ts';
import {
  executePanels,
  preparePanels,
  type PanelsResult,
  type PreparedPanels,
} from '../runs/executePanels.ts';
import {
  defaultDirectory,
  executeRun,
  prepareRun,
  type PreparedRun,
  type RunRequest,
  type RunResult,
} from '../runs/executeRun.ts';
import type { ClockName } from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';
import { countAll } from '../protocol/replications.ts';
import { withoutPassword } from '../nats/address.ts';
import { complain } from './complain.ts';
import { EXIT } from './exitStatus.ts';
import { exportOrSay } from './exportCommand.ts';
import { findings } from './findings.ts';
import { interruptibly } from './interruptibly.ts';
import { reachRecord, reachTable } from './reachTable.ts';
import { choosePanels } from '../runs/target/panelTargets.ts';
import { noProgress, type ProgressDisplay, progressDisplay } from './progressDisplay.ts';
import { refusePageOptions, type WatchOptions, whileWatched } from './watch.ts';
import type { RunStepper } from '../runs/live/stepper.ts';
import type { LivePage } from '../runs/live/livePage.ts';
import { summaryOf } from '../runs/runSummary.ts';
import { type SettingOptions, settingsOf, storeOf } from './settings.ts';
import { slippageLine } from '../runs/slippage.ts';
import type { RunSettings } from '../settings/runSettings.ts';
import { findTarget, type Target } from '../runs/target/target.ts';
import { growthWarning, knownGrowth } from '../theory/meanSquareGrowth.ts';

export interface RunOptions extends SettingOptions, WatchOptions {
  out?: string;
  store?: string;
  report: boolean;
  exact?: boolean;
  parquet?: boolean;
  /** true where the URL is in the environment */
  nats?: string | true;
  quiet?: boolean;
  json?: boolean;
}

/** Prints an object a line; with panels each names its panel. */
const jsonLine = (type: string, panel: string | undefined, content: object): void => {
  const head = panel === undefined ? { type } : { type, panel };
  process.stdout.write(`${JSON.stringify({ ...head, ...content })}\n`);
};

const jsonProgress = (panel: string | undefined): ProgressDisplay => ({
  observe: (inspection) => {
    if (inspection.kind === 'placed' && inspection.placement.workers)
      jsonLine('workers', panel, { workers: inspection.placement.workers });
    if (inspection.kind === 'hostLost')
      jsonLine('hostLost', panel, { ...inspection.replication, why: inspection.why });
    if (inspection.kind !== 'progressed') return;
    const { rounds, totalRounds, error, share } = inspection;
    jsonLine('progress', panel, {
      rounds,
      totalRounds: share === undefined ? totalRounds : null,
      ...(share !== undefined && { share }),
      error: Number.isNaN(error) ? null : error,
    });
  },
  stop: () => undefined,
});

function displayOf(options: RunOptions, panel: string | undefined): ProgressDisplay {
  if (options.json) return jsonProgress(panel);
  if (options.quiet) return noProgress;
  const label = panel === undefined ? '' : `${panel}: `;
  const display = progressDisplay(process.stderr, label);
  return {
    ...display,
    observe: (inspection) => {
      const line = clusterLine(inspection);
      if (line !== undefined) complain(`${label}${line}`);
      display.observe(inspection);
    },
  };
}

/** What is said of workers that host agents: who they are, and that one is lost. */
function clusterLine(inspection: Inspection): string | undefined {
  if (inspection.kind === 'hostLost') {
    const { algorithm, seed } = inspection.replication;
    return `${inspection.why}; ${algorithm} with seed ${seed} begins again on the remaining workers`;
  }
  const workers = inspection.kind === 'placed' ? inspection.placement.workers : undefined;
  return (
    workers &&
    `agents live with ${workers.length} worker${workers.length === 1 ? '' : 's'}: ${workers.join(', ')}`
  );
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
      process.stderr.write(`fedsa: warning: ${where}${algorithm}: ${warning}\n`);
    }
  }
}

/** A failure without what has been said before the run. */
function unsaid(failure: string, result: RunResult | undefined, { json, quiet }: RunOptions): string {
  if (json || quiet) return failure;
  const warnings = (result?.manifest.predictions ?? []).flatMap((one) => growthWarning(one) ?? []);
  return warnings.reduce((line, warning) => line.replace(`${warning}; `, ''), failure);
}

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
  const target = await findTarget(name);
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
    cluster: {
      url: options.nats === true ? undefined : options.nats,
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
  warnOfGrowth(prepared, options, undefined);
  const display = displayOf(options, undefined);
  const curves = curvesDisplayOf(options);
  const result = await interruptibly(async (signal) => {
    stepper?.heed(signal);
    try {
      return await executeRun(
        watchedRun(prepared, page),
        signal,
        (inspection) => {
          display.observe(inspection);
          page?.observe(inspection);
        },
        (progress) => {
          display.stop();
          curves.observe(progress);
        },
      );
    } finally {
      display.stop();
      curves.stop();
    }
  });
  const hasTables = await withTables(result, options);
  if (options.json) await tellJson(result, undefined);
  else if (!options.quiet) {
    const found = await print(result);
    if (found !== undefined) printReach([{ found }]);
    tellWhere(result);
  }
  if (result.failure !== undefined) complain(unsaid(result.failure, result, options));
  if (!hasTables) return 'interrupted';
  if (!result.exactInterrupted) return result.state;
  process.stderr.write(
    `fedsa: interrupted; the run is complete, and fedsa report ${result.directory} --exact adds the missing exact curves\n`,
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
    const there = displays.get(panel) ?? displayOf(options, panel);
    displays.set(panel, there);
    return there;
  };
  const summaries: OfPanel[] = [];
  const curves = curvesDisplayOf(options);
  const stopAll = (): void => {
    curves.stop();
    for (const one of displays.values()) one.stop();
  };
  for (const { name, prepared: panel } of prepared.panels) warnOfGrowth(panel, options, name);
  const result = await interruptibly(async (signal) => {
    try {
      return await executePanels(
        {
          ...prepared,
          panels: prepared.panels.map((panel) => ({ ...panel, prepared: watchedRun(panel.prepared, page) })),
        },
        signal,
        (panel, inspection) => {
          display(panel).observe(inspection);
          page?.observe(inspection);
        },
        async ({ name, result: panel, failure }) => {
          stopAll();
          if (panel !== undefined && options.json) await tellJson(panel, name);
          else if (panel !== undefined && panel.state !== 'interrupted' && !options.quiet) {
            process.stdout.write(`${titles.get(name)!}\n`);
            const found = await print(panel);
            if (found !== undefined) summaries.push({ panel: titles.get(name)!, found });
            tellWhere(panel);
          }
          if (failure !== undefined) complain(`panel ${name}: ${unsaid(failure, panel, options)}`);
        },
        (progress) => {
          for (const one of displays.values()) one.stop();
          curves.observe(progress);
        },
      );
    } finally {
      stopAll();
    }
  });
  const { state, directory, answer, report, failure } = result;
  const hasTables = await withTables(result, options);
  if (failure !== undefined) complain(failure);
  // The line of them all is of no panel, and says so.
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ type: 'panels', panel: null, state, directory, ...(answer !== undefined && { answer }), report: report ?? null })}\n`,
    );
  else if (!options.quiet) {
    if (state !== 'interrupted') printReach(summaries);
    tellWhere(result);
  }
  return hasTables ? state : 'interrupted';
}

/** Writes the Parquet files where they are asked for; `false` after an interrupt. */
const withTables = async (
  { state, directory }: Pick<RunResult, 'state' | 'directory'>,
  { parquet }: RunOptions,
): Promise<boolean> => !parquet || state !== 'completed' || (await exportOrSay(directory)) !== undefined;

function tellWhere({ state, directory, report, answer }: PanelsResult | RunResult): void {
  if (state === 'interrupted') {
    process.stderr.write(
      `fedsa: interrupted; what is finished is in ${directory}; the same command with --out ${directory} completes it\n`,
    );
  } else {
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
    process.stdout.write(report === undefined ? `Files: ${directory}\n` : `Report: ${report}\n`);
  }
}

/** @returns what was found; `undefined` of a run that was interrupted, or left nothing */
async function print(result: RunResult): Promise<RunSummary | undefined> {
  const summary = result.state === 'interrupted' ? undefined : await summaryOf(result);
  if (summary !== undefined) for (const line of findings(summary)) process.stdout.write(`${line}\n`);
  if (result.fromStore)
    process.stdout.write(
      `${result.fromStore} of ${countAll(result.manifest.runs)} replications came from the store\n`,
    );
  if (result.slippage !== undefined) process.stdout.write(`${slippageLine(result.slippage)}\n`);
  return summary;
}

interface OfPanel {
  /** `undefined` of a run without panels */
  readonly panel?: string;
  readonly found: RunSummary;
}

/** One table of all panels, or two where they are not about the same quantity. */
function printReach(all: readonly OfPanel[]): void {
  const hasPanels = all.some(({ panel }) => panel !== undefined);
  const titles = new Set(all.flatMap(({ found }) => found.algorithms.map(({ title }) => title)));
  // Panels that are all of one algorithm need not name it.
  const columns = (panel: string, title: string): string[] =>
    hasPanels ? (titles.size > 1 ? [panel, title] : [panel]) : [title];
  for (const column of ['error', 'operatorNorm'] as const) {
    const rows = all
      .filter(({ found }) => found.column === column)
      .flatMap(({ panel = '', found }) =>
        found.algorithms.map(({ title, reach }) => ({ heads: columns(panel, title), reached: reach })),
      );
    for (const line of reachTable(column, columns('panel', 'algorithm'), rows))
      process.stdout.write(`${line}\n`);
  }
}

async function tellJson(result: RunResult, panel: string | undefined): Promise<void> {
  const summary = await summaryOf(result);
  jsonLine('result', panel, {
    state: result.state,
    failure: result.failure ?? null,
    directory: result.directory,
    ...(result.answer !== undefined && { answer: result.answer }),
    report: result.report ?? null,
    ...(result.slippage === undefined ? {} : { slippage: result.slippage }),
    ...(result.fromStore === undefined ? {} : { fromStore: result.fromStore }),
    column: summary?.column ?? null,
    algorithms: summary?.algorithms.map(resultOf) ?? [],
  });
}

/** What the line of the result holds of an algorithm: numbers, or null where there are none. */
function resultOf(summary: AlgorithmSummary): object {
  const { algorithm, title, floor, expected, slope, last, lastAverage, prediction, outcome, reach, work } =
    summary;
  const numbers = ({ mean, interval, values }: OverSeeds): object => ({
    mean,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    seeds: values.length,
  });
  return {
    algorithm,
    title,
    floor: floor === undefined ? null : { ...numbers(floor), ...rangeOf(floor.rounds), trend: floor.trend },
    expected: expected === undefined ? null : { ...expected, neglects: expected.neglects ?? null },
    slope: slope === undefined ? null : { ...numbers(slope), ...rangeOf(slope.rounds) },
    last: last === undefined ? null : { ...numbers(last), round: last.round },
    average: lastAverage === undefined ? null : { ...numbers(lastAverage), round: lastAverage.round },
    limitError: prediction?.limitError ?? null,
    limitKind: prediction?.limitKind ?? null,
    growth: (prediction && knownGrowth(prediction)) ?? null,
    ...(reach.length > 0 && { reach: reach.map(reachRecord) }),
    ...(work && { work }),
    outcome,
  };
}

const rangeOf = ({ first, last }: RoundRange): object => ({ firstRound: first, lastRound: last });
