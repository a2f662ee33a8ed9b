/** Distributions of durations and rates: what a timing model is made of. */
import type { Generator } from '../maths/generator.ts';
import { positive } from '../values/parameter.ts';
import { either, list, type Value, variant, variants, where } from '../values/value.ts';

/**
 * A law on (0, ∞); a number stands for the constant. Times are in seconds, bandwidths in bytes per
 * second.
 *
 * - `log-normal`: exp(N(log median, sigma²));
 * - `pareto`: P(X > x) = (scale/x)^shape for x ≥ scale; its mean is infinite for shape ≤ 1;
 * - `gamma`: of mean shape · scale;
 * - `empirical`: one of the values, each as likely.
 */
export type Distribution =
  | number
  | { readonly kind: 'uniform'; readonly low: number; readonly high: number }
  | { readonly kind: 'exponential'; readonly mean: number }
  | { readonly kind: 'log-normal'; readonly median: number; readonly sigma: number }
  | { readonly kind: 'pareto'; readonly scale: number; readonly shape: number }
  | { readonly kind: 'gamma'; readonly shape: number; readonly scale: number }
  | { readonly kind: 'empirical'; readonly values: readonly number[] };

const shape = positive('SHAPE', 'its shape');
const scale = positive('SCALE', 'its scale');

/**
 * A number, or a law of numbers.
 *
 * @param least - what the smallest of them may be
 */
export const lawOf = (least: Value<number>): Value<Distribution> =>
  either<Distribution>(
    [
      least,
      variants(
        variant('exponential', { mean: positive('MEAN', 'its mean') }),
        where(
          variant('uniform', { low: { ...least, symbol: 'LOW' }, high: positive('HIGH', 'its end') }),
          ({ low, high }, fault) => {
            if (low > high) fault(['low'], 'must be at most high');
          },
        ),
        variant('log-normal', {
          median: positive('MEDIAN', 'its median'),
          sigma: positive('SIGMA', 'the standard deviation of its logarithm'),
        }),
        variant('pareto', { scale, shape }),
        variant('gamma', { shape, scale }),
        variant('empirical', { values: list(least) }),
      ),
    ],
    'must be a number, or a law { kind, … }',
  );

/** One draw. */
export function draw(distribution: Distribution, generator: Generator): number {
  if (typeof distribution === 'number') return distribution;
  switch (distribution.kind) {
    case 'uniform':
      return distribution.low + (distribution.high - distribution.low) * generator.uniform();
    case 'exponential':
      return -distribution.mean * Math.log1p(-generator.uniform());
    case 'log-normal':
      return distribution.median * Math.exp(distribution.sigma * generator.normal());
    case 'pareto':
      return distribution.scale * (1 - generator.uniform()) ** (-1 / distribution.shape);
    case 'gamma':
      return distribution.scale * standardGamma(distribution.shape, generator);
    case 'empirical':
      return distribution.values[generator.below(distribution.values.length)]!;
  }
}

/**
 * The sum of `count` independent draws: in one draw where the sum has a law of its own (constant,
 * exponential, gamma), one by one otherwise.
 */
export function drawSum(distribution: Distribution, count: number, generator: Generator): number {
  if (typeof distribution === 'number') return count * distribution;
  if (count === 0) return 0;
  if (distribution.kind === 'exponential') return distribution.mean * standardGamma(count, generator);
  if (distribution.kind === 'gamma')
    return distribution.scale * standardGamma(count * distribution.shape, generator);
  let sum = 0;
  for (let k = 0; k < count; k++) sum += draw(distribution, generator);
  return sum;
}

/** The mean; Infinity where there is none. */
export function meanOf(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  switch (distribution.kind) {
    case 'uniform':
      return (distribution.low + distribution.high) / 2;
    case 'exponential':
      return distribution.mean;
    case 'log-normal':
      return distribution.median * Math.exp(distribution.sigma ** 2 / 2);
    case 'pareto':
      return distribution.shape > 1
        ? (distribution.shape * distribution.scale) / (distribution.shape - 1)
        : Infinity;
    case 'gamma':
      return distribution.shape * distribution.scale;
    case 'empirical':
      return distribution.values.reduce((sum, value) => sum + value, 0) / distribution.values.length;
  }
}

/**
 * Gamma(shape, 1) by rejection (Marsaglia and Tsang, "A simple method for generating gamma variables",
 * 2000); for shape < 1 as Gamma(shape + 1) · U^{1/shape}.
 */
function standardGamma(shape: number, generator: Generator): number {
  if (shape < 1) return standardGamma(shape + 1, generator) * (1 - generator.uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = generator.normal();
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    const u = 1 - generator.uniform();
    if (Math.log(u) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}
