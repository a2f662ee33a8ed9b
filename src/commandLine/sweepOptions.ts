/** The options of `fedsa sweep` beside those of a run. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Cluster } from '../runs/sweep/clusterScripts.ts';
import { NATS_HELP } from './natsOption.ts';
import { addRunOptions, addSettingOptions, type SettingOptions } from './settings.ts';

export interface SweepOptions extends SettingOptions {
  grid?: readonly string[];
  zip?: readonly string[];
  list?: boolean;
  index?: number;
  of?: number;
  failFast?: boolean;
  print?: Cluster;
  /** a URL; true where it is in the environment */
  nats?: string | true;
  out?: string;
  store?: string;
  report: boolean;
  parquet?: boolean;
  quiet?: boolean;
  json?: boolean;
}

const MOST_SLICES = 1_000_000;

/** The words of an option that is given several times. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** An integer in a range, as commander reads it. */
export const whole =
  (low: number, high: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= low && value <= high))
      throw new InvalidArgumentError(`It must be an integer from ${low} to ${high}.`);
    return value;
  };

/** Adds them, and those of a run. */
export function addSweepOptions(command: Command): Command {
  command
    .option(
      '--grid <name=values>',
      'sweep an option (step-size=0.001..0.1:log5), a field of the problem (problem.agents=2,4,8), a setting of the policy (policy.count=2,5,10) or a parameter of an algorithm (fedhsa.server-step-size=0.5,1); several grids multiply',
      collect,
    )
    .option('--zip <name=values>', 'the same for names that go in lockstep with one another', collect)
    .option('--list', 'print points, keys and states, and run nothing')
    .option('--index <i>', 'run only slice i, counted from 0', whole(0, MOST_SLICES - 1))
    .option('--of <n>', 'number of slices', whole(1, MOST_SLICES))
    .option('--fail-fast', 'end with the first run that fails')
    .option('--nats [url]', `let workers compute the runs, at ${NATS_HELP}`)
    .addOption(
      new Option(
        '--print <cluster>',
        'print a script that runs --of slices on a cluster, and run nothing',
      ).choices(['slurm', 'kubernetes']),
    );
  return addRunOptions(addSettingOptions(command));
}
