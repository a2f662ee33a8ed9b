/** The command line: parses, hands on, and turns whatever comes back into an exit status. */
import { Command, CommanderError } from 'commander';
import { InputError } from '../values/failure.ts';
import { refuseControlCharacters } from '../recording/controlCharacters.ts';
import { programVersion } from '../recording/environment.ts';
import { COMMANDS } from './commands/commandList.ts';
import { complain } from './complain.ts';
import { groupedHelp, hasMoreOptions, HELP_ALL } from './helpGroups.ts';
import { EXIT } from './exitStatus.ts';
import { compilerEnded } from '../values/compilerEnded.ts';
import { StrayFailure } from '../values/strayFailure.ts';
import { unforeseenLine } from '../runs/unforeseenLine.ts';

/** The program with the options of all its commands, as commander knows it. */
export const wholeProgram = (): Promise<Command> =>
  program(
    COMMANDS.map(({ name }) => name),
    () => undefined,
  );

/** The program, with the options of those commands alone that the words name: what declares them takes long to load. */
async function program(words: readonly string[], setStatus: (status: number) => void): Promise<Command> {
  const fedsa = new Command('fedsa')
    .description(
      'Simulates federated stochastic approximation under Markovian data: agents as actors, and exact or approximate theory where it can be computed.',
    )
    .version(`fedsa ${programVersion()}`, '--version', 'print name and version')
    .exitOverride()
    .configureOutput({
      outputError: (text) => {
        complain(text.replace(/^error: /, ''));
      },
    })
    .hook('preAction', (_, command) => {
      if (command.args.includes(''))
        throw new InputError(`${command.name()}: "" is no name; name a file or a folder`);
    })
    .showSuggestionAfterError()
    .configureHelp(groupedHelp(words.includes(HELP_ALL)))
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

  for (const { name, description, takes, load } of COMMANDS) {
    const command = fedsa.command(name).description(description);
    for (const argument of takes) command.argument(...argument);
    if (!words.includes(name)) continue;
    (await load())(command, { words, setStatus });
    if (hasMoreOptions(command) && !words.includes(HELP_ALL))
      command.addHelpText('after', `\nAll ${command.options.length} options: fedsa ${name} ${HELP_ALL}`);
  }
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
    words.forEach(refuseControlCharacters);
    const fedsa = await program(words, (value) => (status = value));
    if (words.length === 0) {
      fedsa.outputHelp();
      return EXIT.done;
    }
    // Of a command that there is not commander prints the whole help.
    const isUnknown = words[0] === 'help' && !COMMANDS.some(({ name }) => name === words[1]);
    const parsed = (isUnknown && words.length > 1 ? words.slice(1) : words).map((word) =>
      word === HELP_ALL ? '--help' : word,
    );
    await fedsa.parseAsync(parsed, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has said its line already; its help and version are not errors.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      return EXIT.badInput;
    }
    const ended = compilerEnded(error);
    if (ended !== undefined) {
      if (ended.isInterrupt) return EXIT.interrupted;
      complain(ended.message);
      return EXIT.failed;
    }
    if (error instanceof InputError) {
      // Only now: it knows all settings, which most commands need not.
      const { withFlags } = await import('../configuration/settings/runSettings.ts');
      complain(withFlags(error.message));
      return EXIT.badInput;
    }
    complain(lineOf(error));
    return EXIT.failed;
  }
}

/** What is said of an error that is nobody's bad input; only of a fault of our own with where it happened. */
function lineOf(error: unknown): string {
  return error instanceof StrayFailure || isSystemFailure(error) ? error.message : unforeseenLine(error);
}

/** Whether the system has refused something: a full or broken disk, a folder that is gone. */
const isSystemFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  ('syscall' in error || (error.cause instanceof Error && 'syscall' in error.cause));
