/** The commands about what was recorded: `report`, `figure`, `compare`, `export`, `replay` and `view`, as the command line knows them. */
import type { Command } from 'commander';
import { EXIT } from '../exitStatus.ts';
import type { FigureOptions } from '../figureCommand.ts';
import { addFigureOptions } from '../figureOptions.ts';
import type { ReplayOptions } from '../replayCommand.ts';
import type { ReportOptions } from '../reportCommand.ts';
import { addReachOption } from '../settings.ts';
import { collect } from '../sweepOptions.ts';
import { addPageOptions, type ViewOptions } from '../watch.ts';
import type { Ending } from './ending.ts';

/** Declares the options of `fedsa report`, and what it does. */
export function declareReport(command: Command, { setStatus }: Ending): void {
  addReachOption(
    command
      .option('--exact', 'first compute missing exact curves, however long they take')
      .option('--interactive', 'let readers compute the run again in their browser, and with other settings')
      .option('--full', 'open all parts of the page; those without a finding are closed otherwise')
      .option('--data <folder>', 'folder of recorded data, if the problem needs it for --exact'),
  )
    .addHelpText(
      'after',
      `
Ctrl-C ends --exact and keeps finished curves. Only the manifest of the run
changes: its rows stay as they are.

Of a folder of runs it writes index.html: a card for each run with its figure,
answer, state and command, the verdicts of tested claims, and links to all
reports. Nothing is computed for it.

Examples:
  fedsa report runs/first
  fedsa report runs
  fedsa report runs/first --exact
  fedsa report runs/first --interactive
  fedsa report runs/first --reach 0.1,0.01`,
    )
    .action(async (directory: string, options: ReportOptions) => {
      const { reportCommand } = await import('../reportCommand.ts');
      setStatus(await reportCommand(directory, options));
    });
}

/** Declares the options of `fedsa figure`, and what it does. */
export function declareFigure(command: Command, { setStatus, words }: Ending): void {
  addFigureOptions(command).action(async (directories: string[], options: FigureOptions) => {
    const { figureCommand } = await import('../figureCommand.ts');
    setStatus(await figureCommand(directories, options, words));
  });
}

/** The options of `fedsa compare`. */
interface CompareOptions {
  readonly json?: boolean;
  readonly base?: string;
  readonly out?: string;
  readonly reach?: unknown;
}

/** Declares the options of `fedsa compare`, and what it does. */
export function declareCompare(command: Command, { setStatus }: Ending): void {
  addReachOption(
    command
      .option('--json', 'print the result as one JSON object')
      .option('--base <curve>', 'of one folder: the curve that the others are compared with')
      .option('--out <folder>', 'of two runs: also write their page, report.html, into this folder'),
  )
    .addHelpText(
      'after',
      `
Results are paired over the seeds that both runs have, since runs with the same
seed see the same observations: final errors (means over the last 30 % of the
rounds), and rounds, seconds and bytes to each ε of --reach. B/A is the geometric
mean of the seeds' ratios, p is of a paired t test. Where a seed misses ε it is the
median. An algorithm is compared with itself; if each run has only one, these two are.

One folder alone may be a run, panels or a sweep: its curves are compared with the
first, or with the best point of the sweep, and ranked at each ε. Without --reach
there are three ε where curves lie.

Examples:
  fedsa compare runs/first runs/second
  fedsa compare runs/first runs/second --reach 0.1,0.01 --out runs/comparison
  fedsa compare runs/policies --base buffered/local-sa`,
    )
    .action(async (first: string, second: string | undefined, options: CompareOptions) => {
      const { compareCommand, compareOneCommand } = await import('../compareCommand.ts');
      if (second === undefined) await compareOneCommand(first, options);
      else await compareCommand([first, second], options);
      setStatus(EXIT.done);
    });
}

/** Declares the options of `fedsa export`, and what it does. */
export function declareExport(command: Command, { setStatus }: Ending): void {
  command
    .option('--problem <file>', 'write the problem of a scenario as a problem file instead')
    .addHelpText(
      'after',
      `
For a sweep this is results.csv; its runs are folders of their own. docs/readers.md
shows how to read them in Python, R, Julia and DuckDB.

Examples:
  fedsa export runs/first
  fedsa export runs/grid runs/grid/runs/*
  fedsa export td-linear-features --problem td.json`,
    )
    .action(async (directories: string[], options: { readonly problem?: string }) => {
      const { exportCommand } = await import('../exportCommand.ts');
      setStatus(await exportCommand(directories, options));
    });
}

/** Declares the options of `fedsa replay`, and what it does. */
export function declareReplay(command: Command, { setStatus, words }: Ending): void {
  command
    .option('--data <folder>', 'folder of recorded data, if the problem needs it')
    .option('--json', 'print the result as one JSON object')
    .option(
      '--with <name=value>',
      'repeat the events with another value, into a new run directory; may be given several times',
      collect,
    )
    .option('--out <folder>', 'run directory of a replay --with another value')
    .option('--no-report', 'leave out the report of that run')
    .option('--quiet', 'print errors only')
    .addHelpText(
      'after',
      `
A run on the wall clock is replayed in its recorded order, without waiting; an
interrupted run up to where it stopped.

--with takes what leaves the order of events alone: parameters of algorithms
(step-size, scaffold.server-step-size), policy.mixing, policy.weight,
policy.server-step-size, policy.momentum and initial. fedsa run DIR takes the others.

Exit status: 0 the same, 1 different (the first difference is named), 2 bad input.

Examples:
  fedsa replay runs/first
  fedsa replay runs/first --with step-size=0.1 --out runs/larger-step`,
    )
    .action(async (directory: string, options: ReplayOptions) => {
      const { replayCommand } = await import('../replayCommand.ts');
      setStatus(await replayCommand(directory, options, words));
    });
}

/** Declares the options of `fedsa view`, and what it does. */
export function declareView(command: Command, { setStatus }: Ending): void {
  addPageOptions(command.option('--data <folder>', 'folder of recorded data, where the problem reads some'))
    .addHelpText(
      'after',
      `
The page's URL is printed on standard error. It holds a random token: anyone who
has the URL can watch. On the page any replication can be stepped through: it is
computed again, event by event, with its agents' states, messages and Gantt chart.
docs/live.md describes the page.

Examples:
  fedsa view runs/first
  fedsa view runs/first --port 8080`,
    )
    .action(async (directory: string, options: ViewOptions) => {
      const { viewCommand } = await import('../watch.ts');
      setStatus(await viewCommand(directory, options));
    });
}
