/** The commands to begin with: `init`, `list`, `check` and `completion`, as the command line knows them. */
import { Argument, type Command } from 'commander';
import type { CheckOptions } from '../checkCommand.ts';
import type { Shell } from '../completionCommand.ts';
import { EXIT } from '../exitStatus.ts';
import type { Ending } from './ending.ts';

/** Declares `fedsa init`. */
export function declareInit(fedsa: Command): void {
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
      const { initCommand } = await import('../initCommand.ts');
      initCommand(folder);
    });
}

/** Declares `fedsa list`. */
export function declareList(fedsa: Command): void {
  fedsa
    .command('list')
    .description('Lists the shipped scenarios, with the figure or table that each reproduces.')
    .option('--problems', 'list the kinds of problems and their fields instead')
    .option('--json', 'print them as one JSON array')
    .addHelpText('after', '\nExamples:\n  fedsa list\n  fedsa list --problems\n  fedsa list --json')
    .action(async ({ problems, json = false }: { readonly problems?: boolean; readonly json?: boolean }) => {
      const { listCommand, listProblems } = await import('../listCommand.ts');
      if (problems === true) listProblems(json);
      else await listCommand(json);
    });
}

/** Declares `fedsa check`. */
export function declareCheck(fedsa: Command, { setStatus }: Ending): void {
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
      const { checkCommand } = await import('../checkCommand.ts');
      setStatus(await checkCommand(name, options));
    });
}

/** Declares `fedsa completion`. */
export function declareCompletion(fedsa: Command, { setStatus }: Ending): void {
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
      const { completionCommand } = await import('../completionCommand.ts');
      completionCommand(shell, fedsa);
      setStatus(EXIT.done);
    });
}
