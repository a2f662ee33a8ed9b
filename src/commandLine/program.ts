/** The command line: parses, hands on, and turns whatever comes back into an exit status. */
import { Argument, Command, CommanderError } from 'commander';
import { InputError } from '../protocol/failure.ts';
import { programVersion } from '../recording/environment.ts';
import type { CheckOptions } from './checkCommand.ts';
import type { Shell } from './completionCommand.ts';
import { complain } from './complain.ts';
import { groupedHelp } from './helpGroups.ts';
import { EXIT } from './exitStatus.ts';
import type { FigureOptions } from './figureCommand.ts';
import { addFigureOptions } from './figureOptions.ts';
import { addReproduceOptions, type ReproduceOptions } from './reproduceOptions.ts';
import type { RunOptions } from './runCommand.ts';
import type { ReportOptions } from './reportCommand.ts';
import type { ReplayOptions } from './replayCommand.ts';
import { addReachOption, addRunOptions, addSettingOptions } from './settings.ts';
import { addSweepOptions, collect, NATS_HELP, type SweepOptions, whole } from './sweepOptions.ts';
import { addPageOptions, type ViewOptions } from './watch.ts';
import { withFlags } from '../settings/runSettings.ts';
import { StrayFailure } from '../runs/strayFailure.ts';
import type { WorkerOptions } from './workerCommand.ts';
import type { TheoryOptions } from './theoryCommand.ts';
import type { WorstCommandOptions } from './worstCommand.ts';

/** The program, as commander knows it. */
export function program(words: readonly string[], setStatus: (status: number) => void): Command {
  const fedsa = new Command('fedsa')
    .description(
      'Simulates federated stochastic approximation under Markovian data: agents as actors, every curve with its exact theory.',
    )
    .version(`fedsa ${programVersion()}`, '--version', 'print name and version')
    .exitOverride()
    .configureOutput({
      outputError: (text) => {
        complain(text.replace(/^error: /, ''));
      },
      // The help that commander prints where the command is missing: main() says it in one line.
      writeErr: () => undefined,
    })
    .showSuggestionAfterError()
    .configureHelp(groupedHelp)
    .addHelpText(
      'after',
      `
Examples:
  fedsa list
  fedsa run quickstart
  fedsa init study
  fedsa theory quickstart
  fedsa run problem.json --step-size 0.05 --local-steps 20 --rounds 500 --seeds 10
  fedsa run my-scenario.ts --out runs/first
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --out runs/grid
  fedsa report runs/first
  fedsa compare runs/first runs/second
  fedsa figure runs/first --width 3.25in
  fedsa replay runs/first
  fedsa reproduce --quick

Exit status: 0 done, 1 the run failed, 2 bad input, 130 interrupted.`,
    );

  const run = fedsa
    .command('run')
    .description('Runs a scenario or a problem file and writes a run directory with a report.')
    .argument(
      '<scenario>',
      'name of a shipped scenario, a scenario file (.ts, .js) or a problem file (.json)',
    );
  addPageOptions(
    addRunOptions(addSettingOptions(run))
      .option('--watch', 'serve a live page of the run')
      .option('--paused', 'pause before the first event, to step through the run on the live page'),
  )
    .option(
      '--nats [url]',
      'under --placement cluster: the NATS server at which workers are found (default: FEDSA_NATS)',
    )
    .addHelpText(
      'after',
      `
Every setting of a run is also a field of a scenario; the command line wins. An
interrupted run is completed by the same command with --out naming its folder.

Examples:
  fedsa run quickstart --seeds 10
  fedsa run problem.json --algorithm local-sa,scafflsa --step-size 0.1 --communication-probability 0.05
  fedsa run garnet-high --placement packed --threads 2 --out runs/garnet --json
  fedsa run garnet-high --placement cluster --nats nats://127.0.0.1:4222 --hosts 3
  fedsa run quickstart --rounds 1000000 --watch

A scenario with panels runs panel by panel, each in its own folder below the run
directory, with one joint report; --panel runs one of them alone.`,
    )
    .action(async (name: string, options: RunOptions) => {
      const { runCommand } = await import('./runCommand.ts');
      setStatus(await runCommand(name, options, words));
    });

  const sweep = fedsa
    .command('sweep')
    .description(
      'Runs a scenario or a problem file at every point of a grid, and writes one table of results.',
    )
    .argument(
      '<scenario>',
      'name of a shipped scenario, a scenario file (.ts, .js) or a problem file (.json)',
    );
  addSweepOptions(sweep)
    .addHelpText(
      'after',
      `
Values: 1,2,5 (or a;b where a value has commas), 1..10 (whole numbers),
0.001..1:log7, 0..1:lin5, 10..100:step10. A scenario may give them as
sweep: { grid, zip, where }. The same command again completes what is missing;
more values, algorithms and seeds reuse what is there.

Examples:
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --grid local-steps=1,10,100 --seeds 5 --out runs/grid
  fedsa sweep quickstart --zip local-steps=1,10,100 --zip rounds=1000,100,10 --list
  fedsa sweep quickstart --grid policy=synchronous,first:3 --grid algorithm=local-sa,fedhsa
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --index 0 --of 3 --out runs/grid
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --nats nats://127.0.0.1:4222 --out runs/grid

Exit status: 0 done, 1 some run failed or diverged, 2 bad input, 130 interrupted.`,
    )
    .action(async (name: string, options: SweepOptions) => {
      const { sweepCommand } = await import('./sweepCommand.ts');
      setStatus(await sweepCommand(name, options, words));
    });

  fedsa
    .command('worker')
    .description('Computes for sweeps and runs on other machines until it is interrupted.')
    .option('--nats [url]', `work for sweeps and runs at ${NATS_HELP}`)
    .option('--threads <n>', 'threads that compute (default: one for each core)', whole(1, 4096))
    .option(
      '--data <folder>',
      'folder of your own modules and recorded data (default: the current one); may be given several times',
      collect,
    )
    .option('--quiet', 'print errors only')
    .addHelpText(
      'after',
      `
A worker runs no code from the network: your own files must lie on its machine,
in the folders of --data, with the same contents. Workers may come and go at any
time. docs/clusters.md says more, also on how to keep strangers out.

Examples:
  fedsa worker --nats nats://127.0.0.1:4222
  FEDSA_NATS=tls://ann:secret@lab.example.org fedsa worker --threads 4 --data study`,
    )
    .action(async (options: WorkerOptions) => {
      const { workerCommand } = await import('./workerCommand.ts');
      setStatus(await workerCommand(options));
    });

  fedsa
    .command('init')
    .description('Makes a folder with a commented scenario, an operator, an algorithm and their tests.')
    .argument('<folder>', 'a new folder, or an empty one')
    .addHelpText(
      'after',
      `
The scenario runs at once; the tests need npm install first.

Example:
  fedsa init study`,
    )
    .action(async (folder: string) => {
      const { initCommand } = await import('./initCommand.ts');
      initCommand(folder);
    });

  fedsa
    .command('list')
    .description('Lists the shipped scenarios, with the figure or table that each reproduces.')
    .option('--problems', 'list the kinds of problems and their fields instead')
    .option('--json', 'print them as one JSON array')
    .addHelpText('after', '\nExamples:\n  fedsa list\n  fedsa list --problems\n  fedsa list --json')
    .action(async ({ problems, json = false }: { readonly problems?: boolean; readonly json?: boolean }) => {
      const { listCommand, listProblems } = await import('./listCommand.ts');
      if (problems === true) listProblems(json);
      else await listCommand(json);
    });

  const theory = fedsa
    .command('theory')
    .description(
      'Prints roots, mixing times, step limits, predicted biases and error curves, without simulating.',
    )
    .argument(
      '<scenario>',
      'name of a shipped scenario, a scenario file (.ts, .js) or a problem file (.json)',
    );
  addSettingOptions(theory)
    .option('--json', 'print everything as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  fedsa theory quickstart
  fedsa theory problem.json --step-size 0.1 --local-steps 50

Ctrl-C ends a long computation and prints what is there.`,
    )
    .action(async (name: string, options: TheoryOptions) => {
      const { theoryCommand } = await import('./theoryCommand.ts');
      setStatus(await theoryCommand(name, options));
    });

  const worst = fedsa
    .command('worst')
    .description(
      'Finds the worst order of arrivals within a bound on staleness, for a server that does not wait.',
    )
    .argument(
      '<scenario>',
      'name of a shipped scenario, a scenario file (.ts, .js) or a problem file (.json)',
    );
  addSettingOptions(worst)
    .option(
      '--staleness <d>',
      'largest staleness of an answer, in server steps (default: two more than the smallest that has an order)',
      whole(0, 1000),
    )
    .option('--period <p>', 'the longest period of an order, in server steps (default: 12)', whole(1, 1000))
    .option(
      '--mean-square',
      'growth of the root mean square under independent observations, instead of growth without noise',
    )
    .option('--out <folder>', 'run directory of a run in which answers come in that order, repeated')
    .option('--no-report', 'leave out the report of that run')
    .option('--quiet', 'print errors only')
    .option('--json', 'print the result as JSON, an object for each algorithm')
    .addHelpText(
      'after',
      `
It takes a policy without rounds (asynchronous, buffered, bounded-staleness) and linear
operators. An order is a period of agents that is repeated forever; staleness is that of
updates.csv. Growth is the spectral radius of a period, per server step, without noise:
below 1 errors shrink. No order, periodic or not, exceeds the bound beside it.

Examples:
  fedsa worst problem.json --algorithm local-sa --policy asynchronous:0.3 --step-size 0.02
  fedsa worst problem.json --algorithm scaffold --policy buffered:2 --step-size 0.02 --staleness 3 --period 8
  fedsa worst worst-order --panel worst-0-8 --staleness 5 --out runs/worst

Ctrl-C ends a long computation and prints what is there.`,
    )
    .action(async (name: string, options: WorstCommandOptions) => {
      const { worstCommand } = await import('./worstCommand.ts');
      setStatus(await worstCommand(name, options, words));
    });

  addReachOption(
    fedsa
      .command('report')
      .description(
        'Builds, or rebuilds, the HTML report and the SVG figures of a run directory, or the index of a folder of runs.',
      )
      .argument('<run dir>', 'a run directory, a folder of panels, a sweep, or a folder of these')
      .option('--exact', 'first compute missing exact curves, however long they take')
      .option('--verify', 'add a button that computes the run again in the browser and compares')
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
  fedsa report runs/first --verify
  fedsa report runs/first --reach 0.1,0.01`,
    )
    .action(async (directory: string, options: ReportOptions) => {
      const { reportCommand } = await import('./reportCommand.ts');
      setStatus(await reportCommand(directory, options));
    });

  addFigureOptions(fedsa.command('figure')).action(async (directories: string[], options: FigureOptions) => {
    const { figureCommand } = await import('./figureCommand.ts');
    setStatus(await figureCommand(directories, options, words));
  });

  fedsa
    .command('compare')
    .description('Compares two runs: their configurations and their results.')
    .argument('<run dir A>', 'a run directory')
    .argument('<run dir B>', 'another one')
    .option('--json', 'print the result as one JSON object')
    .addHelpText(
      'after',
      `
Floors (means over the last 30 % of the rounds) are compared seed by seed, since
runs with the same seed see the same observations: B/A is the geometric mean of
the seeds' ratios, p is of a paired t test. An algorithm is compared with itself;
if each run has only one, these two are compared.

Example:
  fedsa compare runs/first runs/second`,
    )
    .action(async (first: string, second: string, options: { readonly json?: boolean }) => {
      const { compareCommand } = await import('./compareCommand.ts');
      await compareCommand([first, second], options);
      setStatus(EXIT.done);
    });

  fedsa
    .command('export')
    .description('Writes the tables of runs and sweeps as Parquet files, beside the CSV.')
    .argument('<dir...>', 'run directories, folders of panels, sweeps')
    .addHelpText(
      'after',
      `
For a sweep this is results.csv; its runs are folders of their own. docs/readers.md
shows how to read them in Python, R, Julia and DuckDB.

Examples:
  fedsa export runs/first
  fedsa export runs/grid runs/grid/runs/*`,
    )
    .action(async (directories: string[]) => {
      const { exportCommand } = await import('./exportCommand.ts');
      setStatus(await exportCommand(directories));
    });

  fedsa
    .command('completion')
    .description('Prints a completion script for a shell: commands, options and values.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
The script holds all words and starts no program; print it again after an update.
It completes fedsa: for npx, use alias fedsa='npx fedsa'.

Examples:
  fedsa completion bash > ~/.local/share/bash-completion/completions/fedsa
  fedsa completion zsh > ~/.zfunc/_fedsa
  fedsa completion fish > ~/.config/fish/completions/fedsa.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionCommand } = await import('./completionCommand.ts');
      completionCommand(shell, fedsa);
      setStatus(EXIT.done);
    });

  fedsa
    .command('replay')
    .description('Runs a run directory again and says whether every number comes out bit for bit.')
    .argument('<run dir>', 'a run directory, or a folder of panels; it is only read')
    .option('--data <folder>', 'folder of recorded data, if the problem needs it')
    .option('--json', 'print the result as one JSON object')
    .addHelpText(
      'after',
      `
A run on the wall clock is replayed in its recorded order, without waiting; an
interrupted run up to where it stopped.

Exit status: 0 the same, 1 different (the first difference is named), 2 bad input.

Example:
  fedsa replay runs/first`,
    )
    .action(async (directory: string, options: ReplayOptions) => {
      const { replayCommand } = await import('./replayCommand.ts');
      setStatus(await replayCommand(directory, options));
    });

  fedsa
    .command('check')
    .description('Checks a scenario, your own module or a problem file by trying it.')
    .argument(
      '<file>',
      'a scenario file (.ts, .js), a problem file (.json), or the name of a shipped scenario',
    )
    .option('--data <folder>', 'folder of recorded data, if the problem needs it')
    .option('--json', 'print the result as one JSON object')
    .addHelpText(
      'after',
      `
It runs the code of the file: it makes agents, calls operators, streams and means
as a run does, and compares a given mean with that of the operator.

Exit status: 0 nothing wrong was found, 2 faults were found, one line each.

Examples:
  fedsa check my-scenario.ts
  fedsa check problem.json`,
    )
    .action(async (name: string, options: CheckOptions) => {
      const { checkCommand } = await import('./checkCommand.ts');
      setStatus(await checkCommand(name, options));
    });

  addPageOptions(
    fedsa
      .command('view')
      .description(
        'Serves the live page of a run directory, finished or still growing, until it is interrupted.',
      )
      .argument('<run dir>', 'a run directory, or a folder of panels; it is only read')
      .option('--data <folder>', 'folder of recorded data, where the problem reads some'),
  )
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
      const { viewCommand } = await import('./watch.ts');
      setStatus(await viewCommand(directory, options));
    });

  const reproduce = fedsa
    .command('reproduce')
    .description('Tests the papers’ claims on runs of their figures, and prints which hold.')
    .argument('[claim...]', 'names of claims (default: all)');
  addReproduceOptions(reproduce)
    .addHelpText(
      'after',
      `
Each run gets its own folder below --out, with its report. A claim that
does not hold is a finding: the exit status is 0.

Examples:
  fedsa reproduce --list
  fedsa reproduce --quick --out runs/claims
  fedsa reproduce fedhsa-two-steps-bias`,
    )
    .action(async (names: string[], options: ReproduceOptions) => {
      const { reproduceCommand } = await import('./reproduceCommand.ts');
      setStatus(await reproduceCommand(names, options, words));
    });
  return fedsa;
}

/**
 * Does what the words after `fedsa` ask for, and says on standard error in one line why it does not.
 *
 * @returns the exit status
 */
export async function runProgram(words: readonly string[]): Promise<number> {
  let status: number = EXIT.done;
  try {
    await program(words, (value) => (status = value)).parseAsync([...words], { from: 'user' });
    return status;
  } catch (error) {
    // Commander has said its line already; its help and version are not errors.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      if (error.code === 'commander.help') complain('name a command; fedsa --help lists and explains them');
      return EXIT.badInput;
    }
    if (error instanceof InputError) {
      complain(withFlags(error.message));
      return EXIT.badInput;
    }
    complain(lineOf(error));
    return EXIT.failed;
  }
}

/** What is said of an error that is nobody's bad input; only of a fault of our own with where it happened. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StrayFailure || isSystemFailure(error)) return error.message;
  return `internal error: ${error.stack ?? error.message}`;
}

/** Whether the system has refused something: a full or broken disk, a folder that is gone. */
const isSystemFailure = (error: Error): boolean =>
  'syscall' in error || (error.cause instanceof Error && 'syscall' in error.cause);
