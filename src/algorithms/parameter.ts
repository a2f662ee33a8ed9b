/** Parameters of algorithms: what their parts are given of what a configuration says. */
import type { Of } from '../values/value.ts';
import type { Parameters, StepSizeParameter } from '../values/parameter.ts';
import { type StepSize, stepSizeAt } from './stepSize.ts';

/** Values for an algorithm's parts: of a step size a function of the round t = 1, 2, …, of others their value. */
export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends StepSizeParameter ? (round: number) => number : Of<P[Name]>;
};

/** The same where step sizes are constant. */
export type Constants<P extends Parameters> = { readonly [Name in keyof P]: Of<P[Name]> };

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
      return [name, stepSizeFunction(name, value as StepSize)];
    }),
  );
}

/** A step size as a function of the round, which says so where it is used as a number. */
function stepSizeFunction(name: string, value: StepSize): (round: number) => number {
  const stepSizeOf = typeof value === 'number' ? () => value : (round: number) => stepSizeAt(value, round);
  const convert = (hint: string): string => {
    if (hint === 'string') return `${name}(round)`;
    throw new TypeError(`${name} is a function of the round: use ${name}(round) instead of ${name}`);
  };
  return Object.defineProperty(stepSizeOf, Symbol.toPrimitive, { value: convert });
}
