/** Means of what a timing model draws, in closed form. */
import { shareThere } from './availabilityModel.ts';
import { type Distribution, meanOf, meanOfInverse } from './distribution.ts';
import { delaysOf } from './measured.ts';
import { meanSpeed } from './speed.ts';
import { type TimingModel, timingOf } from './timingModel.ts';

export const BYTES_PER_DOUBLE = 8;

/** Mean time of one agent's part of a round. */
export interface ExpectedTiming {
  /** E of the seconds of work for the local steps; of an agent that is fast and slow in turn, where it always works */
  readonly computing: number;
  /** E of the seconds that the server's message is under way */
  readonly downlink: number;
  /** E of the seconds that the agent's message is under way */
  readonly uplink: number;
  /** long-run share of time in which the agent is there; NaN where it is not known */
  readonly available: number;
}

/** How much there is to do and to send in a round. */
export interface RoundLoad {
  readonly localSteps: number;
  readonly downlinkBytes: number;
  readonly uplinkBytes: number;
}

/** The means of one agent; Infinity where a law has none. */
export function expectedTiming(
  model: TimingModel | undefined,
  agent: number,
  { localSteps, downlinkBytes, uplinkBytes }: RoundLoad,
): ExpectedTiming {
  const fields = timingOf(model, agent);
  const { speed, measured } = fields;
  const delays = measured && delaysOf(measured, agent);
  const ofDispatch = delays?.compute;
  const work =
    (ofDispatch ? average(ofDispatch) : localSteps * meanOf(fields.compute)) * meanOf(fields.slowness ?? 1);
  return {
    computing: speed === undefined ? work : work / meanSpeed(speed),
    downlink: delays?.downlink
      ? average(delays.downlink)
      : expectedTransfer(fields.downlinkLatency, fields.downlinkBandwidth, downlinkBytes),
    uplink: delays?.uplink
      ? average(delays.uplink)
      : expectedTransfer(fields.uplinkLatency, fields.uplinkBandwidth, uplinkBytes),
    available: shareThere(fields, agent),
  };
}

/** A run, as far as its agents' mean seconds go by it. */
interface TimedRun {
  readonly timing: TimingModel | undefined;
  readonly clock: 'virtual' | 'wall';
  /** of a dispatch, in the mean */
  readonly localSteps: number;
  /** d */
  readonly dimension: number;
}

/**
 * Mean seconds from a message of one vector to an agent to its answer of one vector, absences included.
 *
 * @returns NaN where unknown, as of work that takes what it takes; Infinity where there is no mean, or the agent is gone for good
 */
export function meanCycle({ timing, clock, localSteps, dimension }: TimedRun, agent: number): number {
  const model = clock === 'wall' ? { compute: NaN, ...timing } : timing;
  const bytes = BYTES_PER_DOUBLE * dimension;
  const load = { localSteps, downlinkBytes: bytes, uplinkBytes: bytes };
  const { computing, downlink, uplink, available } = expectedTiming(model, agent, load);
  return (computing + downlink + uplink) / available;
}

const average = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

function expectedTransfer(
  latency: Distribution | undefined,
  bandwidth: Distribution | undefined,
  bytes: number,
): number {
  const under = latency === undefined ? 0 : meanOf(latency);
  return bandwidth === undefined || bytes === 0 ? under : under + bytes * meanOfInverse(bandwidth);
}
