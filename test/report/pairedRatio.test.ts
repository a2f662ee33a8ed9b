/** Ratios on common seeds: against quantiles from a table, hand-made censored seeds, and simulated laws whose ratio is known. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import type { SeedNumbers } from '../../src/configuration/found.ts';
import { pairedRatio, sidesOf } from '../../src/report/pairedRatio.ts';

const known = (...values: readonly number[]): SeedNumbers =>
  new Map(values.map((value, k) => [k + 1, { low: value, high: value }]));

/** Passages: a number that was reached, or `[end]` of a run that ended there without reaching it. */
const passages = (...values: readonly (number | readonly [end: number])[]): SeedNumbers =>
  new Map(
    values.map((value, k) => [
      k + 1,
      typeof value === 'number' ? { low: value, high: value } : { low: value[0], high: Infinity },
    ]),
  );

/** t_{0.975} with 1, 2, … degrees of freedom, from a printed table. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365];

test('the interval is Student’s t for the logarithms of the seeds’ ratios', () => {
  const [base, result] = [known(1, 2, 4), known(2, 8, 12)];
  const logs = [2, 4, 3].map(Math.log);
  const centre = (logs[0]! + logs[1]! + logs[2]!) / 3;
  const deviation = Math.sqrt(logs.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 2);
  const half = (T[1]! * deviation) / Math.sqrt(3);
  const { seeds, censored, ratio, interval, pValue } = pairedRatio(base, result);
  expect({ seeds, censored }).toEqual({ seeds: 3, censored: 0 });
  expect(ratio).toBeCloseTo(24 ** (1 / 3), 12);
  expect(Math.log(interval!.low)).toBeCloseTo(centre - half, 3);
  expect(Math.log(interval!.high)).toBeCloseTo(centre + half, 3);
  expect(pValue < 0.05).toBe(interval!.low > 1);
});

test('only common seeds count, and results that move together are separated by their pairs', () => {
  const base = known(1, 10, 100, 1000, 1e4);
  const result = known(2, 20.5, 199, 2010, 1.99e4);
  expect(pairedRatio(base, result)).toMatchObject({ seeds: 5, censored: 0 });
  expect(pairedRatio(base, result).correlation).toBeGreaterThan(0.999);
  expect(sidesOf([pairedRatio(base, result)])).toEqual(['higher']);
  // The same numbers of other seeds overlap by decades.
  const shifted: SeedNumbers = new Map([...result].map(([seed, value]) => [(seed % 5) + 1, value]));
  expect(sidesOf([pairedRatio(base, shifted)])).toEqual(['not separated']);
  expect(pairedRatio(base, new Map([[9, { low: 1, high: 1 }]]))).toMatchObject({ seeds: 0, pValue: NaN });
});

test('one seed separates nothing; nor do two that overlap; equal seeds without noise do', () => {
  expect(sidesOf([pairedRatio(known(1), known(100))])).toEqual(['not separated']);
  expect(sidesOf([pairedRatio(known(1, 3), known(2, 2))])).toEqual(['not separated']);
  expect(sidesOf([pairedRatio(known(2, 2), known(1, 1))])).toEqual(['lower']);
  expect(sidesOf([pairedRatio(known(2, 2), known(2 + 1e-12, 2 + 1e-12))])).toEqual(['alike']);
});

test('a number that is the same in all seeds is correlated with nothing, however its logarithm is rounded', () => {
  const same = known(...Array.from({ length: 8 }, () => 21));
  expect(pairedRatio(same, known(1, 2, 3, 4, 5, 6, 7, 8)).correlation).toBeNaN();
  expect(pairedRatio(same, known(...Array.from({ length: 8 }, () => 30 / 7))).correlation).toBeNaN();
});

describe('censored seeds', () => {
  test('a seed that neither result reaches leaves the median where the others agree on it, and open where they do not', () => {
    const base = passages(1, 2, 3, 4, [9]);
    const [twice, spread] = [passages(2, 4, 6, 8, [9]), passages(1, 2, 9, 12, [9])];
    expect(pairedRatio(base, twice)).toMatchObject({ seeds: 5, censored: 1, ratio: 2, pValue: 0.375 });
    expect(pairedRatio(base, spread).ratio).toBeNaN();
  });

  test('the median of an even number of seeds is not known next to an infinite one, whichever result is the base', () => {
    const [base, result] = [passages(10, 12), passages(15, [40])];
    expect(pairedRatio(base, result).ratio).toBeNaN();
    expect(pairedRatio(result, base).ratio).toBeNaN();
    expect(pairedRatio(base, passages([40], [40])).ratio).toBe(Infinity);
  });

  test('of 2,000 seeds, half of which miss the level, the sign test has a p value', () => {
    const ended = Array.from({ length: 2000 }, (_, seed) => (seed % 2 === 0 ? ([40] as const) : 20));
    expect(pairedRatio(known(...ended.map(() => 30)), passages(...ended)).pValue).toBe(1);
  });

  test('a result that some seeds do not reach is not ranked by the mean of the others', () => {
    // Four seeds of the second are faster by far; the fifth never gets there.
    const found = pairedRatio(passages(10, 11, 12, 13, 14), passages(1, 1, 1, 1, [600]));
    expect(found).toMatchObject({ seeds: 5, censored: 1, interval: { high: Infinity } });
    expect(sidesOf([found])).toEqual(['not separated']);
  });

  test('where one result is censored, Student’s t of the ratios’ bounds separates a few seeds', () => {
    const base = passages(10, 12, 11);
    const logs = [600 / 10, 500 / 12, 600 / 11].map(Math.log);
    const centre = (logs[0]! + logs[1]! + logs[2]!) / 3;
    const deviation = Math.sqrt(logs.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 2);
    const found = pairedRatio(base, passages([600], [500], 600));
    expect(Math.log(found.interval!.low)).toBeCloseTo(centre - (T[1]! * deviation) / Math.sqrt(3), 3);
    expect(found.interval!.high).toBe(Infinity);
    expect(sidesOf([found])).toEqual(['higher']);
    expect(sidesOf([pairedRatio(passages([600], [500], 600), base)])).toEqual(['lower']);
    expect(sidesOf([pairedRatio(base, passages([9], [14], 12))])).toEqual(['not separated']);
  });

  test('of six seeds the median ratio has an interval, whatever the missing one would be', () => {
    const base = passages(10, 10, 10, 10, 10, 10);
    expect(sidesOf([pairedRatio(base, passages(20, 30, 20, 30, 20, [600]))])).toEqual(['higher']);
    // Ended before the base got there, the last seed could be faster or slower.
    expect(sidesOf([pairedRatio(base, passages(20, 30, 20, 30, 20, [5]))])).toEqual(['not separated']);
    expect(sidesOf([pairedRatio(passages(10, 10, 10, 10, 10, [9]), base)])).toEqual(['not separated']);
  });

  test('no ratio is tested where no seed bounds it: both results miss the level in all; one seed that does is enough', () => {
    const none = pairedRatio(passages([9], [9]), passages([9], [9]));
    expect(none).toMatchObject({ censored: 2, ratio: NaN, pValue: NaN });
    expect(sidesOf([none])).toEqual(['not separated']);
    expect(pairedRatio(passages([9], [9]), passages([9], 20)).pValue).toBe(1);
  });

  test('a passage between two recorded rounds is known no better than they are', () => {
    const between = (low: number, high: number): SeedNumbers =>
      new Map([1, 2].map((seed) => [seed, { low, high }]));
    expect(sidesOf([pairedRatio(between(9, 10), between(10, 11))])).toEqual(['not separated']);
    expect(sidesOf([pairedRatio(between(9, 10), between(11, 12))])).toEqual(['higher']);
  });
});

test('of several comparisons the smallest p value is compared with 5 %/m, the next with 5 %/(m − 1)', () => {
  const compute = (pValue: number, low: number): Parameters<typeof sidesOf>[0][number] => ({
    ...{ seeds: 5, censored: 0, ratio: 2, correlation: 0 },
    ...{ pValue, interval: { low, high: 4 } },
  });
  expect(sidesOf([compute(0.03, 1.1), compute(0.02, 1.2), compute(0.01, 1.3)])).toEqual([
    'higher',
    'higher',
    'higher',
  ]);
  expect(sidesOf([compute(0.04, 1.1), compute(0.03, 1.2), compute(0.01, 1.3)])).toEqual([
    'not separated',
    'not separated',
    'higher',
  ]);
  expect(sidesOf([compute(0.02, 1.1), compute(0.02, 1.2), compute(0.02, 1.3)])).toEqual(
    Array(3).fill('not separated'),
  );
});

describe('simulated', () => {
  const RUNS = 2000;
  const random = generatorFor(1, 'problem');
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  /** Log-normal numbers of n seeds: what is common to a seed's results, and what is not. */
  const results = (n: number, medians: readonly number[]): SeedNumbers[] => {
    const common = Array.from({ length: n }, normal);
    return medians.map((median) => known(...common.map((x) => median * Math.exp(x + 0.5 * normal()))));
  };
  const share = (isTrue: () => boolean): number => {
    let count = 0;
    for (let run = 0; run < RUNS; run++) if (isTrue()) count++;
    return count / RUNS;
  };
  // Four standard errors of a share of 95 % in 2,000: a sound interval fails once in 30,000 such tests.
  const ERROR = 4 * Math.sqrt((0.95 * 0.05) / RUNS);

  test.each([2, 3, 5, 8])('the interval of %i seeds holds the ratio in 95 % of the cases', (n) => {
    const held = share(() => {
      const { interval } = pairedRatio(...(results(n, [1, 3]) as [SeedNumbers, SeedNumbers]));
      return interval!.low <= 3 && 3 <= interval!.high;
    });
    expect(Math.abs(held - 0.95)).toBeLessThan(ERROR);
  });

  test('with censored seeds the interval holds the ratio of the medians at least as often', () => {
    const held = share(() => {
      const [base, result] = results(8, [1, 3]) as [SeedNumbers, SeedNumbers];
      const cut = (numbers: SeedNumbers): SeedNumbers =>
        new Map(
          [...numbers].map(([seed, each]) => [seed, each.high > 6 ? { low: 6, high: Infinity } : each]),
        );
      const { interval } = pairedRatio(cut(base), cut(result));
      return interval!.low <= 3 && 3 <= interval!.high;
    });
    expect(held).toBeGreaterThan(0.95 - ERROR);
  });

  test('of five results of one law any pair is separated in 5 % of the cases at most', () => {
    const wrong = share(() => {
      const all = results(4, [1, 1, 1, 1, 1]);
      const pairs = all.flatMap((seedNumbers, k) =>
        all.slice(k + 1).map((other) => pairedRatio(seedNumbers, other)),
      );
      return sidesOf(pairs).some((side) => side !== 'not separated');
    });
    expect(wrong).toBeLessThan(0.05 + ERROR);
  });
});
