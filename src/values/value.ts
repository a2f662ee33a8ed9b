/**
 * Forms of values, as data: a setting's, a parameter's of an algorithm, a policy or a trigger, a field's of
 * a problem. Types, checks, errors' words, the command line's texts and help are made from it. Nothing here
 * needs a schema library, so that threads can load it.
 */

/** An interval; a side that is not given is open to infinity. */
export interface Range {
  /** the smallest */
  readonly least?: number;
  /** less than the smallest */
  readonly above?: number;
  /** the largest */
  readonly most?: number;
  /** more than the largest */
  readonly below?: number;
}

/** The forms that a value may have. */
type Form =
  | ({
      readonly kind: 'whole';
      /** whether it counts agents, of which there must be as many */
      readonly agents?: true;
    } & Range)
  | ({ readonly kind: 'number' } & Range)
  /** a number above 0, or a rule by which it changes from round to round */
  | { readonly kind: 'step size' }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'text';
      /** the source of a regular expression: manifests record it */
      readonly pattern?: string;
      readonly fault?: string;
      readonly isPath?: boolean;
    }
  | {
      readonly kind: 'list';
      readonly element: Value;
      readonly least: number;
      /** whether a program may give it as an array of doubles */
      readonly doubles?: true;
    }
  | { readonly kind: 'tuple'; readonly elements: readonly Value[] }
  | { readonly kind: 'array' }
  | {
      readonly kind: 'object';
      readonly fields: Fields;
      /** further names of a variant, in texts alone */
      readonly aliases?: readonly string[];
    }
  | { readonly kind: 'variants'; readonly cases: readonly Value[] }
  | { readonly kind: 'either'; readonly cases: readonly Value[]; readonly fault: string }
  | { readonly kind: 'plain' };

/** A value of type T. */
export type Value<T = unknown> = Form & {
  readonly optional?: boolean;
  /** whether a short text gives it by its name: `buffered:5,concurrency=20` */
  readonly named?: boolean;
  /** what the form alone does not say */
  readonly check?: Check<never>;
  /** never there: the type */
  readonly value?: T;
};

export type Fields = Readonly<Record<string, Value>>;

/** Says what is wrong with a value: the path of the field within it, and what would be right. */
export type Fault = (path: readonly (string | number)[], right: string) => void;
export type Check<T> = (value: T, fault: Fault) => void;

/** The type that a value is described to have. */
export type Of<V> = V extends { readonly value?: infer T } ? T : never;
type Flat<T> = { [P in keyof T]: T[P] };
/** Of a value that may be left out. */
export interface Optional {
  readonly optional: true;
}

/** An object with these fields. */
export type ValuesOf<F extends Fields> = Flat<
  { readonly [P in keyof F as F[P] extends Optional ? never : P]: Of<F[P]> } & {
    readonly [P in keyof F as F[P] extends Optional ? P : never]?: Of<F[P]>;
  }
>;

/** The same with the name of its kind, which distinguishes it from others. */
export type SpecificationOf<K extends string, F extends Fields> = Flat<{ readonly kind: K } & ValuesOf<F>>;

/** The value with a further condition. */
export const where = <T>(value: Value<T>, check: Check<T>): Value<T> => ({ ...value, check });

/** The value, which may be left out. */
export const optional = <V extends Value>(value: V): V & Optional => ({ ...value, optional: true });

/** A whole number. */
export const whole = (least?: number, most?: number): Value<number> => ({
  kind: 'whole',
  ...(least !== undefined && { least }),
  ...(most !== undefined && { most }),
});

/** From 1 to `most`. */
export const count = (most: number): Value<number> => whole(1, most);

/** A finite number. */
export const real = (range: Range = {}): Value<number> => ({ kind: 'number', ...range });

/** A word of some. */
export const oneOf = <const Word extends string>(...words: readonly Word[]): Value<Word> => ({
  kind: 'choice',
  words,
});

/** True or false. */
export const flag: Value<boolean> = { kind: 'flag' };

/** A text that is not empty. */
export const text: Value<string> = { kind: 'text' };

/** A text that matches a pattern. */
export const matching = <T extends string = string>({ source }: RegExp, fault: string): Value<T> => ({
  kind: 'text',
  pattern: source,
  fault,
});

/** A file or folder; a relative path starts from the scenario's file. */
export const path: Value<string> = { kind: 'text', isPath: true };

/** At least so many values, all of one form. */
export const list = <T>(element: Value<T>, least = 1): Value<readonly T[]> => ({
  kind: 'list',
  element,
  least,
});

/** A vector of finite numbers, of any dimension. */
export const vector: Value<readonly number[] | Float64Array> = {
  kind: 'list',
  element: real(),
  least: 0,
  doubles: true,
};

/** Two values. */
export const pair = <A, B>(first: Value<A>, second: Value<B>): Value<readonly [A, B]> => ({
  kind: 'tuple',
  elements: [first, second],
});

/** `[low, high]`, the ends of a uniform law, with a condition on them. */
export const interval = (
  holds?: (low: number, high: number) => boolean,
  right = '',
): Value<readonly [low: number, high: number]> =>
  where(pair(real(), real()), ([low, high], fault) => {
    if (low > high) fault([], 'must be [low, high] with low ≤ high');
    if (holds !== undefined && !holds(low, high)) fault([], right);
  });

/** A `Float64Array`: it lies in shared memory where threads need it. */
export const array: Value<Float64Array> = { kind: 'array' };

/** An object with these fields. */
export const object = <F extends Fields>(fields: F): Value<ValuesOf<F>> => ({ kind: 'object', fields });

/** An object of one kind among several. */
export const variant = <const K extends string, F extends Fields>(
  kind: K,
  fields: F,
  aliases: readonly string[] = [],
): Value<SpecificationOf<K, F>> => ({ kind: 'object', fields: { kind: oneOf(kind), ...fields }, aliases });

/** An object of one of several kinds, distinguished by `kind`. */
export const variants = <const V extends readonly Value[]>(...cases: V): Value<Of<V[number]>> => ({
  kind: 'variants',
  cases,
});

/** A value of one of several forms. */
export const either = <T>(cases: readonly Value<T>[], fault: string): Value<T> => ({
  kind: 'either',
  cases,
  fault,
});

/** Anything that JSON can hold and sent to a thread. */
export const plain: Value = { kind: 'plain' };

/** The range of a number, in words: `a number above 0 and up to 1`. */
function rangeWords({ kind, least, above, most, below }: Range & { readonly kind: string }): string {
  const noun = kind === 'whole' ? 'a whole number' : 'a number';
  if (kind === 'whole' && least !== undefined && most !== undefined)
    return `${noun} from ${least} to ${most}`;
  const from =
    above !== undefined
      ? ` above ${above}`
      : least !== undefined
        ? ` ${kind === 'whole' ? 'from' : 'of at least'} ${least}`
        : '';
  const to = most !== undefined ? `up to ${most}` : below !== undefined ? `below ${below}` : '';
  return `${noun}${from}${from && to && ' and'}${to && ` ${to}`}`;
}

/**
 * The fault of a number, a word or a step size, in words: what would be right. Other values are not
 * looked into, nor the rule that a step size may be.
 */
export function faultOf(value: Value, given: unknown): string | undefined {
  if (value.kind === 'choice')
    return value.words.includes(given as string) ? undefined : `must be ${value.words.join(' or ')}`;
  if (value.kind === 'text')
    return typeof given === 'string' && (value.pattern === undefined || new RegExp(value.pattern).test(given))
      ? undefined
      : (value.fault ?? 'must be a text');
  if (value.kind === 'step size' && typeof given === 'object' && given !== null) return undefined;
  const range = value.kind === 'step size' ? ({ kind: 'number', above: 0 } as const) : value;
  if (range.kind !== 'number' && range.kind !== 'whole') return undefined;
  const { least = -Infinity, above = -Infinity, most = Infinity, below = Infinity } = range;
  const isRight =
    typeof given === 'number' &&
    (range.kind === 'whole' ? Number.isSafeInteger(given) : Number.isFinite(given)) &&
    given >= least &&
    given > above &&
    given <= most &&
    given < below;
  if (isRight) {
    let fault: string | undefined;
    value.check?.(given as never, (_, right) => (fault ??= right));
    return fault;
  }
  // Of two lower bounds the one that it misses.
  const { above: _met, ...rest } = range;
  return `must be ${rangeWords((given as number) > above && range.least !== undefined ? rest : range)}`;
}
