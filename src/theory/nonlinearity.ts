/** Algorithms that say of themselves that their parts do more than add vectors with factors. */
import { algorithmOf, type ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { because, type Unknown } from './unknown.ts';

/** Why what follows from linear parts is unknown of an algorithm; `undefined` where it does not say so. */
export function nonlinearity(algorithm: ConfiguredAlgorithm): Unknown | undefined {
  const { nonlinear } = algorithmOf(algorithm);
  return nonlinear === undefined ? undefined : because(`its parts are not linear: ${nonlinear}`);
}

export const COINS = 'its parts draw coins, and what these add to the variance is not computed';

/** The same of parts that draw coins, too. */
export const nonlinearOrRandom = (algorithm: ConfiguredAlgorithm): Unknown | undefined =>
  nonlinearity(algorithm) ?? (algorithmOf(algorithm).coins.length === 0 ? undefined : because(COINS));
