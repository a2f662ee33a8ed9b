/** What theory expects of a floor: of the seeds that it is a mean over, and of nothing less. */
import { describe, expect, test } from 'vitest';
import { expectedFloor } from '../../src/report/expectedFloor.ts';

const RANGE = { first: 2, last: 4 };
const ROUNDS = [0, 1, 2, 4];
const exact = { rounds: ROUNDS, meanSquare: [9, 5, 4, 2], biasSquare: [9, 3, 1, 1] };

describe('the expectation of the floor', () => {
  test('is the mean of the curve over the same rounds, bias and variance apart', () => {
    // rounds 2, 3, 4: mean squares 4, 3, 2; biases 1, 1, 1
    const found = {
      ...{ mean: 3, basis: 'observations', relativeError: 0 },
      ...{ biasSquare: { value: 1, relativeError: 0 }, variance: { value: 2, relativeError: 0 } },
    };
    expect(expectedFloor(exact, RANGE, [1])).toEqual(found);
    expect(expectedFloor({ ...exact, overSchedules: true }, RANGE, [1, 2])).toEqual({
      ...found,
      basis: 'schedules',
    });
  });

  test('is at least bias² where it is exact: without noise the two are equal but for rounding', () => {
    const still = { ...exact, meanSquare: [9, 5, 0, 0], biasSquare: [9, 3, 1e-27, 1e-27] };
    expect(expectedFloor(still, RANGE, [1])).toMatchObject({ mean: 1e-27, variance: { value: 0 } });
    const above = { ...exact, meanSquare: [9, 5, 1 + 2 ** -49, 1 + 2 ** -49], biasSquare: [9, 3, 1, 1] };
    expect(expectedFloor(above, RANGE, [1])).toMatchObject({ variance: { value: 0 } });
  });

  test('of an approximation carries the estimated error of its mean, and is none where that is above 10 %', () => {
    const approximate = { ...exact, neglects: 'triples' };
    // rounds 2, 3, 4 hold 4, 3, 2 and the last has the error of round 4, those between round 2's
    const small = expectedFloor({ ...approximate, relativeError: [0, 0, 0.01, 0.01] }, RANGE, [1]);
    expect(small).toMatchObject({ mean: 3, relativeError: expect.closeTo(0.01, 12) as number });
    expect(expectedFloor({ ...approximate, relativeError: [0, 0, 0.2, 0.2] }, RANGE, [1])).toEqual({
      reason: 'the estimated error of its approximation is 20 %, above 10 %',
    });
    expect(expectedFloor({ ...approximate, relativeError: [0, 0, 0.01, null] }, RANGE, [1])).toEqual({
      reason: 'its approximation does not converge',
    });
  });

  test('has a bias² by its own estimate, a variance by both, and neither where that is above 10 %', () => {
    const parts = (biasRelativeError: readonly (number | null)[]) =>
      expectedFloor(
        { ...exact, neglects: 'triples', relativeError: [0, 0, 0.01, 0.01], biasRelativeError },
        RANGE,
        [1],
      );
    // 1 ± 4 % of 3 ± 1 % leaves 2 with an error of (0.03 + 0.04)/2
    expect(parts([0, 0, 0.04, 0.04])).toMatchObject({
      biasSquare: { value: 1, relativeError: expect.closeTo(0.04, 12) as number },
      variance: { value: 2, relativeError: expect.closeTo(0.035, 12) as number },
    });
    expect(parts([0, 0, 0.15, 0.15])).toMatchObject({
      mean: 3,
      biasSquare: { reason: 'its estimated error is 15 %, above 10 %' },
      variance: { value: 2, relativeError: expect.closeTo(0.09, 12) as number },
    });
    const unknown = { reason: 'its estimated error is above 10 %' };
    // 10.1 % has the digits of 10 %.
    expect(parts([0, 0, 0.101, 0.101])).toMatchObject({ biasSquare: unknown });
    expect(parts([0, 0, 0, null])).toMatchObject({ mean: 3, biasSquare: unknown, variance: unknown });
    // Along event times bias² has no estimate of its own.
    const shared = { ...exact, neglects: 'triples', relativeError: [0, 0, 0.01, 0.01] };
    expect(expectedFloor(shared, RANGE, [1])).toMatchObject({
      biasSquare: { value: 1, relativeError: expect.closeTo(0.01, 12) as number },
    });
  });

  test('is unknown without a curve, or where it ends before, and says why', () => {
    expect(expectedFloor(undefined, RANGE, [1])).toEqual({ reason: 'theory was not computed' });
    expect(expectedFloor({ reason: 'none' }, RANGE, [1])).toEqual({ reason: 'none' });
    expect(expectedFloor(exact, { first: 3, last: 5 }, [1])).toEqual({
      reason: 'the exact curve ends with round 4',
    });
  });
});

describe('given the event times', () => {
  /** Level k of seed k; the curve is the mean of those that are there. */
  const given = (seeds: readonly number[], kept = seeds) => {
    const level = (value: number): number[] => ROUNDS.map(() => value);
    const whole = level(seeds.reduce((sum, seed) => sum + seed, 0) / seeds.length);
    const arrivals = kept.map((seed) => ({ seed, meanSquare: level(seed), biasSquare: level(seed) }));
    return { rounds: ROUNDS, meanSquare: whole, biasSquare: whole, seeds: seeds.length, arrivals };
  };

  test('the expectation is the mean over all measured seeds, never the first one’s alone', () => {
    expect(expectedFloor(given([1, 2, 6]), RANGE, [1, 2, 6])).toMatchObject({
      mean: 3,
      basis: 'event-times',
    });
    expect(expectedFloor(given([1]), RANGE, [1, 2, 6])).toEqual({
      reason:
        'the exact curve is given the event times of 1 of the 3 seeds; fedsa report --exact computes it',
    });
  });

  test('where a seed has not completed, the mean is over the others', () => {
    expect(expectedFloor(given([1, 2, 6]), RANGE, [2, 6])).toMatchObject({ mean: 4 });
  });

  test('of many seeds the mean of all counts, though the curves of the first alone are kept', () => {
    expect(expectedFloor(given([1, 2, 6], [1, 2]), RANGE, [1, 2, 6])).toMatchObject({ mean: 3 });
    expect(expectedFloor(given([1, 2, 6], [1, 2]), RANGE, [2, 6])).toHaveProperty('reason');
  });

  test('a curve at few rounds has no mean over all', () => {
    const { reason } = expectedFloor({ ...given([1, 2]), thinnedFrom: 300 }, RANGE, [1, 2]) as {
      reason: string;
    };
    expect(reason).toBe(
      'the exact curve has 4 of 300 rounds, too few for their mean; fedsa report --exact computes it',
    );
  });
});
