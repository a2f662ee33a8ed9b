/**
 * Weights of updates by their staleness: τ in server steps (Xie, Koyejo and Gupta, "Asynchronous federated
 * optimization", 2019, §5.2), or the age of the model that they answer, in seconds.
 */
import { power } from '../maths/power.ts';
import { counted } from '../values/counted.ts';
import { type ConfigurationOf, type Kind, oneKindOf, type TextOf, type Values } from '../values/kind.ts';
import {
  choice,
  named,
  nonNegative,
  type Parameter,
  type Parameters,
  positive,
  positiveSeconds,
  wholeNumber,
} from '../values/parameter.ts';
import { ticksOf } from '../values/ticks.ts';
import type { Update } from './machine.ts';

interface WeightKind<Name extends string = string, S extends Parameters = Parameters> extends Kind<Name, S> {
  /** s(τ) */
  at(settings: Values<S>, staleness: number): number;
  text(settings: Values<S>): string;
}

/** In what τ is counted. */
const unit = named(
  choice('UNIT', 'what τ counts: server steps, or seconds since the model was sent', ['steps', 'seconds']),
);

/** The subject of a weight's text. */
const subject = (settings: { readonly unit?: 'steps' | 'seconds' }): string =>
  settings.unit === 'seconds' ? 'an update τ seconds old' : 'an update that is τ steps stale';

const weightKind = <const Name extends string, S extends Parameters>(
  value: WeightKind<Name, S>,
): WeightKind<Name, S> => value;

const constant = weightKind({
  name: 'constant',
  settings: {},
  at: () => 1,
  text: () => 'staleness weighs nothing',
});

/** 1 up to `from`, and 1/(slope·(τ − from) + 1) beyond. */
const hinge = weightKind({
  name: 'hinge',
  settings: {
    slope: positive('SLOPE', 'how fast the weight falls'),
    from: nonNegative('FROM', 'the staleness up to which it is 1'),
    unit,
  },
  at: ({ slope, from }, staleness) => (staleness <= from ? 1 : 1 / (slope * (staleness - from) + 1)),
  text: ({ slope, from, ...settings }) =>
    `${subject(settings)} weighs 1/(${slope}(τ − ${from}) + 1) beyond τ = ${from}`,
});

/** (τ + 1)^−exponent. */
const polynomial = weightKind({
  name: 'polynomial',
  settings: { exponent: positive('EXPONENT', 'of τ + 1'), unit },
  at: ({ exponent }, staleness) => power(staleness + 1, -exponent),
  text: ({ exponent, ...settings }) => `${subject(settings)} weighs (τ + 1)^−${exponent}`,
});

/** e^{−τ/scale}. */
const exponential = weightKind({
  name: 'exponential',
  settings: { scale: positive('SCALE', 'the staleness at which 1/e is left'), unit },
  at: ({ scale }, staleness) => Math.exp(-staleness / scale),
  text: ({ scale, ...settings }) => `${subject(settings)} weighs e^(−τ/${scale})`,
});

/**
 * min(1, from/τ), the delay-adaptive step sizes of asynchronous stochastic gradient descent: η as long as no more agents
 * are ahead than are at work, and of order 1/τ beyond. `from` is the concurrency (Koloskova, Stich and Jaggi,
 * "Sharper convergence guarantees for asynchronous SGD for distributed and federated learning", NeurIPS 2022; Mishchenko,
 * Bach, Even and Woodworth, "Asynchronous SGD beats minibatch SGD under arbitrary delays", NeurIPS 2022).
 */
const delayAdaptive = weightKind({
  name: 'delay-adaptive',
  settings: { from: positive('FROM', 'the staleness up to which it is 1'), unit },
  at: ({ from }, staleness) => (staleness <= from ? 1 : from / staleness),
  text: ({ from, ...settings }) => `${subject(settings)} weighs ${from}/τ beyond τ = ${from}`,
});

export const STALENESS_WEIGHTS = [constant, hinge, polynomial, exponential, delayAdaptive] as const;

/** A staleness weight: `constant`, `hinge`, `polynomial`, `exponential` or `delay-adaptive`. */
export type StalenessWeight = ConfigurationOf<(typeof STALENESS_WEIGHTS)[number]>;

/** A staleness weight as on the command line. */
export type WeightText = TextOf<(typeof STALENESS_WEIGHTS)[number]>;

const NO_WEIGHT: StalenessWeight = { kind: 'constant' };

/** A policy's setting. */
export const weight: Parameter<StalenessWeight> & {
  readonly default: StalenessWeight;
  readonly lacking: string;
} = {
  ...oneKindOf(STALENESS_WEIGHTS),
  symbol: 'WEIGHT',
  help: 'the weight of an update by its staleness',
  default: NO_WEIGHT,
  lacking: 'which does not weight updates',
};

const kindOf = ({ kind }: StalenessWeight): WeightKind =>
  STALENESS_WEIGHTS.find(({ name }) => name === kind)!;

/** The weight in words. */
export const weightText = (weight: StalenessWeight): string => kindOf(weight).text(weight);

/** Whether staleness leaves an update its weight. */
export const isConstant = (weight: StalenessWeight): boolean => weight.kind === NO_WEIGHT.kind;

/** Beyond this staleness weights are worked out each time. */
const LONGEST_TABLE = 65_536;

/** Whether τ is in seconds. */
const isByAge = (weight: StalenessWeight): boolean => 'unit' in weight && weight.unit === 'seconds';

/**
 * s(τ) as a function of staleness in server steps and of age in seconds; the weights of τ = 0, 1, … steps are worked out once:
 * powers are slow.
 */
export function stalenessWeights(weight: StalenessWeight): (staleness: number, age: number) => number {
  const kind = kindOf(weight);
  if (isByAge(weight)) return (_, age) => kind.at(weight, age);
  const table: number[] = [];
  return (staleness) => {
    while (table.length <= staleness && table.length < LONGEST_TABLE) {
      table.push(kind.at(weight, table.length));
    }
    return table[staleness] ?? kind.at(weight, staleness);
  };
}

/** Settings of a policy: updates that are staler or older are discarded on arrival, and their agents start again. */
export const bounds = {
  largestStaleness: named(wholeNumber('TAU_MAX', 'the largest staleness of an applied update')),
  largestAge: named(positiveSeconds('SECONDS', 'the largest age of an applied update, in seconds')),
};

export type Bounds = Values<typeof bounds>;

/** Whether an update is to be discarded. */
export const isPast = (
  { largestStaleness = Infinity, largestAge }: Bounds,
  { staleness, age }: Update,
): boolean =>
  staleness > largestStaleness || (largestAge !== undefined && ticksOf(age) > ticksOf(largestAge));

/** The settings in words, to follow what else there is to say. */
export function boundsText({ largestStaleness, largestAge }: Bounds): string {
  const limits = [
    ...(largestStaleness === undefined ? [] : [`more than ${counted(largestStaleness, 'step')} stale`]),
    ...(largestAge === undefined ? [] : [`more than ${largestAge} s old`]),
  ];
  return limits.length === 0 ? '' : `; updates ${limits.join(' or ')} are discarded`;
}
