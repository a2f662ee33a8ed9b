/** Closed forms of means against integrals over the quantile function, and against one another. */
import { describe, expect, test } from 'vitest';
import { type Distribution, meanOfInverse } from '../../src/timing/distribution.ts';
import { expectedTiming } from '../../src/timing/expected.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';

const LOAD = { localSteps: 10, downlinkBytes: 800, uplinkBytes: 1600 };

/** ∫ f over (0, ∞) by the substitution x = e^u and the trapezoid rule, exact to rounding for these. */
function integral(f: (x: number) => number): number {
  const STEP = 1 / 64;
  let sum = 0;
  for (let u = -60; u <= 60; u += STEP) sum += f(Math.exp(u)) * Math.exp(u) * STEP;
  return sum;
}

test('a message takes its own latency, and its own bytes by its own bandwidth: 1 + 800/100 and 3 + 1600/400 s', () => {
  const timing = { downlinkLatency: 1, uplinkLatency: 3, downlinkBandwidth: 100, uplinkBandwidth: 400 };
  expect(expectedTiming(timing, 0, LOAD)).toMatchObject({ downlink: 9, uplink: 7 });
});

describe('E[1/X]', () => {
  test('of a log-normal law is the integral over its density', () => {
    const [median, sigma] = [2, 0.7];
    const density = (x: number): number =>
      Math.exp(-((Math.log(x / median) / sigma) ** 2) / 2) / (x * sigma * Math.sqrt(2 * Math.PI));
    expect(meanOfInverse({ kind: 'log-normal', median, sigma })).toBeCloseTo(
      integral((x) => density(x) / x),
      10,
    );
  });

  test('of a gamma law is the integral over its density', () => {
    // Γ(3) = 2
    const density = (x: number): number => ((x / 4) ** 2 * Math.exp(-x / 4)) / (4 * 2);
    expect(meanOfInverse({ kind: 'gamma', shape: 3, scale: 4 })).toBeCloseTo(
      integral((x) => density(x) / x),
      10,
    );
  });

  test('of a shifted exponential is the integral over its density, near 0 and far from it', () => {
    for (const [shift, scale] of [
      [2, 3],
      [0.001, 3],
      [50, 3],
    ] as const) {
      const density = (x: number): number => Math.exp(-x / scale) / scale;
      expect(meanOfInverse({ kind: 'shifted-exponential', shift, scale })).toBeCloseTo(
        integral((x) => density(x) / (shift + x)),
        10,
      );
    }
  });

  test.each<[string, Distribution, number]>([
    ['a constant', 4, 0.25],
    ['a uniform law', { kind: 'uniform', low: 2, high: 6 }, Math.log(3) / 4],
    ['a uniform law of one point', { kind: 'uniform', low: 2, high: 2 }, 0.5],
    // ∫₂^∞ (3 · 2³/x⁴)(1/x) dx = 3 · 2³/(4 · 2⁴)
    ['a Pareto law', { kind: 'pareto', scale: 2, shape: 3 }, 0.375],
    ['measured values', { kind: 'empirical', values: [1, 2, 4] }, 1.75 / 3],
    // E X^{−1} = Γ(1 − 1/2)/3
    ['a Weibull law', { kind: 'weibull', scale: 3, shape: 2 }, Math.sqrt(Math.PI) / 3],
    ['a Weibull law of shape 1: none', { kind: 'weibull', scale: 3, shape: 1 }, Infinity],
    ['a half-normal law: none', { kind: 'half-normal', scale: 3 }, Infinity],
    ['an exponential law from 0: none', { kind: 'shifted-exponential', shift: 0, scale: 1 }, Infinity],
    ['an exponential law: none', { kind: 'exponential', mean: 1 }, Infinity],
    ['a gamma law of shape 1: none', { kind: 'gamma', shape: 1, scale: 1 }, Infinity],
  ])('of %s', (_name, law, mean) => {
    expect(meanOfInverse(law)).toBeCloseTo(mean, 14);
  });

  test('of a narrow uniform law keeps its digits', () => {
    expect(meanOfInverse({ kind: 'uniform', low: 3, high: 3 + 1e-12 })).toBeCloseTo(1 / 3, 12);
  });
});

describe('the expected timing', () => {
  test('without a model: a second a step, and nothing else', () => {
    expect(expectedTiming(undefined, 0, LOAD)).toEqual({
      computing: 10,
      downlink: 0,
      uplink: 0,
      available: 1,
    });
  });

  test('is longer by the mean of slowness', () => {
    const model: TimingModel = { compute: 3, slowness: { kind: 'uniform', low: 1, high: 2 } };
    expect(expectedTiming(model, 0, LOAD)).toMatchObject({ computing: 45 });
  });

  test('adds latency and bytes over bandwidth, and knows the agent’s own model', () => {
    const model: TimingModel = {
      compute: { kind: 'gamma', shape: 2, scale: 0.5 },
      uplinkLatency: { kind: 'exponential', mean: 0.5 },
      uplinkBandwidth: 1000,
      downlinkLatency: 1,
      availability: { on: { kind: 'exponential', mean: 3 }, off: 1 },
      agents: [{ agents: [1, 1], compute: 3, availability: { on: 1, off: 3 } }],
    };
    expect(expectedTiming(model, 0, LOAD)).toEqual({
      computing: 10,
      downlink: 1,
      uplink: 2.1,
      available: 0.75,
    });
    expect(expectedTiming(model, 1, LOAD)).toMatchObject({ computing: 30, available: 0.25 });
  });

  test('is infinite where a law has no mean', () => {
    const heavy = { kind: 'pareto', scale: 1, shape: 1 } as const;
    expect(expectedTiming({ compute: heavy }, 0, LOAD).computing).toBe(Infinity);
    expect(expectedTiming({ uplinkBandwidth: { kind: 'exponential', mean: 1e6 } }, 0, LOAD).uplink).toBe(
      Infinity,
    );
    expect(expectedTiming({ availability: { on: heavy, off: 1 } }, 0, LOAD).available).toBe(1);
    expect(expectedTiming({ availability: { on: 1, off: heavy } }, 0, LOAD).available).toBe(0);
  });
});
