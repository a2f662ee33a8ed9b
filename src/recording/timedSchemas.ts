/** What a manifest says of the timing. Loose: fields that a later program added are kept. */
import { z } from 'zod';

const number = z.number();

const law = z.union([
  number,
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('uniform'), low: number, high: number }),
    z.looseObject({ kind: z.literal('exponential'), mean: number }),
    z.looseObject({ kind: z.literal('log-normal'), median: number, sigma: number }),
    z.looseObject({ kind: z.literal('pareto'), scale: number, shape: number }),
    z.looseObject({ kind: z.literal('gamma'), shape: number, scale: number }),
    z.looseObject({ kind: z.literal('empirical'), values: z.array(number) }),
  ]),
]);

const fields = {
  compute: law.exactOptional(),
  uplinkLatency: law.exactOptional(),
  downlinkLatency: law.exactOptional(),
  uplinkBandwidth: law.exactOptional(),
  downlinkBandwidth: law.exactOptional(),
  availability: z.looseObject({ on: law, off: law }).exactOptional(),
  dropout: number.exactOptional(),
  crash: z.looseObject({ at: law, returnsAfter: law.exactOptional() }).exactOptional(),
  loss: z.looseObject({ uplink: number.exactOptional(), downlink: number.exactOptional() }).exactOptional(),
  duplication: number.exactOptional(),
};

/** A timing model. */
export const timing = z.looseObject({
  ...fields,
  agents: z.array(z.looseObject({ agents: z.tuple([number, number]), ...fields })).exactOptional(),
});
