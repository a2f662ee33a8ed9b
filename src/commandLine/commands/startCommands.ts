/** The commands to begin with: `init`, `list` and `check`, as the command line knows them. */
import type { Command } from 'commander';
import type { CheckOptions } from '../checkCommand.ts';
import type { Ending } from './ending.ts';

/** Declares the options of `fedsa init`, and what it does. */
export function declareInit(command: Command): void {
  command
    .option(
      '--from <name>',
      'a copy of a shipped scenario, or of an algorithm, policy or trigger in its folder scenarios, with all that it imports; td: a problem file of kind td',
    )
    .addHelpText(
      'after',
      `
The scenario runs at once; the tests need npm install first.

Examples:
  fedsa init study
  fedsa init tiers --from own-tiers
  fedsa init chains --from td
  fedsa init prox --from fedProx`,
    )
    .action(async (folder: string, options: { readonly from?: string }) => {
      const { initCommand } = await import('../initCommand.ts');
      initCommand(folder, options);
    });
}

/** Declares the options of `fedsa list`, and what it does. */
export function declareList(command: Command): void {
  command
    .option('--problems', 'list the kinds of problems and their fields instead')
    .option('--json', 'print them as one JSON array')
    .addHelpText('after', '\nExamples:\n  fedsa list\n  fedsa list --problems\n  fedsa list --json')
    .action(async ({ problems, json = false }: { readonly problems?: boolean; readonly json?: boolean }) => {
      const { listCommand, listProblems } = await import('../listCommand.ts');
      if (problems === true) listProblems(json);
      else await listCommand(json);
    });
}

/** Declares the options of `fedsa check`, and what it does. */
export function declareCheck(command: Command, { setStatus }: Ending): void {
  command
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
  fedsa check problem.json
  fedsa check fedprox.ts momentum.ts`,
    )
    .action(async (names: readonly string[], options: CheckOptions) => {
      const { checkCommand } = await import('../checkCommand.ts');
      setStatus(await checkCommand(names, options));
    });
}
