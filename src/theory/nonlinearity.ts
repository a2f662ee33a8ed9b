/** Algorithms whose parts do more than add vectors with factors, as they say themselves. */
import { algorithmOf, type ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { maySilence } from '../algorithms/silence.ts';
import { because, type Unknown } from './unknown.ts';

/** Why what follows from linear parts is unknown of an algorithm; `undefined` where nothing shows that. */
export function nonlinearity(algorithm: ConfiguredAlgorithm): Unknown | undefined {
  const { nonlinear, messages } = algorithmOf(algorithm);
  if (nonlinear !== undefined) return because(`its parts are not linear: ${nonlinear}`);
  return maySilence(messages.up)
    ? because('its agents may be silent, which depends on their numbers')
    : undefined;
}

export const COINS = 'its parts draw coins, and what these add to the variance is not computed';

/** The same of parts that draw coins, too. */
export const nonlinearOrRandom = (algorithm: ConfiguredAlgorithm): Unknown | undefined =>
  nonlinearity(algorithm) ?? (algorithmOf(algorithm).coins.length === 0 ? undefined : because(COINS));
