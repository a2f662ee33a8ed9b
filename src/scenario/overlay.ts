/** Settings over weaker ones: a command line's over a scenario's, a panel's over its scenario's. */
import { overlayAlgorithms, unusedParameters } from './chosenAlgorithms.ts';
import { EXCLUSIONS, type RunSettings } from '../settings/runSettings.ts';

/**
 * Settings that win over weaker ones. One that excludes another pushes it out. A parameter wins also
 * over what the weaker settings give to single algorithms; an algorithm named alone keeps the
 * parameters with which the weaker settings list it. Another policy comes without what was given beside
 * the weaker one, other sampling than Markovian without the weaker stride; of the timing model each
 * field wins by itself.
 *
 * @throws InputError for an algorithm that is unknown, named twice, or given a parameter that it does not have
 */
export function overlay<S extends RunSettings>(weaker: S, given: RunSettings): S {
  const base: Partial<Record<keyof RunSettings, unknown>> = { ...weaker };
  for (const [one, other] of EXCLUSIONS) {
    if (given[one] !== undefined) Reflect.deleteProperty(base, other);
    if (given[other] !== undefined) Reflect.deleteProperty(base, one);
  }
  // A length in seconds or bytes is meant instead of one in rounds or local steps, unless that is given with it.
  if (given.seconds !== undefined || given.bytes !== undefined) {
    delete base.rounds;
    delete base.steps;
  }
  if (given.sampling === 'iid' || given.sampling === 'exact') delete base.stride;
  if (given.policy !== undefined) {
    delete base.late;
    delete base.stalenessWeight;
  }
  const timing = given.timing && { ...weaker.timing, ...given.timing };
  const algorithms = overlayAlgorithms(weaker.algorithms, given);
  // A weaker parameter that none of the algorithms now chosen takes is no longer meant.
  if (given.algorithms || given.set) {
    const chosen = { ...base, ...given, ...(algorithms && { algorithms }) } as RunSettings;
    for (const setting of unusedParameters(chosen)) Reflect.deleteProperty(base, setting);
  }
  return { ...base, ...given, ...(algorithms && { algorithms }), ...(timing && { timing }) } as S;
}
