/** The policies by which agents act, whatever they have learnt. */
import { either, list, object, oneOf, real, type Value } from '../../values/value.ts';
import { sumsToOne } from '../probabilities.ts';
import type { BehaviourPolicy } from './decisionProcess.ts';

export const behaviourPolicy: Value<BehaviourPolicy> = either<BehaviourPolicy>(
  [
    oneOf('uniform', 'random'),
    list(real({ above: 0 }), 0),
    object({ preferred: real({ above: 0, below: 1 }) }),
  ],
  'must be "uniform", "random", a probability above 0 for each action, or { preferred: a probability above 0 and below 1 }',
);

/** What is wrong with a policy for so many actions. */
export const behaviourFault = (policy: BehaviourPolicy, actions: number): string | undefined =>
  typeof policy === 'string' || 'preferred' in policy || (policy.length === actions && sumsToOne(policy))
    ? undefined
    : `must have one probability for each of ${actions} actions, of sum 1`;
