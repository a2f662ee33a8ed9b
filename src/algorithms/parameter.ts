/** Parameters of algorithms: each a value that says what it takes, by which everything that reads or shows one goes. */
import { type StepSize, stepSizeAt } from './stepSize.ts';

/** What is common to all parameters. */
interface Described {
  /** the paper's, for tables: `η` */
  readonly symbol: string;
  /** what it is, in a few words */
  readonly help: string;
}

/** A step size: a number above 0, or a rule by which it changes from round to round. */
export interface StepSizeParameter extends Described {
  readonly kind: 'step size';
  readonly default?: number;
}

/** A number in an interval, open below and closed above where it does not say otherwise. */
export interface NumberParameter extends Described {
  readonly kind: 'number';
  readonly above: number;
  /** Infinity where there is no bound */
  readonly upTo: number;
  /** whether `above` itself is in it */
  readonly closedBelow?: true;
  /** whether `upTo` itself is not */
  readonly openAbove?: true;
  readonly default?: number;
}

/** One of some words. */
export interface ChoiceParameter<Word extends string = string> extends Described {
  readonly kind: 'choice';
  readonly words: readonly Word[];
  readonly default?: Word;
}

export type Parameter = StepSizeParameter | NumberParameter | ChoiceParameter;

/** An algorithm's parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** What an algorithm's parts are given: of a step size a function of the round t = 1, 2, …, of others their value. */
export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends StepSizeParameter
    ? (round: number) => number
    : P[Name] extends ChoiceParameter<infer Word>
      ? Word
      : number;
};

/** The same where step sizes are constant, as its linear round has them. */
export type Constants<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends ChoiceParameter<infer Word> ? Word : number;
};

interface Options<Value> {
  readonly default?: Value;
}

/** The step size of local steps, for instance. */
export const stepSize = (symbol: string, help: string, options: Options<number> = {}): StepSizeParameter => ({
  kind: 'step size',
  symbol,
  help,
  ...options,
});

/** A number above 0. */
export const positive = (symbol: string, help: string, options: Options<number> = {}): NumberParameter => ({
  kind: 'number',
  symbol,
  help,
  above: 0,
  upTo: Infinity,
  ...options,
});

/** A number above 0 and up to 1. */
export const share = (symbol: string, help: string, options: Options<number> = {}): NumberParameter => ({
  ...positive(symbol, help, options),
  upTo: 1,
});

/** A number from 0 on. */
export const nonNegative = (
  symbol: string,
  help: string,
  options: Options<number> = {},
): NumberParameter => ({ ...positive(symbol, help, options), closedBelow: true });

/** A number from 0 on and below 1: how much of what was is kept, as with momentum. */
export const decay = (symbol: string, help: string, options: Options<number> = {}): NumberParameter => ({
  ...share(symbol, help, options),
  closedBelow: true,
  openAbove: true,
});

/** One of some words. */
export const choice = <const Word extends string>(
  symbol: string,
  help: string,
  words: readonly Word[],
  options: Options<NoInfer<Word>> = {},
): ChoiceParameter<Word> => ({ kind: 'choice', symbol, help, words, ...options });

/**
 * What is wrong with a parameter's value, in words: what would be right.
 *
 * @param value - of a step size also a rule, which is not looked into here
 */
export function parameterFault(parameter: Parameter, value: unknown): string | undefined {
  if (parameter.kind === 'choice') {
    const { words } = parameter;
    return words.includes(value as string) ? undefined : `must be ${words.join(' or ')}`;
  }
  if (parameter.kind === 'step size' && typeof value === 'object' && value !== null) return undefined;
  const { above, upTo, closedBelow, openAbove } =
    parameter.kind === 'number' ? parameter : positive(parameter.symbol, parameter.help);
  const within =
    typeof value === 'number' &&
    (value > above || (closedBelow === true && value === above)) &&
    (value < upTo || (openAbove !== true && value === upTo && value < Infinity));
  if (within) return undefined;
  const from = closedBelow ? `of at least ${above}` : `above ${above}`;
  return `must be a number ${from}${upTo === Infinity ? '' : ` and ${openAbove ? 'below' : 'up to'} ${upTo}`}`;
}

/** Values that parameters may have, where any will do. */
export const someConstants = (parameters: Parameters): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, one]): [string, unknown] => {
      if (one.kind === 'choice') return [name, one.default ?? one.words[0]];
      const most = one.kind === 'number' ? one.upTo - one.above : Infinity;
      return [name, one.default ?? (one.kind === 'number' ? one.above : 0) + Math.min(1, most) / 2];
    }),
  );

/** A parameter's, or a setting's, name on the command line: `serverStepSize` is `server-step-size`. */
export const flagOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Names of the parameters that some of these algorithms have: in the order in which they list them, of
 * which not all have all.
 */
export function parameterNames(algorithms: readonly { readonly parameters: Parameters }[]): string[] {
  const lists = algorithms.map(({ parameters }) => Object.keys(parameters));
  const place = (name: string): number => Math.max(...lists.map((list) => list.indexOf(name)));
  return [...new Set(lists.flat())].sort((a, b) => place(a) - place(b));
}

/**
 * An algorithm's parameters as its round gets them: numbers and words.
 *
 * @param given - by name; those left out have their defaults
 */
export const constantsOf = (
  parameters: Parameters,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, given[name] ?? parameter.default]),
  );

/**
 * An algorithm's parameters as its parts get them.
 *
 * @param given - by name; those left out have their defaults
 */
export function valuesOf(
  parameters: Parameters,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]): [string, unknown] => {
      const value = given[name] ?? parameter.default;
      if (parameter.kind !== 'step size') return [name, value];
      if (typeof value === 'number') return [name, () => value];
      return [name, (round: number) => stepSizeAt(value as StepSize, round)];
    }),
  );
}
