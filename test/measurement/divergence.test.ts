/** The rule by which a replication has diverged. */
import { describe, expect, test } from 'vitest';
import { DivergenceRule } from '../../src/measurement/divergence.ts';
import type { MetricName } from '../../src/measurement/metrics/metrics.ts';
import { recordOf } from '../oracles/records.ts';

const vector = (...values: number[]): Float64Array => Float64Array.from(values);

describe('an iterate is beyond', () => {
  test.each([
    // ‖θ̄ − θ*‖² against 10¹² · max(1, ‖θ̄_0‖², ‖θ*‖², ‖θ̄_0 − θ*‖²)
    { title: 'the 1', initial: [0, 0], root: [0, 0], scale: 1 },
    { title: 'the start', initial: [3, 4], root: [3, 0], scale: 25 },
    { title: 'the root', initial: [6, 8], root: [6, 9], scale: 117 },
    { title: 'their distance', initial: [3, 4], root: [-3, -4], scale: 100 },
  ])('10¹² times $title', ({ initial, root, scale }) => {
    const rule = new DivergenceRule(vector(...initial), vector(...root));
    const way = 1e6 * Math.sqrt(scale);
    const at = (factor: number): Float64Array => vector(root[0]! + factor * way, root[1]!);
    expect(rule.isBeyond(at(1 - 1e-6))).toBe(false);
    expect(rule.isBeyond(at(1 + 1e-6))).toBe(true);
    expect(rule.isBeyond(at(-1 - 1e-6))).toBe(true);
  });

  test('10¹² times its start, where the root is not known', () => {
    const rule = new DivergenceRule(vector(3, 4), undefined);
    expect(rule.isBeyond(vector(4.999e6, 0))).toBe(false);
    expect(rule.isBeyond(vector(0, 5.001e6))).toBe(true);
  });

  test.each([NaN, Infinity, -Infinity, 1e200])('every bound with a coordinate of %d', (value) => {
    for (const root of [undefined, vector(1, 1)])
      expect(new DivergenceRule(vector(0, 0), root).isBeyond(vector(0, value))).toBe(true);
  });
});

describe('a record', () => {
  const START = { round: 0, step: 0, time: 0, error: 1, agentError: 1, operatorNorm: 1, drift: 0 };
  const displayed = (changes: Partial<Record<MetricName, number>>, start = START): boolean => {
    const rule = new DivergenceRule(vector(0), undefined);
    expect(rule.hasOverflowed(recordOf(start))).toBe(false);
    return rule.hasOverflowed(recordOf({ ...start, ...changes }));
  };

  test.each([
    'error',
    'agentError',
    'operatorNorm',
    'drift',
    'averageError',
    'drawnError',
    'drawnOperatorNorm',
    'lyapunov',
  ] as const)('with an infinite %s has overflowed', (name) => {
    expect(displayed({ [name]: Infinity })).toBe(true);
  });

  test('with a NaN that was a number has overflowed, and one of a quantity that is not there has not', () => {
    expect(displayed({ operatorNorm: NaN })).toBe(true);
    expect(displayed({ averageError: 2, idle: 0.5 })).toBe(false);
    const unknown = { ...START, error: NaN, agentError: NaN };
    expect(displayed({ drift: 1e300 }, unknown)).toBe(false);
  });
});
