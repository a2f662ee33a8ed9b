/** Algorithms that nobody asked for and that cannot run: a run leaves them out. */
import { DEFAULT_ALGORITHMS } from './settings/algorithmChoice.ts';
import type { RunSettings } from './settings/runSettings.ts';
import { InputError } from '../values/failure.ts';
import { algorithmOfChoice } from './chosenAlgorithms.ts';
import { resolvePolicy } from './policySettings.ts';
import { chosenTrigger, pairFault } from './runConfiguration.ts';

/** An algorithm that is left out, and why: `does not go with buffered: …`. */
export interface LeftOut {
  readonly algorithm: string;
  readonly reason: string;
}

/**
 * The algorithms that a run leaves out: of the default ones, or of weaker settings under a stronger policy or trigger.
 * None where all would be, so that the run is refused with the reason.
 *
 * @param whole - the settings that come of both
 */
export function leftOut(weaker: RunSettings, given: RunSettings, whole: RunSettings): readonly LeftOut[] {
  const { policy, late, trigger, workSeconds } = given;
  const isForeign = [policy, late, trigger, workSeconds].some((candidate) => candidate !== undefined);
  if (given.algorithms !== undefined || (weaker.algorithms !== undefined && !isForeign)) return [];
  const set = Object.keys(given.set ?? {}).map((path) => path.split('.', 1)[0]!);
  const found = (whole.algorithms ?? DEFAULT_ALGORITHMS).map(algorithmOfChoice);
  try {
    const under = resolvePolicy(whole);
    const by = chosenTrigger(whole, Infinity);
    const out = found.flatMap((algorithm) => {
      const isAsked =
        algorithm === undefined || [algorithm.name, ...algorithm.aliases].some((name) => set.includes(name));
      const fault = isAsked ? undefined : pairFault(algorithm, under, by);
      return fault === undefined ? [] : [{ algorithm: algorithm!.name, reason: fault.reason }];
    });
    return out.length === found.length ? [] : out;
  } catch (error) {
    // The run itself is refused for it.
    if (error instanceof InputError) return [];
    throw error;
  }
}
