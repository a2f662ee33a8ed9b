/** `fedsa run`: checks, runs, reports, says what was found. */
import { summariseRun } from '../report/summariseRun.ts';
import { executeRun, prepareRun, type RunResult } from './executeRun.ts';
import { EXIT } from './exitStatus.ts';
import { findings } from './findings.ts';
import { noProgress, type ProgressDisplay, progressDisplay } from './progressDisplay.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { findTarget } from './target.ts';

export interface RunOptions extends SettingOptions {
  out?: string;
  report: boolean;
  quiet?: boolean;
  json?: boolean;
}

const jsonLine = (type: string, content: object): void => {
  process.stdout.write(`${JSON.stringify({ type, ...content })}\n`);
};

const jsonProgress: ProgressDisplay = {
  observe: (inspection) => {
    if (inspection.kind !== 'progressed') return;
    const { rounds, totalRounds, error } = inspection;
    jsonLine('progress', { rounds, totalRounds, error: Number.isNaN(error) ? null : error });
  },
  stop: () => undefined,
};

/**
 * Runs what the command line asks for.
 *
 * @returns the exit status
 */
export async function runCommand(
  name: string,
  options: RunOptions,
  commandArguments: readonly string[],
): Promise<number> {
  const prepared = await prepareRun({
    target: await findTarget(name),
    settings: settingsOf(options),
    dataDirectory: options.data,
    out: options.out,
    report: options.report,
    commandArguments,
  });
  const stop = new AbortController();
  const interrupt = (): void => {
    // A second signal does not wait for anything.
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const display = options.json ? jsonProgress : options.quiet ? noProgress : progressDisplay(process.stderr);
  let result: RunResult;
  try {
    result = await executeRun(prepared, stop.signal, (inspection) => {
      display.observe(inspection);
    });
  } finally {
    display.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  if (options.json) await tellJson(result);
  else if (!options.quiet) await tell(result);
  if (result.failure !== undefined) process.stderr.write(`fedsa: ${result.failure}\n`);
  if (result.state === 'interrupted') return EXIT.interrupted;
  return result.state === 'failed' ? EXIT.failed : EXIT.done;
}

async function tell(result: RunResult): Promise<void> {
  if (result.state === 'interrupted') {
    process.stderr.write(
      `fedsa: interrupted; what is finished is in ${result.directory}; the same command with --out ${result.directory} completes it\n`,
    );
    return;
  }
  for (const line of findings(result, await summariseRun(result.directory)))
    process.stdout.write(`${line}\n`);
}

async function tellJson(result: RunResult): Promise<void> {
  const { column, algorithms } = await summariseRun(result.directory);
  jsonLine('result', {
    state: result.state,
    failure: result.failure ?? null,
    directory: result.directory,
    report: result.report ?? null,
    column,
    algorithms: algorithms.map(({ algorithm, final, prediction, outcome }) => ({
      algorithm,
      mean: final?.mean ?? null,
      confidenceHalfWidth: final === undefined || Number.isNaN(final.halfWidth) ? null : final.halfWidth,
      seeds: final?.seeds ?? 0,
      limitError: prediction?.limitError ?? null,
      outcome,
    })),
  });
}
