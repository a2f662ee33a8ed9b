/** The probability that an agent has answered by a time. */
import jStat from 'jstat';
import type { Distribution } from '../../timing/distribution.ts';
import { secondsOf, ticksOf } from '../../values/ticks.ts';
import type { Cycle } from './cycle.ts';

type Named = Exclude<Distribution, number>;
type OfKind<K extends Named['kind']> = Extract<Named, { readonly kind: K }>;

/** P(X ≤ x), x > 0, of the sum X of so many draws; `undefined` where it has no closed form here. */
const BELOW: {
  readonly [K in Named['kind']]?: (law: OfKind<K>, draws: number, x: number) => number | undefined;
} = {
  exponential: ({ mean }, draws, x) => jStat.gamma.cdf(x, draws, mean),
  gamma: ({ shape, scale }, draws, x) => jStat.gamma.cdf(x, draws * shape, scale),
  'shifted-exponential': ({ shift, scale }, draws, x) =>
    x <= draws * shift ? 0 : jStat.gamma.cdf(x - draws * shift, draws, scale),
  uniform: ({ low, high }, draws, x) =>
    alone(
      draws,
      high > low ? Math.min(1, Math.max(0, (x - low) / (high - low))) : Number(ticksOf(x) >= ticksOf(low)),
    ),
  'log-normal': ({ median, sigma }, draws, x) =>
    alone(draws, jStat.lognormal.cdf(x, Math.log(median), sigma)),
  pareto: ({ scale, shape }, draws, x) => alone(draws, x <= scale ? 0 : 1 - (scale / x) ** shape),
  'half-normal': ({ scale }, draws, x) => alone(draws, jStat.erf(x / (scale * Math.SQRT2))),
  weibull: ({ scale, shape }, draws, x) => alone(draws, -Math.expm1(-((x / scale) ** shape))),
};

const alone = (draws: number, probability: number): number | undefined =>
  draws === 1 ? probability : undefined;

/** What is left of some seconds after others, as the clock has it: equal decimals leave nothing. */
export const secondsLeft = (seconds: number, fixed: number): number =>
  seconds === Infinity ? Infinity : secondsOf(ticksOf(seconds) - ticksOf(fixed));

/**
 * P(cycle ≤ `seconds`) where one part of the cycle is random and its law, or that of its sum, has a closed form.
 *
 * @returns `undefined` where there is none
 */
export function answeredBy({ fixed, random }: Cycle, seconds: number): number | undefined {
  const [only] = random;
  if (only === undefined || random.length > 1) return undefined;
  const { law, factor, draws, isRate } = only;
  const below = BELOW[law.kind] as ((law: Named, draws: number, x: number) => number | undefined) | undefined;
  const left = secondsLeft(seconds, fixed);
  if (below === undefined || isRate) return undefined;
  return left <= 0 ? 0 : below(law, draws, left / factor);
}
