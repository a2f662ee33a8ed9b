/** The commands that compute without simulating: `theory`, `plan` and `worst`, as the command line knows them. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { partsFault, THEORY_PARTS } from '../../theory/theoryParts.ts';
import { PLAN_COSTS, PLAN_WAYS, VERIFYING_SEEDS } from '../../configuration/planField.ts';
import { USUAL_PERIOD, WORST_RANGES } from '../../configuration/worstRanges.ts';
import { decimalOf } from '../../values/text.ts';
import type { PlanOptions } from '../planSearch.ts';
import { addPlanOptions, addSettingOptions } from '../settings.ts';
import { collect, whole } from '../sweepOptions.ts';
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
    .option('--exact', 'compute what is refused for its work, however long it takes')
    .option('--json', 'print everything as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  fedsa theory quickstart
  fedsa theory quickstart --only curves,limits
  fedsa theory problem.json --step-size 0.1 --local-steps 50
  fedsa theory problem.json --only steps --exact

Ctrl-C ends a long computation and prints what is there.`,
    )
    .action(async (name: string, options: TheoryOptions) => {
      const { theoryCommand } = await import('../theoryCommand.ts');
      setStatus(await theoryCommand(name, options));
    });
}

const levels = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    const level = decimalOf(part.trim());
    if (level > 0 && Number.isFinite(level)) return level;
    throw new InvalidArgumentError('It must be a number above 0, or several separated by commas.');
  });

/** Declares the options of `fedsa plan`, and what it does. */
export function declarePlan(command: Command, { setStatus }: Ending): void {
  command
    .option('--atlas', 'instead: the exact error over each theorem’s bound, over the grid of a sweep')
    .option(
      '--grid <name=values>',
      'an axis of the atlas, as in fedsa sweep; several grids multiply',
      collect,
    )
    .option('--zip <name=values>', 'the same for names that go in lockstep with one another', collect)
    .option('--epsilon <ε>', 'the expected squared error to be reached; several separated by commas', levels)
    .addOption(new Option('--cost <what>', 'what is made least (default: rounds)').choices(PLAN_COSTS))
    .addOption(
      new Option(
        '--by <way>',
        'by theory or by simulation alone (default: by simulation what theory has no curve of)',
      ).choices(PLAN_WAYS),
    )
    .option(
      '--verify <seeds>',
      'run the best of each algorithm, and print what it cost',
      whole(...VERIFYING_SEEDS),
    )
    .option(
      '--out <folder>',
      'write the plan as plan.json, CSV and a page with its pictures into a new folder',
    )
    .option('--json', 'print the plan as JSON');
  addPlanOptions(command)
    .addHelpText(
      'after',
      `
Without a range, step sizes go over five decades up to 4/max‖Ā_i‖, and local steps from 1 to
the scenario's number, or to 100. A number alone is fixed.

Examples:
  fedsa plan problem.json --epsilon 0.01
  fedsa plan quickstart --epsilon 0.1,0.03 --algorithm local-sa,scafflsa --local-steps 300..600
  fedsa plan problem.json --epsilon 0.01 --cost steps --step-size 0.001..1 --local-steps 1,10,100
  fedsa plan problem.json --atlas --grid step-size=0.001..0.1:log5 --grid local-steps=1,2,4,8 --rounds 1000`,
    )
    .action(async (name: string, options: PlanOptions) => {
      const { planCommand } = await import('../planCommand.ts');
      setStatus(await planCommand(name, options));
    });
}

/** Declares the options of `fedsa worst`, and what it does. */
export function declareWorst(command: Command, { setStatus, words }: Ending): void {
  addSettingOptions(command)
    .option(
      '--staleness <d>',
      'largest staleness of an answer, in server steps (default: two more than the smallest that has an order)',
      whole(...WORST_RANGES.staleness),
    )
    .option(
      '--period <p>',
      `the longest period of an order, in server steps (default: ${USUAL_PERIOD})`,
      whole(...WORST_RANGES.period),
    )
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
