/** The settings of how a run is done, and of what it records and reports, for which theory has no use; see ./table.ts. */
import { isShared } from '../../timing/timingModel.ts';
import { levelGivenTwice, levels, readLevels } from '../../values/level.ts';
import { type Reading, readText } from '../../values/text.ts';
import { secondsAbove0 } from '../../values/ticks.ts';
import { either, flag, object, oneOf, real, whole } from '../../values/value.ts';
import { type IntendedRun, MOST_INT32, MOST_SECONDS, type Setting } from './setting.ts';

/** Rounds, or seconds, from one recorded state to the next. */
const everyRounds = whole(1, MOST_INT32);
const everySeconds = secondsAbove0(MOST_SECONDS);

function readRecord(given: string): Reading {
  if (given === 'all' || given === 'default') return { value: given };
  const [, name, number] = /^(every|seconds)=(.+)$/.exec(given) ?? [];
  if (name === undefined) return { fault: 'must be "all", "every=N", "seconds=Δ" or "default"' };
  const reading = readText(name === 'every' ? everyRounds : everySeconds, number!);
  return reading.fault === undefined ? { value: { [name]: reading.value } } : reading;
}

export const RUN_ONLY = {
  /** by default by what a round costs */
  placement: {
    value: oneOf('own-thread', 'packed', 'inline', 'cluster'),
    argument: '<where>',
    help: 'where agents live',
    byDefault: 'by what a round costs',
    details: 'See [placements](reproducibility.md#placements)',
    recorded: 'placement',
    default: 'auto',
    sameNumbers: true,
  },
  /** workers that host agents, under placement cluster; by default all that answer */
  hosts: {
    value: whole(1, 1000),
    argument: '<n>',
    help: 'number of workers that host agents, under --placement cluster',
    byDefault: 'all that answer',
    recorded: 'hosts',
    default: undefined,
    sameNumbers: true,
    refuse: (_: number, { placement }: IntendedRun) =>
      placement === 'cluster'
        ? undefined
        : 'it says how many workers host agents, so it needs `placement` cluster; leave it out',
  },
  /** worker threads; as many as cores by default */
  threads: {
    value: whole(1, 1024),
    argument: '<n>',
    help: 'worker threads',
    byDefault: 'as many as cores',
    recorded: 'threads',
    default: undefined,
    sameNumbers: true,
  },
  /** what takes the local steps; `auto` by default. The bytes are the same */
  kernels: {
    value: oneOf('auto', 'reference'),
    argument: '<which>',
    help: 'code for local steps, WebAssembly (auto) or TypeScript, with equal bytes',
    recorded: 'kernels',
    default: 'auto',
    sameNumbers: true,
  },
  /** `virtual` by default */
  clock: {
    value: oneOf('virtual', 'wall'),
    argument: '<clock>',
    help: 'what time means, simulated or real',
    details: 'See [wall clock and replay](timed-runs.md#wall-clock-and-replay)',
    recorded: 'clock',
    default: 'virtual',
  },
  /** seconds; on the wall clock it is reported how often real time fell behind the timing model by more */
  strict: {
    value: real({ above: 0 }),
    argument: '[seconds]',
    help: 'on the wall clock: report how often real time fell behind the timing model by more than this',
    details: 'A scenario gives the number',
    valueAlone: 0.05,
    recorded: 'strict',
    default: undefined,
    sameNumbers: true,
    refuse: (_: number, { clock, timing }: IntendedRun) =>
      clock === 'wall' && timing !== undefined
        ? undefined
        : 'it reports how far real time falls behind a timing model, so it needs `clock` wall and a timing model; leave it out',
  },
  /** another random order of agents at the same time */
  tieSeed: {
    value: whole(),
    argument: '<n>',
    help: 'another random order of agents at the same time',
    byDefault: 'that of the seed',
    recorded: 'tieSeed',
    default: undefined,
  },
  /** whether the invariants of messages and updates are checked during the run */
  verify: {
    value: flag,
    help: 'check during the run that no update is lost, applied twice or mislabelled',
    recorded: 'verify',
    default: false,
    sameNumbers: true,
    refuse: (isOn: boolean, { clock, timing }: IntendedRun) =>
      isOn && (clock === 'wall' || (timing !== undefined && isShared(timing)))
        ? 'it goes by the times at which messages will arrive, which only the virtual clock knows beforehand, and on a link that is shared nobody; leave it out'
        : undefined,
  },
  /** whether updates.csv is written: a row for each update that a server step takes in; timed runs only */
  updates: {
    value: flag,
    help: 'also record each applied update in updates.csv',
    details: '[Its columns](files.md#files-of-timed-runs); timed runs only',
    recorded: 'updates',
    default: false,
    refuse: (isOn: boolean, { isTimed }: IntendedRun) =>
      isOn && !isTimed
        ? 'it says when each update was sent, came and was taken in, so it needs a timed run: a policy or a timing model; leave it out'
        : undefined,
  },
  /** whether agentErrors.csv is written: for each recorded round each agent's error and drift */
  agentErrors: {
    value: flag,
    help: 'also record the error and the drift of each agent in each recorded round, in agentErrors.csv',
    details: '[Its columns](files.md#agenterrorscsv)',
    recorded: 'agentErrors',
    default: undefined,
  },
  /** whether the agents' timelines and messages are recorded */
  trace: {
    value: flag,
    help: 'also record the agents’ timelines and messages',
    recorded: 'trace',
    default: false,
    sameNumbers: true,
  },
  /** which rounds become rows */
  record: {
    value: either<'default' | 'all' | { readonly every: number } | { readonly seconds: number }>(
      [oneOf('default', 'all'), object({ every: everyRounds }), object({ seconds: everySeconds })],
      'must be "default", "all", { every } with a whole number from 1 or { seconds } with a number above 0',
    ),
    argument: '<rounds>',
    help: '"all", "every=N", "seconds=Δ", or "default": all up to 2,000 rounds, then 2,000 of them, log-spaced',
    details:
      '`every=N` (`{ every: N }` in a scenario): rounds 0, N, 2N, … and the last; `seconds=Δ` (`{ seconds: Δ }`): [a grid in time](commands.md#a-grid-in-time)',
    hideForms: true,
    read: readRecord,
    recorded: 'recording',
    default: 'default',
  },
  /** whether iterates.csv is written; by default where d ≤ 10 */
  iterates: { value: flag, help: 'write iterates.csv', byDefault: 'where d ≤ 10' },
  /** target errors: when they are reached is reported, of `'first:0.1'` when it was first touched; no number depends on it */
  reach: {
    value: levels,
    read: readLevels,
    argument: '<ε>',
    help: 'also report when the squared error reaches ε, with first:ε its first touch; several separated by commas',
    details: 'See [how soon an error is reached](commands.md#how-soon-an-error-is-reached)',
    recorded: 'reach',
    default: undefined,
    sameNumbers: true,
    refuse: levelGivenTwice,
  },
  /** whether divergence is a result rather than a failure */
  allowDivergence: {
    value: flag,
    help: 'count a diverging run as a result, not as a failure',
    recorded: 'allowDivergence',
    default: false,
  },
} as const satisfies Readonly<Record<string, Setting>>;
