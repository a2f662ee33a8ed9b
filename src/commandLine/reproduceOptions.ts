/** The options of `fedsa reproduce`. */
import type { Command } from 'commander';

export interface ReproduceOptions {
  quick?: boolean;
  out?: string;
  data?: string;
  problemSeeds?: number;
  against?: string;
  list?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** Adds them to the command. */
export function addReproduceOptions(command: Command): Command {
  return command
    .option('--quick', 'smaller and shorter runs, some minutes in all, instead of the sizes of the papers')
    .option('--out <folder>', 'folder for runs and results; one of an interrupted call is completed')
    .option('--data <folder>', 'folder of the Beijing air-quality data, which some claims need')
    .option(
      '--problem-seeds <n>',
      'decide each claim on n draws of its problems, that of the scenarios included, and say on how many it holds; n times as long',
      Number,
    )
    .option('--against <folder>', 'folder of another call, quick or full, to compare numbers with')
    .option('--list', 'list the claims and run nothing')
    .option('--json', 'print each claim as JSON as soon as it is decided, one a line')
    .option('--quiet', 'print errors only');
}
