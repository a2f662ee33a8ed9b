/**
 * Asynchronous, FedAsync: the server steps at every update, `θ̄ ← (1 − α_τ) θ̄ + α_τ θ_i` with
 * α_τ = mixing · weight(τ), and its agent starts again at once (Xie, Koyejo and Gupta, "Asynchronous
 * federated optimization", 2019, Algorithm 1).
 */
import { share } from '../values/parameter.ts';
import { type FreeStep, policy } from './policy.ts';
import {
  alwaysAtWork,
  atWork,
  heldUpByOne,
  isEverybodyAtWork,
  population,
  populationText,
} from './population.ts';
import {
  bounds,
  boundsText,
  isConstant,
  isPast,
  type StalenessWeight,
  stalenessWeights,
  weight,
  weightText,
} from './stalenessWeight.ts';

/** The setting α. */
export const mixing = share('ALPHA', 'α, the weight with which a model is mixed in');

/** Mixing with weight α s(τ). */
export function mixingStep(mixing: number, weight: StalenessWeight): Omit<FreeStep, 'replaces'> {
  const weightAt = stalenessWeights(weight);
  return { fold: 'mix', weight: (staleness, age) => mixing * weightAt(staleness, age) };
}

export const asynchronous = policy({
  name: 'asynchronous',
  aliases: ['fedasync'],
  settings: { mixing, weight, ...bounds, ...population },
  text: ({ mixing, weight, ...others }) =>
    `at every answer (FedAsync), which it mixes in with weight ${mixing}; ${weightText(weight)}${boundsText(others)}${populationText(others)}`,
  free: ({ mixing, weight }) => ({
    ...mixingStep(mixing, weight),
    replaces: mixing === 1 && isConstant(weight),
  }),
  heldUpBy: heldUpByOne,
  pace: (settings) => alwaysAtWork(settings, 1),
  orders: ({ mixing, weight, largestStaleness = Infinity, largestAge, ...others }) =>
    isEverybodyAtWork(others) && largestAge === undefined
      ? {
          ...{ kind: 'buffer', answers: 1, largestStaleness, alike: isConstant(weight) },
          strength: { setting: 'mixing', value: mixing, most: 1 },
        }
      : undefined,
  machine: (settings, context) =>
    atWork(context, settings, undefined, (none, update, out) => {
      if (isPast(settings, update)) out.late(update);
      else out.step([update]);
      return none;
    }),
});
