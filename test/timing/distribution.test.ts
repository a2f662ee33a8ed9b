/**
 * Draws against their laws: the Kolmogorov–Smirnov distance of 20,000 draws to the distribution
 * function stays below 2.7/√n with probability 1 − 1e-6, for each law by itself.
 */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import {
  type Distribution,
  draw,
  drawResidual,
  drawSum,
  hasResidual,
  meanOf,
} from '../../src/timing/distribution.ts';

const N = 20_000;

function ksDistance(draws: readonly number[], cdf: (x: number) => number): number {
  const sorted = [...draws].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((x, k) => Math.max(Math.abs(cdf(x) - k / N), Math.abs(cdf(x) - (k + 1) / N))),
  );
}

/** P(Gamma(k, 1) ≤ x) for whole k: 1 − e^{−x} Σ_{j<k} x^j/j! */
function erlang(k: number, x: number): number {
  let term = 1;
  let sum = 0;
  for (let j = 0; j < k; j++) {
    sum += term;
    term *= x / (j + 1);
  }
  return 1 - Math.exp(-x) * sum;
}

/** Φ, by the series of its density: Σ x^{2k+1}/(1·3·5⋯(2k+1)) φ(x) + ½. */
function normal(x: number): number {
  if (x < -8) return 0;
  if (x > 8) return 1;
  let term = x;
  let sum = x;
  for (let k = 1; Math.abs(term) > 1e-17; k++) sum += term *= (x * x) / (2 * k + 1);
  return 0.5 + (sum * Math.exp(-(x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

const LAWS: readonly { name: string; law: Distribution; cdf: (x: number) => number; mean: number }[] = [
  { name: 'uniform', law: { kind: 'uniform', low: 2, high: 5 }, cdf: (x) => (x - 2) / 3, mean: 3.5 },
  {
    name: 'exponential',
    law: { kind: 'exponential', mean: 3 },
    cdf: (x) => 1 - Math.exp(-x / 3),
    mean: 3,
  },
  {
    name: 'log-normal',
    law: { kind: 'log-normal', median: 2, sigma: 0.7 },
    cdf: (x) => normal(Math.log(x / 2) / 0.7),
    mean: 2 * Math.exp(0.245),
  },
  {
    name: 'Pareto',
    law: { kind: 'pareto', scale: 2, shape: 2.5 },
    cdf: (x) => 1 - (2 / x) ** 2.5,
    mean: 10 / 3,
  },
  {
    name: 'gamma of shape 3',
    law: { kind: 'gamma', shape: 3, scale: 2 },
    cdf: (x) => erlang(3, x / 2),
    mean: 6,
  },
  {
    // Gamma(½) is half the square of a standard normal.
    name: 'gamma of shape ½',
    law: { kind: 'gamma', shape: 0.5, scale: 1 },
    cdf: (x) => 2 * normal(Math.sqrt(2 * x)) - 1,
    mean: 0.5,
  },
  {
    name: 'shifted exponential',
    law: { kind: 'shifted-exponential', shift: 2, scale: 3 },
    cdf: (x) => 1 - Math.exp(-(x - 2) / 3),
    mean: 5,
  },
  {
    name: 'half-normal',
    law: { kind: 'half-normal', scale: 2 },
    cdf: (x) => 2 * normal(x / 2) - 1,
    mean: 4 / Math.sqrt(2 * Math.PI),
  },
  {
    name: 'Weibull of shape ½',
    law: { kind: 'weibull', scale: 3, shape: 0.5 },
    cdf: (x) => 1 - Math.exp(-Math.sqrt(x / 3)),
    mean: 6, // Γ(3) = 2
  },
  {
    name: 'Weibull of shape 2',
    law: { kind: 'weibull', scale: 3, shape: 2 },
    cdf: (x) => 1 - Math.exp(-((x / 3) ** 2)),
    mean: (3 * Math.sqrt(Math.PI)) / 2, // Γ(3/2) = √π/2
  },
];

describe.each(LAWS)('$name', ({ name, law, cdf, mean }) => {
  test('has its distribution function', () => {
    const generator = generatorFor(1, 'law', name);
    const draws = Array.from({ length: N }, () => draw(law, generator));
    expect(ksDistance(draws, cdf)).toBeLessThan(2.7 / Math.sqrt(N));
  });

  test('what is left of it at a random moment has the density (1 − F)/E X', () => {
    const generator = generatorFor(6, 'residual', name);
    const draws = Array.from({ length: 4000 }, () => drawResidual(law, generator)).sort((a, b) => a - b);
    let [sum, last, distance] = [0, 0, 0];
    for (const [k, x] of draws.entries()) {
      // Simpson's rule from one draw to the next.
      const [left, middle, right] = [last, (last + x) / 2, x].map((at) => 1 - Math.max(0, cdf(at)));
      sum += ((x - last) / 6) * (left! + 4 * middle! + right!);
      last = x;
      distance = Math.max(distance, Math.abs(sum / mean - k / 4000));
    }
    expect(distance).toBeLessThan(2.7 / Math.sqrt(4000));
  });

  test('has its mean', () => {
    expect(meanOf(law)).toBeCloseTo(mean, 12);
  });
});

test('a constant is itself, and draws nothing', () => {
  const generator = generatorFor(1, 'constant');
  const other = generatorFor(1, 'constant');
  expect(draw(0.25, generator)).toBe(0.25);
  expect(drawSum(0.25, 8, generator)).toBe(2);
  expect(generator.uint32()).toBe(other.uint32());
});

test('an empirical law draws each of its values equally often (χ² of 3 degrees below 33, failure 4e-7)', () => {
  const generator = generatorFor(2, 'empirical');
  const values = [1, 2, 4, 8];
  const counts = new Map(values.map((value) => [value, 0]));
  for (let k = 0; k < N; k++) {
    const value = draw({ kind: 'empirical', values }, generator);
    counts.set(value, counts.get(value)! + 1);
  }
  const expected = N / 4;
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  expect([...counts.keys()]).toEqual(values);
  expect(chiSquare).toBeLessThan(33);
  expect(meanOf({ kind: 'empirical', values })).toBe(3.75);
});

test('what is left of a measured value is uniform within one drawn by its size (failure 1e-7)', () => {
  const generator = generatorFor(2, 'left');
  const draws = Array.from({ length: N }, () =>
    drawResidual({ kind: 'empirical', values: [1, 3] }, generator),
  );
  const short = draws.filter((x) => x <= 1).length / N;
  // A quarter of the time is within the 1 s, and of the 3 s a third is within 1 s of the end.
  expect(Math.abs(short - 1 / 2)).toBeLessThan(Math.sqrt(Math.log(2 / 1e-7) / (2 * N)));
  expect(drawResidual(4, generator)).toBeLessThan(4);
});

test('a Pareto law of shape 1 has no mean', () => {
  expect(hasResidual({ kind: 'pareto', scale: 1, shape: 1 })).toBe(false);
  expect(meanOf({ kind: 'pareto', scale: 1, shape: 1 })).toBe(Infinity);
});

describe('sums', () => {
  test('of 3 exponentials and of 3 Gamma(1) are Gamma(3), in one draw', () => {
    for (const law of [
      { kind: 'exponential', mean: 2 },
      { kind: 'gamma', shape: 1, scale: 2 },
    ] as const) {
      const generator = generatorFor(3, 'sum', law.kind);
      const draws = Array.from({ length: N }, () => drawSum(law, 3, generator));
      expect(ksDistance(draws, (x) => erlang(3, x / 2))).toBeLessThan(2.7 / Math.sqrt(N));
    }
  });

  test('of 3 shifted exponentials are three times the shift and Gamma(3), in one draw', () => {
    const law = { kind: 'shifted-exponential', shift: 5, scale: 2 } as const;
    const generator = generatorFor(3, 'sum', 'shifted');
    const draws = Array.from({ length: N }, () => drawSum(law, 3, generator));
    expect(ksDistance(draws, (x) => erlang(3, (x - 15) / 2))).toBeLessThan(2.7 / Math.sqrt(N));
  });

  test('of other laws are the draws added up', () => {
    const law = { kind: 'uniform', low: 1, high: 2 } as const;
    const [first, other] = [generatorFor(4, 'sum'), generatorFor(4, 'sum')];
    let sum = 0;
    for (let k = 0; k < 7; k++) sum += draw(law, other);
    expect(drawSum(law, 7, first)).toBe(sum);
  });

  test('of nothing are 0', () => {
    const generator = generatorFor(5, 'sum');
    expect(drawSum({ kind: 'exponential', mean: 2 }, 0, generator)).toBe(0);
    expect(drawSum({ kind: 'pareto', scale: 1, shape: 1 }, 0, generator)).toBe(0);
  });
});
