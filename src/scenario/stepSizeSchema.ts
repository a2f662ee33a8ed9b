/** What a scenario file may give as its step size: see stepRule.ts. */
import { z } from 'zod';
import { SMALLEST_STEP } from './stepRule.ts';

const positive = z.number().positive();
const fixed = z.number().min(SMALLEST_STEP);

/** A positive number, or a rule. */
export const stepSize = z.union(
  [
    fixed,
    z.strictObject({
      kind: z.literal('decreasing'),
      scale: positive,
      offset: z.number().min(0),
      exponent: positive,
    }),
    z.strictObject({ kind: z.literal('corollary-1'), monotonicity: positive.optional() }),
    z.strictObject({
      kind: z.literal('doubling'),
      firstRounds: z.int().min(1),
      monotonicity: positive.optional(),
    }),
  ],
  {
    error:
      'must be a number above 0, or a rule: { kind: "decreasing", scale, offset, exponent }, ' +
      '{ kind: "corollary-1", monotonicity? } or { kind: "doubling", firstRounds, monotonicity? }',
  },
);
