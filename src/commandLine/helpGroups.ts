/** Under which headings `--help` lists the options of commands that have many; they appear in this order. */
import { type Command, Help, type HelpConfiguration, Option } from 'commander';
import { COMMANDS } from './commands/commandList.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Grid, and how it is computed': ['grid', 'zip', 'list', 'index', 'of', 'fail-fast', 'print'],
  Algorithms: [
    ...[
      'algorithm',
      'step-size',
      'server-step-size',
      'extrapolation',
      'momentum',
      'extrapolation-noise',
      'set',
    ],
  ],
  'Communication and length': [
    ...[
      'local-steps',
      'communication-probability',
      'work-seconds',
      'trigger',
      'rounds',
      'steps',
      'seconds',
      'bytes',
    ],
  ],
  Observations: ['seeds', 'initial', 'sampling', 'stride', 'data', 'panel', 'quick'],
  'Server policy': ['policy', 'late', 'staleness-weight'],
  'Timing model': [
    ...[
      'timing',
      'compute',
      'compute-draw',
      'slowness',
      'speed',
      'uplink-latency',
      'downlink-latency',
      'bandwidth',
    ],
    ...['server-bandwidth', 'server-compute'],
    ...['availability', 'availability-trace', 'measured', 'dropout', 'loss', 'duplication'],
  ],
  'What is measured and recorded': [
    ...['average', 'drawn', 'lyapunov', 'reach', 'record', 'iterates', 'updates', 'trace', 'verify'],
  ],
  'Where it runs': ['placement', 'hosts', 'threads', 'kernels', 'clock', 'strict', 'tie-seed', 'nats'],
  Output: ['out', 'store', 'exact', 'no-report', 'parquet', 'allow-divergence', 'quiet', 'json'],
  'Live page': ['watch', 'paused', 'port', 'host'],
};

/** Fewer options are read at a glance. */
const MANY = 15;

const ORDER = Object.keys(GROUPS).map((heading) => `${heading}:`);
const HEADINGS = new Map(
  Object.entries(GROUPS).flatMap(([heading, names]) => names.map((name) => [`--${name}`, `${heading}:`])),
);

/** For commander: options under their headings, and those under none, as `--help`, at the end. */
export const groupedHelp: HelpConfiguration = {
  // The options of a command are not declared where all are listed.
  subcommandTerm: (command) => {
    const listed = COMMANDS.find(({ name }) => name === command.name());
    if (listed === undefined) return new Help().subcommandTerm(command);
    const { name, hasOptions, takes } = listed;
    return [name, ...(hasOptions ? ['[options]'] : []), ...takes.map(([argument]) => argument)].join(' ');
  },
  groupItems<T extends Command | Option>(
    _: readonly T[],
    items: readonly T[],
    headingOf: (item: T) => string,
  ): Map<string, T[]> {
    const groups = new Map<string, T[]>(ORDER.map((heading) => [heading, []]));
    const isLong = items.length >= MANY;
    for (const item of items) {
      const heading =
        (isLong && item instanceof Option ? HEADINGS.get(item.long ?? '') : undefined) ?? headingOf(item);
      groups.set(heading, [...(groups.get(heading) ?? []), item]);
    }
    return new Map([...groups].filter(([, group]) => group.length > 0));
  },
};
