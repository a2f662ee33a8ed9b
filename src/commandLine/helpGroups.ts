/**
 * The help of commands that have many options: `--help` lists the usual ones, `--help-all` all of them, under headings in this
 * order.
 */
import { type Command, Help, type HelpConfiguration, Option } from 'commander';

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
      'trim',
      'compressor',
      'feedback',
      'radius',
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
  Observations: ['seeds', 'initial', 'sampling', 'stride', 'data', 'agents', 'panel', 'quick'],
  'Server policy': ['policy', 'late', 'staleness-weight'],
  'Timing model': [
    ...[
      'timing',
      'compute',
      'compute-draw',
      'slowness',
      'slow',
      'compute-trace',
      'speed',
      'uplink-latency',
      'downlink-latency',
      'bandwidth',
    ],
    ...['server-bandwidth', 'server-compute'],
    ...['availability', 'availability-trace', 'measured', 'devices', 'dropout', 'loss', 'duplication'],
  ],
  'What is measured and recorded': [
    ...[
      'average',
      'drawn',
      'lyapunov',
      'reach',
      'record',
      'iterates',
      'updates',
      'agent-errors',
      'trace',
      'verify',
    ],
  ],
  'Where it runs': ['placement', 'hosts', 'threads', 'kernels', 'clock', 'strict', 'tie-seed', 'nats'],
  Output: [
    'out',
    'store',
    'exact',
    'interactive',
    'no-report',
    'parquet',
    'allow-divergence',
    'quiet',
    'only',
    'json',
  ],
  'Live page': ['watch', 'paused', 'port', 'host'],
};

/** Fewer options are read at a glance. */
const MANY = 25;

/** The options that most runs are made with. */
const USUAL: ReadonlySet<string> = new Set([
  ...['grid', 'zip', 'list'],
  ...['algorithm', 'step-size', 'server-step-size'],
  ...['local-steps', 'communication-probability', 'rounds', 'seconds'],
  ...['seeds', 'sampling', 'quick', 'panel', 'policy', 'compute', 'reach'],
  ...['placement', 'clock', 'out', 'only', 'json', 'watch', 'help'],
]);

/** So many options in a list have headings. */
const GROUPED = 15;

/** The word for all options; commander sees `--help` instead. */
export const HELP_ALL = '--help-all';

const ORDER = Object.keys(GROUPS).map((heading) => `${heading}:`);
const HEADINGS = new Map(
  Object.entries(GROUPS).flatMap(([heading, names]) => names.map((name) => [`--${name}`, `${heading}:`])),
);

/** An option with the first statement of its description, and its default where that is short. */
class BriefOption extends Option {
  constructor({ flags, description }: Option) {
    const [first] = description.split(/: |; | \(|, (?:or|for|by) /, 1);
    const [byDefault] = /\(default: [^,()]{1,20}\)/.exec(description) ?? [];
    super(flags, byDefault === undefined ? first! : `${first!} ${byDefault}`);
  }
}

/** Whether a command's `--help` leaves out options. */
export const hasMoreOptions = (command: Command): boolean => command.options.length >= MANY;

/**
 * For commander: options under their headings, and those under none, as `--help`, at the end.
 *
 * @param isWhole - whether all options are listed
 */
export const groupedHelp = (isWhole: boolean): HelpConfiguration => ({
  visibleOptions: (command) => {
    const options = new Help().visibleOptions(command);
    if (isWhole || !hasMoreOptions(command)) return options;
    return options
      .filter(({ long }) => USUAL.has((long ?? '').slice(2)))
      .map((option) => new BriefOption(option));
  },
  // The options of a command are not declared where all are listed: every one has some.
  subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
  groupItems<T extends Command | Option>(
    _: readonly T[],
    items: readonly T[],
    headingOf: (item: T) => string,
  ): Map<string, T[]> {
    const groups = new Map<string, T[]>(ORDER.map((heading) => [heading, []]));
    const isLong = items.length >= GROUPED && !items.some((item) => item instanceof BriefOption);
    for (const item of items) {
      const heading =
        (isLong && item instanceof Option ? HEADINGS.get(item.long ?? '') : undefined) ?? headingOf(item);
      groups.set(heading, [...(groups.get(heading) ?? []), item]);
    }
    return new Map([...groups].filter(([, group]) => group.length > 0));
  },
});
