/** The commands that compute without simulating: `theory` and `worst`, as the command line knows them. */
import { type Command, InvalidArgumentError } from 'commander';
import { partsFault, THEORY_PARTS } from '../../theory/theoryParts.ts';
import { addSettingOptions } from '../settings.ts';
import { whole } from '../sweepOptions.ts';
import type { TheoryOptions } from '../theoryCommand.ts';
import type { WorstCommandOptions } from '../worstCommand.ts';
import type { Ending } from './ending.ts';

const parts = (text: string): readonly string[] => {
  const named = [...new Set(text.split(',').map((part) => part.trim()))];
  const fault = partsFault(named);
  if (fault !== undefined) throw new InvalidArgumentError(`${fault}.`);
  return named;
};

/** Declares the options of `fedsa theory`, and what it does. */
export function declareTheory(command: Command, { setStatus }: Ending): void {
  addSettingOptions(command)
    .option('--only <parts>', `compute and print these parts alone: ${THEORY_PARTS.join(', ')}`, parts)
    .option('--json', 'print everything as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  fedsa theory quickstart
  fedsa theory quickstart --only curves,limits
  fedsa theory problem.json --step-size 0.1 --local-steps 50

Ctrl-C ends a long computation and prints what is there.`,
    )
    .action(async (name: string, options: TheoryOptions) => {
      const { theoryCommand } = await import('../theoryCommand.ts');
      setStatus(await theoryCommand(name, options));
    });
}

/** Declares the options of `fedsa worst`, and what it does. */
export function declareWorst(command: Command, { setStatus, words }: Ending): void {
  addSettingOptions(command)
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
      const { worstCommand } = await import('../worstCommand.ts');
      setStatus(await worstCommand(name, options, words));
    });
}
