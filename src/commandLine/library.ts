/** The command line's commands as functions, with the same defaults. */
import type { RunResult } from './executeRun.ts';
import type { BuiltReport } from '../report/buildReport.ts';
import type { AlgorithmSummary } from '../report/summary.ts';
import type { Inspection } from '../protocol/inspection.ts';
import type { RunSettings, Scenario } from '../scenario/scenario.ts';
import type { TheorySummary } from '../theory/summary.ts';

/** A finished run: where its files are, and its final errors. */
export interface RunOutcome extends RunResult {
  readonly algorithms: readonly AlgorithmSummary[];
}

/** What `run` takes beside the settings. */
export interface RunCallOptions {
  readonly out?: string;
  readonly dataDirectory?: string;
  /** whether report.html and the figures are written; they are by default */
  readonly report?: boolean;
  readonly signal?: AbortSignal;
  readonly observe?: (inspection: Inspection) => void;
}

async function targetOf(scenario: string | Scenario) {
  const { findTarget, scenarioTarget } = await import('./target.ts');
  return typeof scenario === 'string' ? findTarget(scenario) : scenarioTarget(scenario);
}

/**
 * Runs a scenario: what `fedsa run` does.
 *
 * @param scenario - name of a shipped one, path of a file, or a scenario made here
 * @param settings - win over those of the scenario
 * @throws InputError for bad input, with nothing written; a run that fails is a result with state `failed`
 */
export async function run(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: RunCallOptions = {},
): Promise<RunOutcome> {
  const { executeRun, prepareRun } = await import('./executeRun.ts');
  const { summariseRun } = await import('../report/summariseRun.ts');
  const prepared = await prepareRun({
    target: await targetOf(scenario),
    settings,
    dataDirectory: options.dataDirectory,
    out: options.out,
    report: options.report ?? true,
    commandArguments: [],
  });
  const result = await executeRun(
    prepared,
    options.signal ?? new AbortController().signal,
    options.observe ?? (() => undefined),
  );
  const { algorithms } = await summariseRun(result.directory);
  return { ...result, algorithms };
}

/** The theory of a scenario: what `fedsa theory --json` prints. */
export async function theory(
  scenario: string | Scenario,
  settings: RunSettings = {},
): Promise<TheorySummary> {
  const { theoryOf } = await import('./theoryCommand.ts');
  return theoryOf(await targetOf(scenario), settings, undefined);
}

/** (Re)builds the report of a run directory: what `fedsa report` does. */
export async function report(directory: string): Promise<BuiltReport> {
  const { buildReport } = await import('../report/buildReport.ts');
  return buildReport(directory);
}
