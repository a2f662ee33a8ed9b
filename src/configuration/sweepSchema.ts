/** What a scenario may say of its sweep. */
import * as z from 'zod';

const values = z.union([z.string(), z.array(z.union([z.number(), z.string(), z.boolean()])).min(1)], {
  error: 'must be a list of values, or a text as on the command line, such as "0.001..0.1:log5"',
});

export const sweepField = z.strictObject({
  grid: z.record(z.string(), values).optional(),
  zip: z.record(z.string(), values).optional(),
  where: z
    .custom<(point: unknown) => boolean>((value) => typeof value === 'function', {
      error: 'must be a function of a point that says whether it is run',
    })
    .optional(),
});
