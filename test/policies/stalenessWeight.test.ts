/** What staleness leaves of an update. */
import { expect, it } from 'vitest';
import { type StalenessWeight, stalenessWeights } from '../../src/policies/stalenessWeight.ts';

it('staleness weighs 1, less beyond a hinge, or by a power', () => {
  const at = (weight: StalenessWeight): number[] => [0, 1, 3, 7].map(stalenessWeights(weight));
  expect(at({ kind: 'constant' })).toEqual([1, 1, 1, 1]);
  expect(at({ kind: 'hinge', slope: 0.5, from: 1 })).toEqual([1, 1, 1 / 2, 1 / 4]);
  expect(at({ kind: 'polynomial', exponent: 1 })).toEqual([1, 1 / 2, 1 / 4, 1 / 8]);
  expect(at({ kind: 'delay-adaptive', from: 2 })).toEqual([1, 1, 2 / 3, 2 / 7]);
  // What a hinge of slope 1/from is.
  expect(at({ kind: 'delay-adaptive', from: 1 })).toEqual(at({ kind: 'hinge', slope: 1, from: 1 }));
});

it('weights that are kept are those worked out each time, whatever is asked first and however stale', () => {
  const weightAt = stalenessWeights({ kind: 'polynomial', exponent: 0.7 });
  for (const staleness of [5, 0, 4, 6, 1e9, 70_000, 65_535, 65_536, 5]) {
    expect(weightAt(staleness)).toBe((staleness + 1) ** -0.7);
  }
});
