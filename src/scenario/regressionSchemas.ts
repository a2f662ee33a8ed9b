/** What a scenario may say of finite sums of quadratics and of regressions. */
import { z } from 'zod';
import {
  agents,
  count,
  dimension,
  initial,
  MOST_STATES,
  range,
  seed,
  STARTS_IN_STATES,
  startsIn,
} from './schemaFields.ts';

const MOST_RECORDS = 10_000_000;

export const finiteSumQuadratic = z
  .strictObject({
    kind: z.literal('finite-sum-quadratic'),
    agents,
    components: count(MOST_STATES),
    dimension,
    eigenvalues: range.refine(([low]) => low > 0, { error: 'must lie above 0' }),
    agentScale: z.enum(['one', 'exponential']),
    agentOffset: z.number().min(0),
    componentOffset: z.number().min(0),
    kernel: z
      .strictObject({ shape: z.enum(['uniform', 'cycle', 'random']), persistence: z.number().min(0).lt(1) })
      .refine(({ shape, persistence }) => shape !== 'cycle' || persistence > 0, {
        path: ['persistence'],
        error: 'must be above 0 where the shape is "cycle", which is else periodic',
      }),
    initial,
    seed,
  })
  .refine(({ initial: start, components }) => startsIn(start, components), STARTS_IN_STATES);

export const twoStateRegression = z
  .strictObject({
    kind: z.literal('two-state-regression'),
    agents,
    dimension,
    flipProbability: z.number().positive().lt(1),
    features: range,
    optima: z.tuple([range, range]),
    labelNoise: range,
    regularisation: z.number().min(0),
    initial,
    seed,
  })
  .refine(({ initial: start }) => startsIn(start, 2), STARTS_IN_STATES);

export const logisticRegression = z.strictObject({
  kind: z.literal('logistic-regression'),
  agents,
  dimension,
  records: count(MOST_RECORDS),
  separation: z.number().min(0),
  deviation: z.number().min(0),
  labels: z.enum(['true', 'half-shuffled']),
  margin: z.number(),
  regularisation: z.number().positive(),
  persistence: z.number().min(0).lt(1).optional(),
  seed,
});
