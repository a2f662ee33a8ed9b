/** Algorithms whose parts do more than theory can read: they say so, or send each agent another message. */
import { algorithmOf, type ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { maySilence } from '../algorithms/silence.ts';
import { opensToEach } from '../algorithms/serverTraits.ts';
import { because, type Unknown } from './unknown.ts';

/** Why what follows from linear parts is unknown of an algorithm; `undefined` where nothing shows that. */
export function nonlinearity(algorithm: ConfiguredAlgorithm): Unknown | undefined {
  const definition = algorithmOf(algorithm);
  const { nonlinear, messages } = definition;
  if (nonlinear !== undefined) return because(`its parts are not linear: ${nonlinear}`);
  if (maySilence(messages.up)) return because('its agents may be silent, which depends on their numbers');
  return opensToEach(definition) ? because('its server sends each agent another message') : undefined;
}

export const COINS = 'its parts draw coins, and what these add to the variance is not computed';

/** The same of parts that draw coins, too. */
export const nonlinearOrRandom = (algorithm: ConfiguredAlgorithm): Unknown | undefined =>
  nonlinearity(algorithm) ?? (algorithmOf(algorithm).coins.length === 0 ? undefined : because(COINS));
