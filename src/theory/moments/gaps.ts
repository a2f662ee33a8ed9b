/** The law of the number of local steps in a round, as a finite mixture. */
import type { TriggerConfiguration } from '../../protocol/configuration.ts';

export interface WeightedGap {
  /** K ≥ 1 */
  readonly gap: number;
  /** its probability */
  readonly weight: number;
}

/** The part of an expectation over the gaps that the longer ones may hold, beside its size. */
const REMAINDER = 1e-16;

/**
 * The gaps in increasing order. Geometric(p) gaps have no longest: K with `κ^K < 10⁻¹⁶` stands for all
 * that are longer, κ = q · max(1, growth) and q = 1 − p. What this leaves out is of the order of 10⁻¹⁶
 * of the expectation: less than rounding. The weights sum to 1.
 *
 * @param growth - factor per local step by which second moments grow at most, in the long run
 * @returns `undefined` where κ ≥ 1: then the expectation over the gaps does not exist
 */
export function gapLaw(trigger: TriggerConfiguration, growth: number): WeightedGap[] | undefined {
  if (trigger.kind === 'deterministic') return [{ gap: trigger.localSteps, weight: 1 }];
  const longest = longestGap(trigger.probability, growth);
  if (longest === undefined) return undefined;
  const q = 1 - trigger.probability;
  return Array.from({ length: longest }, (_, k) => ({
    gap: k + 1,
    weight: k + 1 < longest ? trigger.probability * q ** k : q ** k,
  }));
}

/** The longest Geometric(p) gap that is kept; see {@link gapLaw}. */
function longestGap(probability: number, growth: number): number | undefined {
  const rate = (1 - probability) * Math.max(1, growth);
  if (rate === 0) return 1;
  if (!(rate < 1)) return undefined;
  return Math.ceil(Math.log(REMAINDER) / Math.log(rate)) + 1;
}
