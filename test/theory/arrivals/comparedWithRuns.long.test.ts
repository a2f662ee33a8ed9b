/**
 * Exact curves given the arrivals against simulation, a few pairs of each kind of observations, 60 seeds each. A standard normal variable
 * is beyond 6 with a probability of 2·10⁻⁹, a t with 59 degrees of freedom with one of 1.3·10⁻⁷. All pairs with 2,000 seeds:
 * see comparedWithRuns.ts.
 */
import { expect, test } from 'vitest';
import { comparisons, deviations } from './comparedWithRuns.ts';

const all = comparisons();
const some = [...new Set(all.map(({ observations }) => observations))].map((observations, k) => {
  const comparisons = all.filter((comparison) => comparison.observations === observations);
  return comparisons[(5 * k + 3) % comparisons.length]!;
});

test.each(
  some.map(
    (comparison) =>
      [
        comparison.policy.kind,
        comparison.algorithm.name,
        comparison.timing,
        comparison.observations,
        comparison,
      ] as const,
  ),
)('%s %s, times %s, %s', async (_policy, _algorithm, _timing, _observations, comparison) => {
  for (const z of await deviations(comparison, 60)) expect(Math.abs(z)).toBeLessThan(6);
});

test('without the noise they are not', async () => {
  const z = await deviations(some[1]!, 60, 'biasSquare');
  expect(Math.max(...z)).toBeGreaterThan(6);
});
