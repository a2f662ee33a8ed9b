import { describe, expect, it } from 'vitest';
import { detectable } from '../../src/claims/evaluate.ts';
import { decide, slack, together, verdictOf, verdictOfAll } from '../../src/claims/verdict.ts';

const interval = (low: number, high: number) => ({ estimate: (low + high) / 2, low, high, level: 0.95 });

describe('decide', () => {
  it.each([
    [0.2, 0.8, { high: 1 }, 'holds'],
    [0.2, 1, { high: 1 }, 'undecided'],
    [1, 1, { high: 1 }, 'undecided'],
    [1, 1, { low: 0.9, high: 1.1 }, 'holds'],
    [0.2, 1.1, { high: 1 }, 'undecided'],
    [1.1, 1.2, { high: 1 }, 'does not hold'],
    [1.1, 1.2, { low: 1 }, 'holds'],
    [0.9, 1.2, { low: 1 }, 'undecided'],
    [0.7, 0.9, { low: 1 }, 'does not hold'],
    [-1.1, -0.9, { low: -1.2, high: -0.8 }, 'holds'],
    [-1.3, -0.7, { low: -1.2, high: -0.8 }, 'undecided'],
    [-0.7, -0.6, { low: -1.2, high: -0.8 }, 'does not hold'],
    [-1.4, -1.3, { low: -1.2, high: -0.8 }, 'does not hold'],
    [-Infinity, Infinity, { high: 1 }, 'undecided'],
    [NaN, NaN, { high: 1 }, 'undecided'],
    [3, 4, {}, 'holds'],
  ] as const)('[%d, %d] against %o: %s', (low, high, region, verdict) => {
    expect(decide(interval(low, high), region)).toBe(verdict);
  });
});

describe('together', () => {
  it.each([
    [['holds', 'holds'], 'holds'],
    [['holds', 'undecided'], 'undecided'],
    [['undecided', 'does not hold', 'holds'], 'does not hold'],
  ] as const)('%o: %s', (verdicts, verdict) => {
    expect(together(verdicts)).toBe(verdict);
  });
});

describe('verdictOf', () => {
  it.each([
    [['holds', 'holds'], [], false, 'confirmed'],
    [['holds'], [], true, 'confirmed-for'],
    [['holds'], ['does not hold'], true, 'corrected'],
    [['holds'], ['holds'], true, 'undecided'],
    [['holds'], ['undecided'], true, 'undecided'],
    [['undecided'], ['does not hold'], false, 'undecided'],
    [['holds', 'does not hold'], ['does not hold'], true, 'refuted'],
  ] as const)('tested %o, printed %o, conditional %s: %s', (tested, printed, isConditional, verdict) => {
    expect(verdictOf(tested, printed, isConditional)).toBe(verdict);
  });
});

describe('verdictOfAll', () => {
  it.each([
    [['confirmed', 'confirmed'], 'confirmed'],
    [['confirmed', 'confirmed-for'], 'confirmed-for'],
    [['confirmed', 'untested'], 'confirmed-for'],
    [['corrected', 'confirmed-for', 'untested'], 'corrected'],
    [['corrected', 'undecided'], 'undecided'],
    [['confirmed', 'undecided', 'refuted'], 'refuted'],
    [['untested'], 'untested'],
    [[], 'untested'],
  ] as const)('%o: %s', (verdicts, verdict) => {
    expect(verdictOfAll(verdicts)).toBe(verdict);
  });
});

describe('slack', () => {
  it.each([
    [1, 1, { high: 3 }, 0.5],
    [3, 3, { high: 3 }, 0],
    [6, 6, { high: 3 }, -1 / 3],
    [2, 2, { low: 1, high: 6 }, 1 / 3],
    [-Infinity, Infinity, { high: 1 }, -1],
    [0, 0, { low: -1, high: 1 }, 1],
    [0, 0, { high: 0 }, 0],
    [7, 8, {}, 1],
  ] as const)('of [%d, %d] in %o is %d', (low, high, region, expected) => {
    expect(slack(interval(low, high), region)).toBeCloseTo(expected, 12);
  });
});

describe('detectable', () => {
  const value = { estimate: 0.5, low: 0.4, high: 0.6, level: 0.95, error: 0.05 };

  it('is half an interval and the error’s 95 % beyond it, over the width of the region', () => {
    expect(detectable({ statistic: 'x', value, claimed: { low: 0, high: 2 } })).toBeCloseTo(
      (0.1 + 1.645 * 0.05) / 2,
    );
  });

  it('is not known of a region with one side, and of a number without chance', () => {
    expect(detectable({ statistic: 'x', value, claimed: { high: 2 } })).toBeUndefined();
    const { error: _, ...exact } = value;
    expect(detectable({ statistic: 'x', value: exact, claimed: { low: 0, high: 2 } })).toBeUndefined();
  });
});
