/** A population of devices as FedScale has measured it: how long a sample takes, and how fast the link is. */
import { list, object, type Of, optional, pair, real, whole } from '../values/value.ts';

const positive = real({ above: 0 });

/** Agent i has device i mod n, of n devices. */
export const deviceModel = object({
  /** milliseconds to infer one sample, and kbit/s of the link each way */
  list: list(pair(positive, positive)),
  /** samples of a local step; 1 by default */
  batch: optional(whole(1)),
});

export type DeviceModel = Of<typeof deviceModel>;

/** A training step takes three times as long as inference (FedScale, `get_completion_time`). */
const STEPS_PER_INFERENCE = 3;
/** FedScale's kbit are of 1,024 bits. */
const BYTES_PER_KBIT = 128;

const stepSeconds = (milliseconds: number, batch: number): number =>
  (STEPS_PER_INFERENCE * batch * milliseconds) / 1000;

/** Timing of an agent by its device. */
export function deviceTiming(
  { list, batch = 1 }: DeviceModel,
  agent: number,
): {
  readonly compute: number;
  readonly uplinkBandwidth: number;
  readonly downlinkBandwidth: number;
} {
  const [milliseconds, kilobits] = list[agent % list.length]!;
  const bandwidth = BYTES_PER_KBIT * kilobits;
  return {
    compute: stepSeconds(milliseconds, batch),
    uplinkBandwidth: bandwidth,
    downlinkBandwidth: bandwidth,
  };
}

/** In words. */
export function deviceText({ list, batch = 1 }: DeviceModel): string {
  const spread = (values: readonly number[]): string => {
    const sorted = [...values].sort((a, b) => a - b);
    const [least, most] = [sorted[0]!, sorted.at(-1)!].map((x) => Number(x.toPrecision(3)));
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  const steps = spread(list.map(([milliseconds]) => stepSeconds(milliseconds, batch)));
  const links = spread(list.map(([, kilobits]) => BYTES_PER_KBIT * kilobits));
  return `${list.length} devices, agent i has number i mod ${list.length}: ${steps} s for a local step, ${links} bytes/s each way`;
}
