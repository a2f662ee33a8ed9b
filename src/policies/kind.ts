/** A choice among kinds, each with settings of its own: what server policies and staleness weights have in common. */

/** A number, which has its place in the short text. */
export interface NumberSetting {
  readonly form: 'number';
  /** what stands for it in the short text: K, SECONDS */
  readonly symbol: string;
  readonly means: string;
  readonly whole: boolean;
  readonly least: number;
  /** whether `least` itself is too little */
  readonly above: boolean;
  readonly most?: number;
  /** whether it counts agents, so that there must be as many */
  readonly agents: boolean;
}

/** A choice that has a default, and an option of its own on the command line. */
export interface OptionSetting<T> {
  readonly form: 'option';
  readonly flag: string;
  readonly means: string;
  readonly default: T;
  /** what is said of a kind that has no such setting, after "the policy is …" */
  readonly lacking: string;
  /** the words that it may be, or the kinds */
  readonly of: { readonly words: readonly T[] } | { readonly kinds: readonly Kind[] };
}

export type Settings = Readonly<Record<string, NumberSetting | OptionSetting<unknown>>>;

export interface Kind<Name extends string = string, S extends Settings = Settings> {
  readonly name: Name;
  /** in the order of the short text */
  readonly settings: S;
}

type ValueOf<One> = One extends OptionSetting<infer T> ? T : number;

/** What settings are set to. */
export type Values<S extends Settings> = { readonly [F in keyof S]: ValueOf<S[F]> };

type OptionsOf<S extends Settings> = {
  [F in keyof S]: S[F] extends NumberSetting ? never : F;
}[keyof S];

/** `{ kind, … }` with every setting. */
export type ConfigurationOf<K extends Kind> =
  K extends Kind<infer Name, infer S> ? { readonly kind: Name } & Values<S> : never;

/** The same, where settings that have a default may be left out. */
export type GivenOf<K extends Kind> =
  K extends Kind<infer Name, infer S>
    ? { readonly kind: Name } & Omit<Values<S>, OptionsOf<S>> & Partial<Pick<Values<S>, OptionsOf<S>>>
    : never;

type NumbersOf<S extends Settings> = Exclude<keyof S, OptionsOf<S>>;
type IsOne<F, Each = F> = Each extends unknown ? ([F] extends [Each] ? true : never) : never;

/** The short text: the name, or `name:NUMBER,NUMBER`. */
export type TextOf<K extends Kind> =
  K extends Kind<infer Name, infer S>
    ? [NumbersOf<S>] extends [never]
      ? Name
      : [IsOne<NumbersOf<S>>] extends [never]
        ? `${Name}:${number},${number}`
        : `${Name}:${number}`
    : never;

type Range = Partial<Pick<NumberSetting, 'whole' | 'least' | 'above' | 'most' | 'agents'>>;

const number = (symbol: string, means: string, range: Range): NumberSetting => ({
  form: 'number',
  symbol,
  means,
  whole: false,
  least: 0,
  above: false,
  agents: false,
  ...range,
});

/** How many agents, from 1 to M. */
export const agentCount = (symbol: string, means: string): NumberSetting =>
  number(symbol, means, { whole: true, least: 1, agents: true });

/** A whole number from 1. */
export const countFromOne = (symbol: string, means: string): NumberSetting =>
  number(symbol, means, { whole: true, least: 1 });

/** A whole number from 0. */
export const wholeNumber = (symbol: string, means: string): NumberSetting =>
  number(symbol, means, { whole: true });

/** A number from 0. */
export const nonnegative = (symbol: string, means: string): NumberSetting => number(symbol, means, {});

/** A number above 0. */
export const positive = (symbol: string, means: string): NumberSetting =>
  number(symbol, means, { above: true });

/** A number in (0, 1]. */
export const share = (symbol: string, means: string): NumberSetting =>
  number(symbol, means, { above: true, most: 1 });

/** The smallest numbers there may be, or their bounds, and what options are by default. */
export const leastOf = (settings: Settings): Values<Settings> =>
  Object.fromEntries(
    Object.entries(settings).map(([field, one]) => [field, one.form === 'number' ? one.least : one.default]),
  );

/** For each kind, the names of its numbers, in the order of the short text. */
export function numberFields(kinds: readonly Kind[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(kinds.map(({ name, settings }) => [name, numbersOf(settings)]));
}

const numbersOf = (settings: Settings): string[] =>
  Object.keys(settings).filter((field) => settings[field]!.form === 'number');

/** The short text of each kind, as `first:K`. */
export function textForms(kinds: readonly Kind[]): string[] {
  return kinds.map(({ name, settings }) => {
    const symbols = Object.values(settings).flatMap((one) => (one.form === 'number' ? [one.symbol] : []));
    return symbols.length === 0 ? name : `${name}:${symbols.join(',')}`;
  });
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;
}
