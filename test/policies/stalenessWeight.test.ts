/** What staleness leaves of an update. */
import { expect, it } from 'vitest';
import { type StalenessWeight, stalenessWeights } from '../../src/policies/stalenessWeight.ts';

it('staleness weighs 1, less beyond a hinge, or by a power', () => {
  const at = (weight: StalenessWeight): number[] =>
    [0, 1, 3, 7].map((staleness) => stalenessWeights(weight)(staleness, NaN));
  expect(at({ kind: 'constant' })).toEqual([1, 1, 1, 1]);
  expect(at({ kind: 'hinge', slope: 0.5, from: 1 })).toEqual([1, 1, 1 / 2, 1 / 4]);
  expect(at({ kind: 'polynomial', exponent: 1 })).toEqual([1, 1 / 2, 1 / 4, 1 / 8]);
  expect(at({ kind: 'exponential', scale: 2 })).toEqual([0, 1, 3, 7].map((k) => Math.exp(-k / 2)));
  expect(at({ kind: 'delay-adaptive', from: 2 })).toEqual([1, 1, 2 / 3, 2 / 7]);
  // What a hinge of slope 1/from is.
  expect(at({ kind: 'delay-adaptive', from: 1 })).toEqual(at({ kind: 'hinge', slope: 1, from: 1 }));
});

it('weights that are kept are those worked out each time, whatever is asked first and however stale', () => {
  const weightAt = stalenessWeights({ kind: 'polynomial', exponent: 0.7 });
  for (const staleness of [5, 0, 4, 6, 1e9, 70_000, 65_535, 65_536, 5]) {
    expect(weightAt(staleness, NaN)).toBe((staleness + 1) ** -0.7);
  }
});

it('in seconds each rule weighs by age alone', () => {
  const at = (weight: StalenessWeight): number[] =>
    [0, 0.5, 3].map((age) => stalenessWeights(weight)(NaN, age));
  const unit = 'seconds';
  expect(at({ kind: 'hinge', slope: 0.5, from: 1, unit })).toEqual([1, 1, 1 / 2]);
  expect(at({ kind: 'polynomial', exponent: 1, unit })).toEqual([1, 1 / 1.5, 1 / 4]);
  expect(at({ kind: 'exponential', scale: 2, unit })).toEqual([1, Math.exp(-0.25), Math.exp(-1.5)]);
  expect(at({ kind: 'delay-adaptive', from: 2, unit })).toEqual([1, 1, 2 / 3]);
});
