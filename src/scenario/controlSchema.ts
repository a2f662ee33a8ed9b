/** What a scenario may say of Q-learning and its control tasks. */
import { z } from 'zod';
import {
  agents,
  BRANCHES_TO_STATES,
  count,
  dimension,
  NEEDS_PERTURBATION,
  range,
  seed,
  sumsToOne,
} from './schemaFields.ts';

/** States × actions of a control task: the law of its pairs takes about the cube of their number. */
const MOST_PAIRS = 2000;

const controlEnvironment = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('garnet'),
      states: count(MOST_PAIRS),
      actions: count(MOST_PAIRS),
      branching: count(MOST_PAIRS),
      heterogeneity: z.enum(['low', 'high']),
      perturbation: z.number().min(0).optional(),
    })
    .refine((garnet) => garnet.branching <= garnet.states, BRANCHES_TO_STATES)
    .refine(
      (garnet) => garnet.heterogeneity === 'high' || garnet.perturbation !== undefined,
      NEEDS_PERTURBATION,
    ),
  z.strictObject({
    kind: z.literal('machine-replacement'),
    levels: z
      .int()
      .min(2)
      .max(MOST_PAIRS / 2),
    wear: range.refine(([low, high]) => low > 0 && high < 1, { error: 'must lie in (0, 1)' }),
    runningCost: range,
    price: z.number(),
  }),
]);

export const qLearning = z
  .strictObject({
    kind: z.literal('q-learning'),
    agents,
    environment: controlEnvironment,
    behaviour: z.union([z.enum(['uniform', 'random']), z.array(z.number().positive())], {
      error: 'must be "uniform", "random" or a probability above 0 for each action',
    }),
    features: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('tabular') }),
      z.strictObject({ kind: z.literal('aggregated'), groups: count(MOST_PAIRS) }),
      z.strictObject({ kind: z.literal('random'), dimension }),
    ]),
    discount: z.number().min(0).lt(1),
    seed,
  })
  .superRefine(({ environment, behaviour, features }, context) => {
    const garnet = environment.kind === 'garnet';
    const [states, actions] = garnet ? [environment.states, environment.actions] : [environment.levels, 2];
    const fault = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (states * actions > MOST_PAIRS) {
      fault(['environment'], `must have at most ${MOST_PAIRS} pairs of state and action`);
    }
    if (typeof behaviour !== 'string' && (behaviour.length !== actions || !sumsToOne(behaviour))) {
      fault(['behaviour'], `must have one probability for each of ${actions} actions, of sum 1`);
    }
    if (features.kind === 'aggregated' && features.groups > states) {
      fault(['features', 'groups'], 'must be at most the number of states');
    }
  });
