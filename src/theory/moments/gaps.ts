/** The law of the number of local steps in a round, as a finite mixture. */
import type { TriggerConfiguration } from '../../configuration/configuration.ts';
import type { Unknown } from '../unknown.ts';

export interface WeightedGap {
  /** K ≥ 1 */
  readonly gap: number;
  /** its probability; negative weights are those of an interpolation */
  readonly weight: number;
}

/** The gaps in increasing order: made as they are read, since there may be more than memory holds. */
export interface GapLaw extends Iterable<WeightedGap> {
  readonly count: number;
  readonly longest: number;
}

/** The part of an expectation over the gaps that the longer ones may hold, beside its size. */
const REMAINDER = 1e-16;

/**
 * The gaps in increasing order. Geometric(p) gaps have no longest: K with `κ^K < 10⁻¹⁶` stands for all
 * that are longer, κ = q · max(1, growth) and q = 1 − p. What this leaves out is of the order of 10⁻¹⁶
 * of the expectation: less than rounding. The weights sum to 1.
 *
 * @param growth - factor per local step by which second moments grow at most, in the long run
 * @returns why not, where κ ≥ 1: then the expectation over the gaps does not exist
 */
export function gapLaw(trigger: TriggerConfiguration, growth: number): GapLaw | Unknown {
  if (trigger.kind === 'deterministic') {
    const { localSteps: gap } = trigger;
    return { count: 1, longest: gap, [Symbol.iterator]: () => [{ gap, weight: 1 }].values() };
  }
  const { probability } = trigger;
  const rate = (1 - probability) * Math.max(1, growth);
  if (!(rate < 1)) return GAPS_GROW;
  const longest = rate === 0 ? 1 : Math.ceil(Math.log(REMAINDER) / Math.log(rate)) + 1;
  return {
    count: longest,
    longest,
    *[Symbol.iterator]() {
      const q = 1 - probability;
      for (let gap = 1; gap < longest; gap++) yield { gap, weight: probability * q ** (gap - 1) };
      yield { gap: longest, weight: q ** (longest - 1) };
    },
  };
}

/** Where an expectation over the gaps is infinite. */
const GAPS_GROW: Unknown = {
  reason: 'the mean square over the Bernoulli gaps does not exist at this step size',
  isInfinite: true,
};
