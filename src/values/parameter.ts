/** Values with a symbol and a few words: parameters of algorithms, policies and triggers. */
import { secondsAbove0 } from './ticks.ts';
import { faultOf, oneOf, type Optional, type Range, real, type Value, whole } from './value.ts';

/** A value with what readers see of it. */
export type Parameter<T = unknown> = Value<T> & {
  /** the paper's, for tables: `η`; of policies and rules what stands for it in the short text: `SECONDS` */
  readonly symbol: string;
  /** what it is, in a few words */
  readonly help: string;
  readonly default?: T;
};

/** The forms that an algorithm's parameter may have: manifests record parameters of these, and read them back. */
export const ALGORITHM_FORMS = ['step size', 'number', 'whole', 'choice', 'text'] as const;

/** The fault of a value, of a file that no compiler has seen, as a parameter of an algorithm. */
export function parameterFault(value: unknown): string | undefined {
  const parameter = (value ?? {}) as Parameter;
  const { kind, symbol, help, default: usual } = parameter;
  if (
    !ALGORITHM_FORMS.some((form) => form === kind) ||
    typeof symbol !== 'string' ||
    typeof help !== 'string'
  )
    return 'must be made with a function such as stepSize, positive or choice';
  const fault = usual === undefined ? undefined : faultOf(parameter, usual);
  return fault && `has the default ${JSON.stringify(usual)}, which ${fault}`;
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** A step size: a number above 0, or a rule by which it changes from round to round. */
export type StepSizeParameter = Parameter<number> & { readonly kind: 'step size' };

/** Options of a parameter beside symbol and help. */
export interface Options<T> {
  readonly default?: T;
}

/** Whether a value of 0, by default, says that there is nothing of the kind. */
export const isOff = ({ default: usual }: Parameter, value: unknown): boolean =>
  usual === 0 && (value ?? usual) === 0;

/** Makes parameters whose values are of one form. */
const described =
  (value: Value<number>) =>
  <const O extends Options<number>>(symbol: string, help: string, options?: O): Parameter<number> & O => ({
    ...value,
    symbol,
    help,
    ...options,
  });

/** The step size of local steps, for instance. */
export const stepSize = (symbol: string, help: string, options: Options<number> = {}): StepSizeParameter => ({
  kind: 'step size',
  symbol,
  help,
  ...options,
});

/** A number above 0. */
export const positive = described(real({ above: 0 }));

/** Seconds above 0. */
export const positiveSeconds = described(secondsAbove0());

/** A number above 0 and up to 1. */
export const share = described(real({ above: 0, most: 1 }));

/** A number from 0 on. */
export const nonNegative = described(real({ least: 0 }));

/** A number in [0, 1): how much of the past is kept, as with momentum. */
export const decay = described(real({ least: 0, below: 1 }));

/** A number in [0, ½): a share that may be left out at either end, with something left between. */
export const lessThanHalf = described(real({ least: 0, below: 0.5 }));

/** A whole number from 1. */
export const countFromOne = described(whole(1));

/** A whole number from 0. */
export const wholeNumber = described(whole(0));

/** How many agents, from 1 to M. */
export const agentCount = described({ kind: 'whole', least: 1, agents: true });

/** A choice of one of some words. */
export const choice = <const Word extends string, const O extends Options<NoInfer<Word>>>(
  symbol: string,
  help: string,
  words: readonly Word[],
  options?: O,
): Parameter<Word> & O => ({ ...oneOf(...words), symbol, help, ...options });

/** The setting, which may be left out, and which a short text gives by its name. */
export const named = <P extends Parameter>(parameter: P): P & Optional =>
  ({ ...parameter, optional: true, named: true }) as P & Optional;

/** Values that parameters may have, where any will do: the default, or one from the range. */
export const someValues = (parameters: Parameters): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, parameter]): [string, unknown][] => {
      if (parameter.optional === true) return [];
      if (parameter.default !== undefined) return [[name, parameter.default]];
      if (parameter.kind === 'choice') return [[name, parameter.words[0]]];
      const { least, above = 0, most, below = Infinity }: Range = parameter as Range;
      if (parameter.kind === 'whole') return [[name, least ?? 0]];
      const low = least ?? above;
      return [[name, low + Math.min(1, (most ?? below) - low) / 2]];
    }),
  );

/** A parameter's, or a setting's, name on the command line: `serverStepSize` is `server-step-size`. */
export const flagOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
