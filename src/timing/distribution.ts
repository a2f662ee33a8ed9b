/** Distributions of durations and rates: what a timing model is made of. */
import { power } from '../maths/power.ts';
import { gamma, scaledExponentialIntegral } from '../maths/gamma.ts';
import type { Generator } from '../maths/generator.ts';
import { positive } from '../values/parameter.ts';
import { secondsAbove0, secondsFrom0 } from '../values/ticks.ts';
import { either, list, optional, real, type Value, variant, variants, where } from '../values/value.ts';

/**
 * A law on (0, ∞); a number stands for the constant. Times are in seconds, bandwidths in bytes per
 * second.
 *
 * - `log-normal`: exp(N(log median, sigma²));
 * - `pareto`: P(X > x) = (scale/x)^shape for x ≥ scale; its mean is infinite for shape ≤ 1;
 * - `gamma`: of mean shape · scale;
 * - `shifted-exponential`: shift + an exponential of mean `scale`;
 * - `half-normal`: |N(0, scale²)|;
 * - `weibull`: P(X > x) = exp(−(x/scale)^shape);
 * - `empirical`: one of the values, each as likely;
 * - `sequence`: no chance at all: first those of `first`, then the values in turn, again and again.
 */
export type Distribution =
  | number
  | { readonly kind: 'uniform'; readonly low: number; readonly high: number }
  | { readonly kind: 'exponential'; readonly mean: number }
  | { readonly kind: 'log-normal'; readonly median: number; readonly sigma: number }
  | { readonly kind: 'pareto'; readonly scale: number; readonly shape: number }
  | { readonly kind: 'gamma'; readonly shape: number; readonly scale: number }
  | { readonly kind: 'shifted-exponential'; readonly shift: number; readonly scale: number }
  | { readonly kind: 'half-normal'; readonly scale: number }
  | { readonly kind: 'weibull'; readonly scale: number; readonly shape: number }
  | { readonly kind: 'empirical'; readonly values: readonly number[] }
  | { readonly kind: 'sequence'; readonly first?: readonly number[]; readonly values: readonly number[] };

type Named = Exclude<Distribution, number>;
type OfKind<K extends Named['kind']> = Extract<Named, { readonly kind: K }>;

/** All that is known of one kind of law. */
interface Law<D> {
  /** its fields; @param least - what the smallest number may be */
  value(least: Value<number>): Value<D>;
  draw(law: D, generator: Generator): number;
  /** the sum of so many draws, in one draw, where it has a law of its own */
  sum?(law: D, count: number, generator: Generator): number;
  /** A draw of the law with density x f(x)/E X: how long the one is that is under way at a random time; where that is known. */
  lengthBiased?(law: D, generator: Generator): number;
  /** the lower bound of all draws, as large as it can be; 0 where it is left out */
  least?(law: D): number;
  /** Infinity where there is none */
  mean(law: D): number;
  /** E[1/X]; Infinity where there is none */
  meanOfInverse(law: D): number;
  text(law: D, unit: string): string;
}

const shape = positive('SHAPE', 'its shape');
const scale = positive('SCALE', 'its scale');

const average = (values: readonly number[], map: (x: number) => number): number =>
  values.reduce((sum, x) => sum + map(x), 0) / values.length;

const smallest = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));

/** How many numbers of a sequence a quantity has had, by its generator: each quantity has one of its own. */
const places = new WeakMap<Generator, number>();

/** Every kind, in the order of the help. */
const LAWS: { readonly [K in Named['kind']]: Law<OfKind<K>> } = {
  exponential: {
    value: () => variant('exponential', { mean: positive('MEAN', 'its mean') }),
    draw: ({ mean }, generator) => -mean * Math.log1p(-generator.uniform()),
    sum: ({ mean }, count, generator) => mean * standardGamma(count, generator),
    lengthBiased: ({ mean }, generator) => mean * standardGamma(2, generator),
    mean: ({ mean }) => mean,
    meanOfInverse: () => Infinity,
    text: ({ mean }, unit) => `exponential of mean ${mean} ${unit}`,
  },
  uniform: {
    value: (least) =>
      where(
        variant('uniform', { low: { ...least, symbol: 'LOW' }, high: positive('HIGH', 'its end') }),
        ({ low, high }, fault) => {
          if (low > high) fault(['low'], 'must be at most HIGH');
        },
      ),
    draw: ({ low, high }, generator) => low + (high - low) * generator.uniform(),
    lengthBiased: ({ low, high }, generator) =>
      Math.sqrt(low * low + (high - low) * (high + low) * generator.uniform()),
    least: ({ low }) => low,
    mean: ({ low, high }) => (low + high) / 2,
    meanOfInverse: ({ low, high }) => {
      // log1p(x)/x → 1: the quotient of the closed form loses all digits for a narrow interval.
      const width = (high - low) / low;
      return width === 0 ? 1 / low : Math.log1p(width) / width / low;
    },
    text: ({ low, high }, unit) => `uniform from ${low} to ${high} ${unit}`,
  },
  'log-normal': {
    value: () =>
      variant('log-normal', {
        median: positive('MEDIAN', 'its median'),
        sigma: positive('SIGMA', 'the standard deviation of its logarithm'),
      }),
    draw: ({ median, sigma }, generator) => median * Math.exp(sigma * generator.normal()),
    lengthBiased: ({ median, sigma }, generator) => median * Math.exp(sigma * (sigma + generator.normal())),
    mean: ({ median, sigma }) => median * Math.exp(sigma ** 2 / 2),
    meanOfInverse: ({ median, sigma }) => Math.exp(sigma ** 2 / 2) / median,
    text: ({ median, sigma }, unit) => `log-normal of median ${median} ${unit} and σ = ${sigma}`,
  },
  pareto: {
    value: () => variant('pareto', { scale, shape }),
    draw: ({ scale, shape }, generator) => scale * power(1 - generator.uniform(), -1 / shape),
    lengthBiased: ({ scale, shape }, generator) => scale * power(1 - generator.uniform(), -1 / (shape - 1)),
    least: ({ scale }) => scale,
    mean: ({ scale, shape }) => (shape > 1 ? (shape * scale) / (shape - 1) : Infinity),
    meanOfInverse: ({ scale, shape }) => shape / ((shape + 1) * scale),
    text: ({ scale, shape }, unit) => `Pareto from ${scale} ${unit} on, of tail exponent ${shape}`,
  },
  gamma: {
    value: () => variant('gamma', { shape, scale }),
    draw: ({ shape, scale }, generator) => scale * standardGamma(shape, generator),
    sum: ({ shape, scale }, count, generator) => scale * standardGamma(count * shape, generator),
    lengthBiased: ({ shape, scale }, generator) => scale * standardGamma(shape + 1, generator),
    mean: ({ shape, scale }) => shape * scale,
    meanOfInverse: ({ shape, scale }) => (shape > 1 ? 1 / (scale * (shape - 1)) : Infinity),
    text: ({ shape, scale }, unit) => `gamma of shape ${shape} and scale ${scale} ${unit}`,
  },
  'shifted-exponential': {
    value: (least) => variant('shifted-exponential', { shift: { ...least, symbol: 'SHIFT' }, scale }),
    draw: ({ shift, scale }, generator) => shift - scale * Math.log1p(-generator.uniform()),
    sum: ({ shift, scale }, count, generator) => count * shift + scale * standardGamma(count, generator),
    // (shift e^{−u} + scale u e^{−u})/(shift + scale)
    lengthBiased: ({ shift, scale }, generator) =>
      shift + scale * standardGamma(generator.uniform() * (shift + scale) < shift ? 1 : 2, generator),
    least: ({ shift }) => shift,
    mean: ({ shift, scale }) => shift + scale,
    // ∫ e^{−u}/(shift + scale u) du
    meanOfInverse: ({ shift, scale }) =>
      shift === 0 ? Infinity : scaledExponentialIntegral(shift / scale) / scale,
    text: ({ shift, scale }, unit) => `${shift} ${unit} and an exponential of mean ${scale} ${unit}`,
  },
  'half-normal': {
    value: () => variant('half-normal', { scale }),
    draw: ({ scale }, generator) => scale * Math.abs(generator.normal()),
    // Rayleigh's
    lengthBiased: ({ scale }, generator) => scale * Math.sqrt(-2 * Math.log1p(-generator.uniform())),
    mean: ({ scale }) => scale * Math.sqrt(2 / Math.PI),
    meanOfInverse: () => Infinity,
    text: ({ scale }, unit) => `half-normal of scale ${scale} ${unit}`,
  },
  weibull: {
    value: () => variant('weibull', { scale, shape }),
    draw: ({ scale, shape }, generator) => scale * power(-Math.log1p(-generator.uniform()), 1 / shape),
    lengthBiased: ({ scale, shape }, generator) =>
      scale * power(standardGamma(1 + 1 / shape, generator), 1 / shape),
    mean: ({ scale, shape }) => scale * gamma(1 + 1 / shape),
    meanOfInverse: ({ scale, shape }) => (shape > 1 ? gamma(1 - 1 / shape) / scale : Infinity),
    text: ({ scale, shape }, unit) => `Weibull of scale ${scale} ${unit} and shape ${shape}`,
  },
  empirical: {
    value: (least) => variant('empirical', { values: list(least) }),
    draw: ({ values }, generator) => values[generator.below(values.length)]!,
    lengthBiased: ({ values }, generator) => {
      let left = generator.uniform() * values.reduce((sum, x) => sum + x, 0);
      return values.find((x) => (left -= x) < 0) ?? values.at(-1)!;
    },
    least: ({ values }) => smallest(values),
    mean: ({ values }) => average(values, (x) => x),
    meanOfInverse: ({ values }) => average(values, (x) => 1 / x),
    text: (law, unit) =>
      `one of ${law.values.length} measured values, of mean ${Number(meanOf(law).toPrecision(6))} ${unit}`,
  },
  sequence: {
    value: (least) => variant('sequence', { first: optional(list(least, 0)), values: list(least) }),
    draw: ({ first = [], values }, generator) => {
      const place = places.get(generator) ?? 0;
      places.set(generator, place + 1);
      return first[place] ?? values[(place - first.length) % values.length]!;
    },
    least: ({ first = [], values }) => smallest([...first, ...values]),
    // In the long run.
    mean: ({ values }) => average(values, (x) => x),
    meanOfInverse: ({ values }) => average(values, (x) => 1 / x),
    text: ({ first = [], values }, unit) =>
      `${first.length > 0 ? `${first.join(', ')}, then ` : ''}${values.join(', ')} ${unit} in turn`,
  },
};

/** Facts about a law. */
const lawNamed = ({ kind }: Named): Law<Named> => LAWS[kind];

/**
 * A number, or a law of numbers.
 *
 * @param least - what the smallest of them may be
 */
const lawOf = (least: Value<number>): Value<Distribution> =>
  either<Distribution>(
    [least, variants(...Object.values(LAWS).map((law) => law.value(least)))],
    'must be a number, or a law { kind, … }',
  );

/** A law of seconds, which may be 0. */
export const duration = lawOf(secondsFrom0());
/** A law of seconds, which may not be 0. */
export const durationAbove0 = lawOf(secondsAbove0());
/** A law of what may not be 0. */
export const factor = lawOf(real({ above: 0 }));

/** One draw. */
export const draw = (distribution: Distribution, generator: Generator): number =>
  typeof distribution === 'number' ? distribution : lawNamed(distribution).draw(distribution, generator);

/** Whether {@link drawResidual} knows the law of what is left. */
export const hasResidual = (distribution: Distribution): boolean =>
  typeof distribution === 'number' ||
  (lawNamed(distribution).lengthBiased !== undefined && meanOf(distribution) < Infinity);

/** How long a time of this law still is that is under way at a random moment: uniform within the whole of it. */
export function drawResidual(distribution: Distribution, generator: Generator): number {
  const left = generator.uniform();
  return typeof distribution === 'number'
    ? left * distribution
    : left * lawNamed(distribution).lengthBiased!(distribution, generator);
}

/** The sum of `count` independent draws: in one draw where the sum has a law of its own, one by one otherwise. */
export function drawSum(distribution: Distribution, count: number, generator: Generator): number {
  if (typeof distribution === 'number') return count * distribution;
  if (count === 0) return 0;
  const law = lawNamed(distribution);
  if (law.sum !== undefined) return law.sum(distribution, count, generator);
  let sum = 0;
  for (let k = 0; k < count; k++) sum += law.draw(distribution, generator);
  return sum;
}

/** The mean; Infinity where there is none. */
export const meanOf = (distribution: Distribution): number =>
  typeof distribution === 'number' ? distribution : lawNamed(distribution).mean(distribution);

/** The lower bound of all draws, as large as it can be. */
export const leastOf = (distribution: Distribution): number =>
  typeof distribution === 'number' ? distribution : (lawNamed(distribution).least?.(distribution) ?? 0);

/** E[1/X]; Infinity where there is none. */
export const meanOfInverse = (distribution: Distribution): number =>
  typeof distribution === 'number' ? 1 / distribution : lawNamed(distribution).meanOfInverse(distribution);

/**
 * A law in words: `exponential of mean 2 s`.
 *
 * @param unit - of its numbers
 */
export const lawText = (distribution: Distribution, unit: string): string =>
  typeof distribution === 'number'
    ? `${distribution} ${unit}`
    : lawNamed(distribution).text(distribution, unit);

/**
 * Gamma(shape, 1) by rejection (Marsaglia and Tsang, "A simple method for generating gamma variables",
 * 2000); for shape < 1 as Gamma(shape + 1) · U^{1/shape}.
 */
function standardGamma(shape: number, generator: Generator): number {
  if (shape < 1) return standardGamma(shape + 1, generator) * power(1 - generator.uniform(), 1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = generator.normal();
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = power(root, 3);
    const u = 1 - generator.uniform();
    if (Math.log(u) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}
