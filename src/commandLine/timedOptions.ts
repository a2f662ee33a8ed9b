/** The options of asynchronous runs: server policy, timing model, clock. */
import { type Command, Option } from 'commander';
import type { ClockName } from '../protocol/configuration.ts';
import { DEFAULT_POLICY, POLICIES, POLICY, POLICY_OPTIONS, type PolicySettings } from '../policies/index.ts';
import type { LateUpdates } from '../policies/late.ts';
import type { StalenessWeight } from '../policies/stalenessWeight.ts';
import type { RunSettings } from '../scenario/scenario.ts';
import type { Distribution } from '../timing/distribution.ts';
import { chance, type TimingModel } from '../timing/timingModel.ts';
import { listed } from '../values/kind.ts';
import { textForms } from '../values/text.ts';
import { real, type Value, whole } from '../values/value.ts';
import { parseLaw as law, parser } from './shortTexts.ts';

/** Seconds by which real time may fall behind, where --strict does not say. */
const DEFAULT_TOLERANCE = 0.05;

/** What commander makes of the options below. */
export interface TimedOptions {
  policy?: PolicySettings;
  late?: LateUpdates;
  stalenessWeight?: StalenessWeight;
  compute?: Distribution;
  uplinkLatency?: Distribution;
  downlinkLatency?: Distribution;
  bandwidth?: number;
  dropout?: number;
  loss?: number;
  duplication?: number;
  clock?: ClockName;
  strict?: number | true;
  tieSeed?: number;
  verify?: boolean;
  trace?: boolean;
  updates?: boolean;
}

const { late, weight } = POLICY_OPTIONS;

/** `synchronous (default), first:K, …` */
const choices = (value: Value, byDefault: { readonly kind: string }): string =>
  textForms(value)
    .map((form) => (form === byDefault.kind ? `${form} (default)` : form))
    .join(', ');

/** The policies that have an option. */
const having = (field: keyof typeof POLICY_OPTIONS): string =>
  listed(
    POLICIES.filter(({ settings }) => field in settings).map(({ name }) => name),
    'and',
  );

/** Adds those that say what happens when, for `run` and `theory` alike. */
export function addTimedOptions(command: Command): Command {
  return command
    .option('--policy <policy>', `when the server steps: ${choices(POLICY, DEFAULT_POLICY)}`, parser(POLICY))
    .addOption(
      new Option('--late <what>', `${late.help}, under ${having('late')} (default: ${late.default})`).choices(
        ['drop', 'carry'],
      ),
    )
    .option(
      '--staleness-weight <weight>',
      `${weight.help}, under ${having('weight')}: ${choices(weight, weight.default)}`,
      parser(weight),
    )
    .option(
      '--compute <law>',
      'seconds for a local step: a number (default: 1), exponential:MEAN, uniform:LOW,HIGH, log-normal:MEDIAN,SIGMA, pareto:SCALE,SHAPE, gamma:SHAPE,SCALE, file:PATH.csv',
      law,
    )
    .option('--uplink-latency <law>', 'seconds of a message to the server, as above (default: 0)', law)
    .option('--downlink-latency <law>', 'seconds of a message of the server (default: 0)', law)
    .option(
      '--bandwidth <bytes>',
      'bytes a second of each link, both ways (default: as many as it takes)',
      parser(real({ above: 0 })),
    )
    .option(
      '--dropout <p>',
      'probability that an agent never answers a message of the server',
      parser(chance),
    )
    .option('--loss <p>', 'probability that a message is lost, either way', parser(chance))
    .option('--duplication <p>', 'probability that a message to the server arrives twice', parser(chance));
}

/** Adds those that say how a run is gone through, and change nothing that theory could tell of. */
export function addClockOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--clock <clock>', 'what time means: simulated or real (default: virtual)').choices([
        'virtual',
        'wall',
      ]),
    )
    .option(
      '--strict [seconds]',
      'on the wall clock: tell how often real time fell behind the timing model by more than this (default: 0.05)',
      parser(real({ above: 0 })),
    )
    .option(
      '--tie-seed <n>',
      'shuffle what happens at the same moment (default: by agent number)',
      parser(whole()),
    )
    .option('--verify', 'check on the way that no update is lost, applied twice or mislabelled')
    .option('--updates', 'also record each update that the server takes in, in updates.csv')
    .option('--trace', 'also record the agents’ timelines and messages');
}

/** The settings among them, those not given undefined. */
export function timedSettings(options: TimedOptions): Record<TimedSetting, unknown> {
  const { policy, late, stalenessWeight, clock, tieSeed, verify, trace, updates } = options;
  const strict = options.strict === true ? DEFAULT_TOLERANCE : options.strict;
  const timing = timingOf(options);
  return { policy, late, stalenessWeight, timing, clock, strict, tieSeed, verify, trace, updates };
}

type TimedSetting = keyof RunSettings &
  (
    | 'policy'
    | 'late'
    | 'stalenessWeight'
    | 'timing'
    | 'clock'
    | 'strict'
    | 'tieSeed'
    | 'verify'
    | 'trace'
    | 'updates'
  );

function timingOf(options: TimedOptions): TimingModel | undefined {
  const { compute, uplinkLatency, downlinkLatency, bandwidth, dropout, loss, duplication } = options;
  const fields: { readonly [F in keyof TimingModel]: TimingModel[F] | undefined } = {
    compute,
    uplinkLatency,
    downlinkLatency,
    uplinkBandwidth: bandwidth,
    downlinkBandwidth: bandwidth,
    dropout,
    loss: loss === undefined ? undefined : { uplink: loss, downlink: loss },
    duplication,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
