/** How long everything takes, and what goes wrong: the timing model of a run, as plain data. */
import { list, object, oneOf, optional, pair, real, type Value, where, whole } from '../values/value.ts';
import { type PresenceFields, presenceFields } from './availabilityModel.ts';
import { type DeviceModel, deviceModel, deviceTiming } from './devices.ts';
import { type Distribution, duration, factor } from './distribution.ts';
import { chance, type LossModel, lossModel } from './loss.ts';
import { type MeasuredModel, measuredModel } from './measured.ts';
import { type SpeedModel, speedModel } from './speed.ts';

/** A crash; without a time of return it is for good. */
export interface CrashModel {
  /** simulated seconds from the start to the crash */
  readonly at: Distribution;
  /** seconds from the crash to the agent's return */
  readonly returnsAfter?: Distribution;
}

/** A fast or slow moment of an agent, which lasts a local step or a dispatch. */
export type ComputeDraw = 'step' | 'dispatch';

/** Timing of one agent. A time that is left out is 0, and a fault never happens. */
export interface TimingFields extends PresenceFields {
  /** seconds for one local step; 1 by default */
  readonly compute?: Distribution;
  /** what a draw of it is for: each local step (by default), or all those of a dispatch alike */
  readonly computeDraw?: ComputeDraw;
  /** a factor on compute times that an agent keeps throughout a run: one draw for each agent and seed; 1 by default */
  readonly slowness?: Distribution;
  /** how fast work goes now: a factor on compute times that changes as time goes by */
  readonly speed?: SpeedModel;
  /** seconds that a message takes to the server, besides bytes over bandwidth */
  readonly uplinkLatency?: Distribution;
  /** the same for a message from the server */
  readonly downlinkLatency?: Distribution;
  /** bytes a second; drawn anew for each message */
  readonly uplinkBandwidth?: Distribution;
  readonly downlinkBandwidth?: Distribution;
  /** delays of a real system, instead of compute times, latencies and bandwidths */
  readonly measured?: MeasuredModel;
  /** probability that the agent takes what the server sends and never answers it */
  readonly dropout?: number;
  readonly crash?: CrashModel;
  /** how messages are lost, on their way to the server and from it */
  readonly loss?: { readonly uplink?: LossModel; readonly downlink?: LossModel };
  /** probability that a message to the server arrives twice */
  readonly duplication?: number;
}

/** Timing of some agents, instead of that of all. */
export interface TimingOverride extends TimingFields {
  /** first and last of them, both included, counted from 0 */
  readonly agents: readonly [number, number];
}

/** Timing of the server. */
export interface ServerTimingFields {
  /** bytes per second that all messages to the server share, besides links of their own; unlimited by default */
  readonly serverUplinkBandwidth?: number;
  /** the same of the server's messages */
  readonly serverDownlinkBandwidth?: number;
  /** seconds that the server works each time it takes answers in, while other messages wait; none by default */
  readonly serverCompute?: Distribution;
}

/** Timing of all agents, of some of them, and of the server. */
export interface TimingModel extends TimingFields, ServerTimingFields {
  /** measured devices, instead of compute times and bandwidths; overrides of agents go before them */
  readonly devices?: DeviceModel;
  /** of several that name an agent the last one wins, field by field */
  readonly agents?: readonly TimingOverride[];
}

/** Bytes a second. */
export const bandwidth = real({ above: 0 });
export const computeDraw: Value<ComputeDraw> = oneOf('step', 'dispatch');

const fields = {
  compute: optional(duration),
  computeDraw: optional(computeDraw),
  slowness: optional(factor),
  speed: optional(speedModel),
  uplinkLatency: optional(duration),
  downlinkLatency: optional(duration),
  uplinkBandwidth: optional(factor),
  downlinkBandwidth: optional(factor),
  ...presenceFields,
  measured: optional(measuredModel),
  dropout: optional(chance),
  crash: optional(object({ at: duration, returnsAfter: optional(duration) })),
  loss: optional(object({ uplink: optional(lossModel), downlink: optional(lossModel) })),
  duplication: optional(chance),
};

const range = where(pair(whole(0), whole(0)), ([first, last], fault) => {
  if (first > last) fault([], 'must be [first, last] with first ≤ last');
});

/** Form of timings of some agents. */
export const timingOverrides = list(object({ agents: range, ...fields }), 0);

/** Form of a timing model in a scenario. */
export const timingModel: Value<TimingModel> = object({
  ...fields,
  serverUplinkBandwidth: optional(bandwidth),
  serverDownlinkBandwidth: optional(bandwidth),
  serverCompute: optional(duration),
  devices: optional(deviceModel),
  agents: optional(timingOverrides),
});

/** Whether the server's link is shared, so that when a message comes depends on those that are sent after it. */
export const isShared = ({ serverUplinkBandwidth, serverDownlinkBandwidth }: ServerTimingFields): boolean =>
  serverUplinkBandwidth !== undefined || serverDownlinkBandwidth !== undefined;

/** Seconds of a local step where nothing is said of it. */
const DEFAULT_COMPUTE = 1;

/**
 * Timing of one agent by a model: its overrides merged in, the time of a local step always given.
 *
 * @param model - `undefined`: a local step takes a second, a message none
 */
export function timingOf(
  model: TimingModel | undefined,
  agent: number,
): TimingFields & { readonly compute: Distribution } {
  const { agents = [], devices, ...general } = model ?? {};
  let fields: TimingFields = devices ? { ...general, ...deviceTiming(devices, agent) } : general;
  for (const { agents: range, ...settings } of agents) {
    const [first, last] = range;
    if (first <= agent && agent <= last) fields = { ...fields, ...settings };
  }
  return { ...fields, compute: fields.compute ?? DEFAULT_COMPUTE };
}
