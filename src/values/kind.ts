/** A choice among kinds, each with parameters of its own: policies, triggers, staleness weights, laws, rules. */
import type { Parameters } from './parameter.ts';
import { type Of, type Optional, type Value, type ValuesOf, variant } from './value.ts';

export interface Kind<Name extends string = string, S extends Parameters = Parameters> {
  readonly name: Name;
  /** further names in short texts */
  readonly aliases?: readonly string[];
  /** in the order of the short text, in which the numbers have a place */
  readonly settings: S;
}

/** Values of settings. */
export type Values<S extends Parameters> = ValuesOf<S>;

type DefaultsOf<S extends Parameters> = {
  [F in keyof S]: S[F] extends { readonly default: unknown } ? F : never;
}[keyof S];

/** `{ kind, … }` with every setting. */
export type ConfigurationOf<K extends Kind> =
  K extends Kind<infer Name, infer S> ? { readonly kind: Name } & Values<S> : never;

/** The same, where settings that have a default may be left out. */
export type GivenOf<K extends Kind> =
  K extends Kind<infer Name, infer S>
    ? { readonly kind: Name } & Omit<Values<S>, DefaultsOf<S>> & { readonly [F in DefaultsOf<S>]?: Of<S[F]> }
    : never;

type NumbersOf<S extends Parameters> = {
  [F in keyof S]: S[F] extends Optional ? never : Of<S[F]> extends number ? F : never;
}[keyof S];
type NamedOf<S extends Parameters> = { [F in keyof S]: S[F] extends Optional ? F : never }[keyof S];
type IsOne<F, Each = F> = Each extends unknown ? ([F] extends [Each] ? true : never) : never;
type NumbersText<Name extends string, S extends Parameters> = [NumbersOf<S>] extends [never]
  ? Name
  : [IsOne<NumbersOf<S>>] extends [never]
    ? `${Name}:${number},${number}`
    : `${Name}:${number}`;

type NamesOf<K extends Kind> =
  K['name'] | (K extends { readonly aliases?: readonly (infer A extends string)[] } ? A : never);

/** The short text: the name or an alias, or `name:NUMBER,NUMBER`; then what may be left out, `,setting=VALUE`. */
export type TextOf<K extends Kind> =
  K extends Kind<string, infer S>
    ? | NumbersText<NamesOf<K>, S>
      | ([NamedOf<S>] extends [never] ? never : `${NumbersText<NamesOf<K>, S>},${string}`)
    : never;

/** A value of some kind, with its settings. */
export const oneKindOf = <const K extends readonly Kind[]>(kinds: K): Value<ConfigurationOf<K[number]>> => ({
  kind: 'variants',
  cases: kinds.map(({ name, settings, aliases }) => variant(name, settings, aliases)),
});

/** Whether a setting has a place in the short text. */
export const isNumber = ({ kind }: Value): boolean => kind === 'number' || kind === 'whole';

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;
}
