/** When the agents communicate: after which local steps, the same for all agents. */
import type { Generator } from '../maths/generator.ts';

/** H 2: after every H-th local step; H 1: after each local step with probability p. */
export type TriggerConfiguration =
  | { readonly kind: 'deterministic'; /** H */ readonly localSteps: number }
  | { readonly kind: 'bernoulli'; /** p in (0, 1] */ readonly probability: number };

/** More local steps than any round can have: a gap is an integer that 32 bits hold. */
const LONGEST_GAP = 2_147_483_647;

/**
 * Local steps until a coin of probability p first shows heads: Geometric(p) on 1, 2, …, by
 * inversion, one uniform a gap.
 */
export function geometricGap(probability: number, generator: Generator): number {
  const u = generator.uniform();
  if (probability >= 1) return 1;
  return Math.min(1 + Math.floor(Math.log1p(-u) / Math.log1p(-probability)), LONGEST_GAP);
}

/** Local steps of the next round. */
export function nextGap(trigger: TriggerConfiguration, generator: Generator): number {
  return trigger.kind === 'deterministic' ? trigger.localSteps : geometricGap(trigger.probability, generator);
}
