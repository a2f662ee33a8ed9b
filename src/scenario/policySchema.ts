/** What a scenario may say of its server policy as an object. */
import { z } from 'zod';
import type { PolicyConfiguration } from '../protocol/policy.ts';

type Open<P> = P extends unknown
  ? Omit<P, 'late' | 'weight'> & { readonly [K in keyof P & ('late' | 'weight')]?: P[K] }
  : never;

/** A policy that may leave out what becomes of late updates, and the weight of stale ones. */
export type PolicySettings = Open<PolicyConfiguration>;

const positive = z.number().gt(0, { error: 'must be greater than 0' });
const share = positive.max(1, { error: 'must be at most 1' });
const wholeFrom = (least: number): z.ZodType<number> =>
  z.int({ error: 'must be a whole number' }).min(least, { error: `must be ${least} or greater` });
const members = wholeFrom(1);

export const lateSchema = z.enum(['drop', 'carry']);

export const weightSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('constant') }),
  z.strictObject({ kind: z.literal('hinge'), slope: positive, from: z.number().min(0) }),
  z.strictObject({ kind: z.literal('polynomial'), exponent: positive }),
]);

const late = lateSchema.exactOptional();
const weight = weightSchema.exactOptional();

export const policySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('synchronous') }),
  z.strictObject({ kind: z.literal('first'), count: members, late }),
  z.strictObject({ kind: z.literal('deadline'), seconds: positive, late }),
  z.strictObject({ kind: z.literal('sampled'), count: members }),
  z.strictObject({ kind: z.literal('buffered'), count: members, weight }),
  z.strictObject({ kind: z.literal('asynchronous'), mixing: share, weight }),
  z.strictObject({
    kind: z.literal('bounded-staleness'),
    staleness: wholeFrom(0),
    mixing: share,
    weight,
  }),
]);
