/** The command for programs of other people, `vectors`, as the command line knows it. */
import type { Command } from 'commander';
import type { VectorsOptions } from '../vectorsCommand.ts';
import type { Ending } from './ending.ts';

/** Declares the options of `fedsa vectors`, and what it does. */
export function declareVectors(command: Command, { setStatus }: Ending): void {
  command
    .option('--out <file>', 'write the vectors to this JSON file')
    .option('--compare <file>', 'compare trajectories of a program with the vectors, and name known mistakes')
    .option('--json', 'print the result of --compare as one JSON object')
    .addHelpText(
      'after',
      `
The file has a small problem, all observations, messages, θ̄ after each round and
exact curves. docs/vectors.md describes it, with a reader in Python.

A known mistake is named where a program with this mistake has the very trajectory.

Exit status: 0 the same up to rounding, 1 different, 2 bad input.

Examples:
  fedsa vectors --out vectors.json
  fedsa vectors --compare mine.json`,
    )
    .action(async (options: VectorsOptions) => {
      const { vectorsCommand } = await import('../vectorsCommand.ts');
      setStatus(vectorsCommand(options));
    });
}
