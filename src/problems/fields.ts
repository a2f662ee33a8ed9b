/**
 * What a field of a problem may hold, as data: the types of specifications, the check of scenarios and
 * the errors' words are made from it. Nothing here needs a schema library, so threads can load it.
 */

/** The forms that a value may have. */
export type Form =
  | { readonly kind: 'whole'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'real'; readonly least?: number; readonly above?: number; readonly below?: number }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text'; readonly pattern?: RegExp; readonly fault?: string; readonly isPath?: boolean }
  | { readonly kind: 'list'; readonly of: Field; readonly least: number }
  | { readonly kind: 'tuple'; readonly of: readonly Field[] }
  | { readonly kind: 'array' }
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'variants'; readonly of: readonly Field[] }
  | { readonly kind: 'either'; readonly of: readonly Field[]; readonly fault: string }
  | { readonly kind: 'plain' };

/** A field with values of type T. */
export interface Field<out T = unknown> {
  readonly form: Form;
  readonly optional?: boolean;
  /** what the form alone does not say */
  readonly check?: Check<never>;
  /** never there: the type of the values */
  readonly value?: T;
}

/** A field that may be left out. */
export interface OptionalField<out T> extends Field<T> {
  readonly optional: true;
}

export type Fields = Readonly<Record<string, Field>>;

/** Tells what is wrong with a value: the path of the field within it, and what would be right. */
export type Fault = (path: readonly (string | number)[], right: string) => void;
export type Check<T> = (value: T, fault: Fault) => void;

type Value<F> = F extends Field<infer T> ? T : never;
type Flat<T> = { [P in keyof T]: T[P] };

/** An object with these fields. */
export type ValuesOf<F extends Fields> = Flat<
  { readonly [P in keyof F as F[P] extends OptionalField<unknown> ? never : P]: Value<F[P]> } & {
    readonly [P in keyof F as F[P] extends OptionalField<unknown> ? P : never]?: Value<F[P]>;
  }
>;

/** The same with the name of its kind, which tells it from others. */
export type SpecificationOf<K extends string, F extends Fields> = Flat<{ readonly kind: K } & ValuesOf<F>>;

/** The field with a further condition. */
export const where = <T>(field: Field<T>, check: Check<T>): Field<T> => ({ ...field, check });

/** The field, which may be left out. */
export const optional = <T>(field: Field<T>): OptionalField<T> => ({ ...field, optional: true });

/** A whole number. */
export const whole = (least?: number, most?: number): Field<number> => ({
  form: { kind: 'whole', ...(least !== undefined && { least }), ...(most !== undefined && { most }) },
});

/** From 1 to `most`. */
export const count = (most: number): Field<number> => whole(1, most);

/** A finite number. */
export const real = (
  bounds: { readonly least?: number; readonly above?: number; readonly below?: number } = {},
): Field<number> => ({ form: { kind: 'real', ...bounds } });

/** One of some texts. */
export const choice = <const T extends string>(...of: readonly T[]): Field<T> => ({
  form: { kind: 'choice', of },
});

/** True or false. */
export const flag: Field<boolean> = { form: { kind: 'flag' } };

/** A text that is not empty. */
export const text: Field<string> = { form: { kind: 'text' } };

/** A text that matches a pattern. */
export const matching = (pattern: RegExp, fault: string): Field<string> => ({
  form: { kind: 'text', pattern, fault },
});

/** A file or folder; a relative path starts from the scenario's file. */
export const path: Field<string> = { form: { kind: 'text', isPath: true } };

/** At least so many values, all of one form. */
export const list = <T>(of: Field<T>, least = 1): Field<readonly T[]> => ({
  form: { kind: 'list', of, least },
});

/** Two values. */
export const pair = <A, B>(first: Field<A>, second: Field<B>): Field<readonly [A, B]> => ({
  form: { kind: 'tuple', of: [first, second] },
});

/** `[low, high]`, the ends of a uniform law, with a condition on them. */
export const interval = (
  holds?: (low: number, high: number) => boolean,
  right = '',
): Field<readonly [low: number, high: number]> =>
  where(pair(real(), real()), ([low, high], fault) => {
    if (low > high) fault([], 'must be [low, high] with low ≤ high');
    if (holds !== undefined && !holds(low, high)) fault([], right);
  });

/** A `Float64Array`: it lies in shared memory where threads need it. */
export const array: Field<Float64Array> = { form: { kind: 'array' } };

/** An object with these fields. */
export const object = <F extends Fields>(fields: F): Field<ValuesOf<F>> => ({
  form: { kind: 'object', fields },
});

/** An object of one kind among several. */
export const variant = <const K extends string, F extends Fields>(
  kind: K,
  fields: F,
): Field<SpecificationOf<K, F>> => ({
  form: { kind: 'object', fields: { kind: choice(kind), ...fields } },
});

/** One of several kinds of objects, told apart by `kind`. */
export const variants = <const V extends readonly Field[]>(...of: V): Field<Value<V[number]>> => ({
  form: { kind: 'variants', of },
});

/** A value of one of several forms. */
export const either = <T>(of: readonly Field<T>[], fault: string): Field<T> => ({
  form: { kind: 'either', of, fault },
});

/** Anything that can be told in JSON and sent to a thread. */
export const plain: Field = { form: { kind: 'plain' } };
