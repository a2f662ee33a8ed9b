/** Settings over weaker ones: a command line's over a scenario's, a panel's over its scenario's. */
import { overTiming, withSingle } from './settings/timingOptions.ts';
import { type AlgorithmChoice, DEFAULT_ALGORITHMS } from './settings/algorithmChoice.ts';
import { algorithmOfChoice, overlayAlgorithms, unusedParameters } from './chosenAlgorithms.ts';
import { type LeftOut, leftOut } from './leftOut.ts';
import { EXCLUSIONS, type RunSettings } from './settings/runSettings.ts';

/** How algorithms are left out that cannot run. */
interface LeavingOut {
  /** whether the weaker algorithms were asked for, so that none is left out */
  readonly areAsked?: boolean;
  /** hears of each that is left out */
  readonly leaves?: (omission: LeftOut) => void;
}

/** The algorithms without those that are left out. */
const without = (
  listed: readonly AlgorithmChoice[] = DEFAULT_ALGORITHMS,
  out: readonly LeftOut[],
): readonly AlgorithmChoice[] =>
  listed.filter((choice) => {
    const name = algorithmOfChoice(choice)?.name;
    return !out.some(({ algorithm }) => algorithm === name);
  });

/**
 * Settings that win over weaker ones. One that excludes another pushes it out. A parameter wins also
 * over what the weaker settings give to single algorithms; an algorithm named alone keeps the
 * parameters with which the weaker settings list it. Another policy comes without what was given beside
 * the weaker one, other sampling than Markovian without the weaker stride; of the timing model each
 * field wins by itself. Algorithms that nobody asked for and that cannot run under the policy are left out.
 *
 * @throws InputError for an algorithm that is unknown, named twice, or given a parameter that it does not have
 */
export function overlay<S extends RunSettings>(
  weaker: S,
  given: RunSettings,
  { areAsked = false, leaves }: LeavingOut = {},
): S {
  const base: Partial<Record<keyof RunSettings, unknown>> = { ...weaker };
  for (const [first, other] of EXCLUSIONS) {
    if (given[first] !== undefined) Reflect.deleteProperty(base, other);
    if (given[other] !== undefined) Reflect.deleteProperty(base, first);
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
  const timing = given.timing && withSingle(overTiming(weaker.timing, given.timing));
  const listed = overlayAlgorithms(weaker.algorithms, given);
  const whole = { ...base, ...given, ...(listed && { algorithms: listed }), ...(timing && { timing }) };
  const out = areAsked ? [] : leftOut(weaker, given, whole as RunSettings);
  out.forEach((omission) => leaves?.(omission));
  const algorithms = out.length === 0 ? listed : without(listed, out);
  // A weaker parameter that none of the algorithms now chosen takes is no longer meant.
  if (given.algorithms || given.set || out.length > 0) {
    const chosen = { ...base, ...given, ...(algorithms && { algorithms }) } as RunSettings;
    for (const setting of unusedParameters(chosen)) Reflect.deleteProperty(base, setting);
  }
  return { ...base, ...given, ...(algorithms && { algorithms }), ...(timing && { timing }) } as S;
}
