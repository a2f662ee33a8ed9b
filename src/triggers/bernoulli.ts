/** Bernoulli: the agents communicate after each local step with probability p, all at the same ones. */
import type { Generator } from '../maths/generator.ts';
import { share } from '../values/parameter.ts';
import { LONGEST_GAP } from './gaps.ts';
import { trigger } from './trigger.ts';

/**
 * Local steps until a coin of probability p first shows heads: Geometric(p) on 1, 2, …, by
 * inversion, one uniform a gap.
 */
export function geometricGap(probability: number, generator: Generator): number {
  const u = generator.uniform();
  if (probability >= 1) return 1;
  return Math.min(1 + Math.floor(Math.log1p(-u) / Math.log1p(-probability)), LONGEST_GAP);
}

export const bernoulli = trigger({
  name: 'bernoulli',
  settings: { probability: share('P', 'probability to communicate after a local step') },
  gap: ({ probability }, _round, coins) => geometricGap(probability, coins),
  meanGap: ({ probability }) => 1 / probability,
  law: ({ probability }) => ({ kind: 'geometric', probability }),
  setting: {
    name: 'communicationProbability',
    title: 'a probability to communicate',
    value: ({ probability }) => probability,
  },
  symbol: ({ probability }, write) => `p = ${write(probability)}`,
  text: ({ probability }, write) => `after each local step with probability ${write(probability)} (p)`,
});
