/** The options that give a part of the timing model each; a scenario gives them together. */
import { type Distribution, duration, factor } from '../../timing/distribution.ts';
import { type TraceModel, traceModel } from '../../timing/availabilityModel.ts';
import { type MeasuredModel, measuredModel } from '../../timing/measured.ts';
import { type DeviceModel, deviceModel } from '../../timing/devices.ts';
import { chance, type LossModel, lossModel } from '../../timing/loss.ts';
import { type SpeedModel, speedModel } from '../../timing/speed.ts';
import {
  bandwidth,
  computeDraw,
  type ComputeDraw,
  type TimingModel,
  type TimingOverride,
  timingOverrides,
} from '../../timing/timingModel.ts';
import { type Reading, decimalOf } from '../../values/text.ts';
import { choice, named, positive } from '../../values/parameter.ts';
import { path, variant, variants } from '../../values/value.ts';
import type { SettingOption } from './setting.ts';

const FORM = /^(\d+)(?:\.\.(\d+))?:(.*)$/;

/** Agents, one or from a first to a last, each with the factor on its compute times. */
function readSlowAgents(text: string): Reading<TimingOverride[]> {
  const overrides: TimingOverride[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first, factor = ''] = FORM.exec(part.trim()) ?? [];
    const slowness = decimalOf(factor);
    if (!(Number(first) <= Number(last) && slowness > 0 && slowness < Infinity) || first === '')
      return {
        fault:
          'must be agents with factors above 0, as 0:4,7:2 or 0..3:4, agents counted from 0 and each range ascending',
      };
    // A wide range before single agents of it says something of the others; one that a later range covers says nothing.
    if (overrides.some(({ agents: [from, to] }) => Number(first) <= from && to <= Number(last)))
      return { fault: `gives agents another factor after their first, at ${part}; give each range one` };
    overrides.push({ agents: [Number(first), Number(last)], slowness });
  }
  return { value: overrides };
}

interface TimingOption extends SettingOption {
  /** The fields of the timing model that it stands for. */
  part(value: never): TimingChoice;
  /** What its text stands for, where the value's form does not say it. */
  readonly read?: (text: string) => Reading;
}

/** A timing model of which a part may still be in a file. */
export interface TimingChoice extends TimingModel {
  readonly file?: string;
  /** what options say of single agents: it comes after all else that is said of them */
  readonly single?: readonly TimingOverride[];
}

/** The fields of two choices, the second's over the first's; of single agents what both say. */
export function overTiming(weaker: TimingChoice | undefined, given: TimingChoice): TimingChoice {
  const single = [...(weaker?.single ?? []), ...(given.single ?? [])];
  return { ...weaker, ...given, ...(single.length > 0 && { single }) };
}

/** The timing model, single agents at the end of its overrides. */
export const withSingle = ({ single, ...model }: TimingChoice): TimingChoice =>
  single === undefined ? model : { ...model, agents: [...(model.agents ?? []), ...single] };

/** By flag, in the order of the help. */
export const TIMING_OPTIONS = {
  timing: {
    value: path,
    argument: '<file.json>',
    help: 'timing model, or part of one, from a file. Precedence: options, file, scenario',
    byDefault: 'none',
    details: 'See [a file of times](timing.md#a-file-of-times)',
    part: (file: string) => ({ file }),
  },
  compute: {
    value: duration,
    argument: '<law>',
    help: 'seconds for a local step',
    byDefault: '1',
    details: 'On the command line also `file:PATH.csv`, measured durations',
    part: (compute: Distribution) => ({ compute }),
  },
  'compute-draw': {
    value: computeDraw,
    argument: '<each>',
    help: 'whether --compute is drawn for each local step or once for a dispatch',
    byDefault: 'step',
    part: (each: ComputeDraw) => ({ computeDraw: each }),
  },
  slowness: {
    value: factor,
    argument: '<law>',
    help: 'factor on compute times, drawn once for each agent and seed',
    byDefault: '1',
    hideForms: true,
    part: (slowness: Distribution) => ({ slowness }),
  },
  slow: {
    value: timingOverrides,
    argument: '<agents>',
    help: 'agents whose compute times are longer by a factor each: 0:4,7:2, or 0..3:4',
    byDefault: 'none',
    hideForms: true,
    read: readSlowAgents,
    part: (single: readonly TimingOverride[]) => ({ single }),
  },
  'compute-trace': {
    value: timingOverrides,
    argument: '<file.csv>',
    help: 'seconds of each agent’s local steps in turn, again and again: a CSV file with a column for each agent',
    byDefault: 'none',
    details:
      'With `--compute-draw dispatch` a number is for each dispatch. Columns may end early; other agents keep --compute',
    part: (single: readonly TimingOverride[]) => ({ single }),
  },
  speed: {
    value: speedModel,
    argument: '<speed>',
    help: 'two-state Markov speed: mean sojourns FAST and SLOW seconds; the slow state is slower by FACTOR',
    byDefault: 'constant',
    details: 'More speeds in a scenario: [speeds that change](timing.md#speeds-that-change)',
    part: (speed: SpeedModel) => ({ speed }),
  },
  'uplink-latency': {
    value: duration,
    argument: '<law>',
    help: 'seconds that a message takes to the server',
    byDefault: '0',
    hideForms: true,
    part: (uplinkLatency: Distribution) => ({ uplinkLatency }),
  },
  'downlink-latency': {
    value: duration,
    argument: '<law>',
    help: 'seconds that a message takes from the server',
    byDefault: '0',
    hideForms: true,
    part: (downlinkLatency: Distribution) => ({ downlinkLatency }),
  },
  bandwidth: {
    value: bandwidth,
    argument: '<bytes>',
    help: 'bytes per second of each link, both ways',
    byDefault: 'unlimited',
    details: 'Bytes over bandwidth are added to the latency',
    part: (bytes: number) => ({ uplinkBandwidth: bytes, downlinkBandwidth: bytes }),
  },
  'server-bandwidth': {
    value: bandwidth,
    argument: '<bytes>',
    help: 'bytes per second of the server’s link, both ways, shared equally by its messages',
    byDefault: 'unlimited',
    part: (bytes: number) => ({ serverUplinkBandwidth: bytes, serverDownlinkBandwidth: bytes }),
  },
  'server-compute': {
    value: duration,
    argument: '<law>',
    help: 'server time each time it applies answers; later messages queue',
    byDefault: '0',
    hideForms: true,
    part: (serverCompute: Distribution) => ({ serverCompute }),
  },
  availability: {
    value: variants(
      variant('markov', {
        on: positive('ON', 'mean seconds for which an agent is available'),
        off: positive('OFF', 'mean seconds for which it is away'),
        start: named(choice('START', 'how it begins', ['on', 'stationary'])),
      }),
    ),
    argument: '<process>',
    help: 'agents are available and away for exponential times of mean ON and OFF seconds',
    byDefault: 'always available',
    details:
      'Agents start available; `,start=stationary` starts in the stationary law. See [availability](timing.md#when-agents-are-there)',
    part: ({ on, off, start }: { on: number; off: number; start?: 'on' | 'stationary' }) => ({
      availability: {
        on: { kind: 'exponential', mean: on },
        off: { kind: 'exponential', mean: off },
        ...(start !== undefined && { start }),
      },
    }),
  },
  'availability-trace': {
    value: traceModel,
    argument: '<file.csv>',
    help: 'when agents are available, from a file of intervals: PATH.csv, or PATH.csv,period=SECONDS to repeat it',
    byDefault: 'always available',
    details: 'See [availability traces](timing.md#availability-traces)',
    part: (availabilityTrace: TraceModel) => ({ availabilityTrace }),
  },
  measured: {
    value: measuredModel,
    argument: '<file.csv>',
    help: 'measured delays, a row for each dispatch: PATH.csv in order, or PATH.csv,order=resampled with replacement',
    byDefault: 'none',
    details: 'See [measured delays](timing.md#measured-delays)',
    part: (measured: MeasuredModel) => ({ measured }),
  },
  devices: {
    value: deviceModel,
    argument: '<file.csv>',
    help: 'measured devices, a row each: PATH.csv, or PATH.csv,batch=SAMPLES of a local step',
    byDefault: 'none',
    details: 'See [measured devices](timing.md#measured-devices)',
    part: (devices: DeviceModel) => ({ devices }),
  },
  dropout: {
    value: chance,
    argument: '<p>',
    help: 'probability in [0, 1) that an agent never answers a message of the server',
    part: (dropout: number) => ({ dropout }),
  },
  loss: {
    value: lossModel,
    argument: '<p>',
    help: 'probability that a message is lost, either way, or the law of losses in bursts',
    details: 'See [losses](timing.md#losses)',
    part: (loss: LossModel) => ({ loss: { uplink: loss, downlink: loss } }),
  },
  duplication: {
    value: chance,
    argument: '<p>',
    help: 'probability that a message to the server arrives twice',
    part: (duplication: number) => ({ duplication }),
  },
} as const satisfies Readonly<Record<string, TimingOption>>;
