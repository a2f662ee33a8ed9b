/** Algorithms that say of themselves that their parts do more than add vectors with factors. */
import { algorithmOf, type ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { because, type Unknown } from './unknown.ts';

/** Why what follows from linear parts is unknown of an algorithm; `undefined` where it does not say so. */
export function nonlinearity(algorithm: ConfiguredAlgorithm): Unknown | undefined {
  const { nonlinear, coins } = algorithmOf(algorithm);
  if (nonlinear !== undefined) return because(`its parts are not linear: ${nonlinear}`);
  return coins.length === 0
    ? undefined
    : because('its parts draw coins, and what these add to the variance is not computed');
}
