/** The command line: parses, hands on, and turns whatever comes back into an exit status. */
import { Command, CommanderError } from 'commander';
import { InputError } from '../protocol/failure.ts';
import { programVersion } from '../recording/environment.ts';
import {
  declareCompare,
  declareExport,
  declareFigure,
  declareReplay,
  declareReport,
  declareView,
} from './commands/resultCommands.ts';
import { declareReproduce, declareRun, declareSweep, declareWorker } from './commands/simulationCommands.ts';
import { declareCheck, declareCompletion, declareInit, declareList } from './commands/startCommands.ts';
import { declareTheory, declareWorst } from './commands/theoryCommands.ts';
import { complain } from './complain.ts';
import { groupedHelp } from './helpGroups.ts';
import { EXIT } from './exitStatus.ts';
import { withFlags } from '../settings/runSettings.ts';
import { StrayFailure } from '../runs/strayFailure.ts';

/** In the order of `fedsa --help`. */
const COMMANDS = [
  declareRun,
  declareSweep,
  declareWorker,
  declareInit,
  declareList,
  declareTheory,
  declareWorst,
  declareReport,
  declareFigure,
  declareCompare,
  declareExport,
  declareCompletion,
  declareReplay,
  declareCheck,
  declareView,
  declareReproduce,
];

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

  for (const declare of COMMANDS) declare(fedsa, { words, setStatus });
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
