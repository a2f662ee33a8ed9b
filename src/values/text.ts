/** Values as texts: what a command line gives for one, and words for what it may be. */
import { isNumber, listed } from './kind.ts';
import { nearest } from './nearest.ts';
import { flagOf, type Parameter } from './parameter.ts';
import { faultOf, type Fields, type Value } from './value.ts';

/** The value of a text; or what the text must be, to be said after its name. */
export type Reading<T = unknown> =
  | { readonly value: T; readonly fault?: never }
  | {
      readonly fault: string;
      /** that it is of none of the forms, so that other forms may fit */
      readonly isOther?: true;
    };

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text is in decimal notation, and nothing but it; NaN for any other text. */
export const decimalOf = (text: string): number => (DECIMAL.test(text) ? Number(text) : NaN);

/**
 * The value that a text stands for.
 *
 * @example readText(oneKindOf(POLICIES), 'first:3') // { value: { kind: 'first', count: 3 } }
 */
export function readText<T>(value: Value<T>, text: string): Reading<T>;
export function readText(value: Value, text: string): Reading {
  switch (value.kind) {
    case 'number':
    case 'whole': {
      const number = decimalOf(text);
      if (Math.abs(number) === Infinity && value.kind === 'number')
        return { fault: 'must be a finite number' };
      const fault = faultOf(value, number);
      if (fault === undefined) return { value: number };
      return Number.isNaN(number) ? { fault, isOther: true } : { fault };
    }
    case 'flag':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { fault: 'must be true or false' };
    case 'choice': {
      const fault = faultOf(value, text);
      return fault === undefined ? { value: text } : { fault, isOther: true };
    }
    case 'list': {
      const readings = text.split(',').map((word) => readText(value.element, word.trim()));
      return (
        readings.find(({ fault }) => fault !== undefined) ?? {
          value: readings.map((reading) => 'value' in reading && reading.value),
        }
      );
    }
    case 'either': {
      const readings = value.cases.map((parameter) => readText(parameter, text));
      const fits = readings.find(({ fault }) => fault === undefined);
      const near = readings.find((reading) => reading.fault !== undefined && !reading.isOther);
      return fits ?? near ?? { fault: mustBe(value), isOther: true };
    }
    case 'variants':
      return readVariant(value, text);
    case 'text': {
      if (text === '') return { fault: 'must not be empty' };
      const fault = faultOf(value, text);
      return fault === undefined ? { value: text } : { fault };
    }
    case 'step size':
    case 'tuple':
    case 'array':
    case 'object':
    case 'plain':
      return { fault: 'cannot be given as a text' };
  }
}

const numbersOf = (fields: Fields): [string, Value][] =>
  Object.entries(fields).filter(([, field]) => isNumber(field) && field.named !== true);

/** Fields that are given by name, by that name. */
const namedOf = (fields: Fields): Map<string, [string, Value]> =>
  new Map(
    Object.entries(fields)
      .filter(([, { named }]) => named === true)
      .map(([name, field]) => [flagOf(name), [name, field]]),
  );

/** The objects among which `kind` chooses, by its word. */
const variantsOf = (value: Value): [string, Value & { readonly kind: 'object' }][] =>
  (value.kind === 'variants' ? value.cases : []).flatMap((parameter) => {
    if (parameter.kind !== 'object') return [];
    const { kind } = parameter.fields;
    return kind?.kind === 'choice' ? [[kind.words[0]!, parameter]] : [];
  });

/** The words of variants and their aliases, each with the word that it stands for. */
const namesOf = (variants: ReturnType<typeof variantsOf>): Map<string, string> =>
  new Map(variants.flatMap(([kind, { aliases = [] }]) => [kind, ...aliases].map((name) => [name, kind])));

/** `pareto:1,2` as { kind: 'pareto', scale: 1, shape: 2 }; what may be left out by its name, `buffered:5,concurrency=20`. */
function readVariant(value: Value, text: string): Reading {
  const [word, ...rest] = text.split(':') as [string, ...string[]];
  const all = variantsOf(value);
  const variants = new Map(all);
  const names = namesOf(all);
  const kind = names.get(word) ?? word;
  const variant = variants.get(kind);
  const named = variant === undefined ? new Map<string, [string, Value]>() : namedOf(variant.fields);
  const parts = rest.length === 0 ? [] : rest.join(':').split(',');
  const byName = named.size === 0 ? [] : parts.filter((part) => part.includes('='));
  const texts = parts.filter((part) => !byName.includes(part));
  const numbers = variant === undefined ? [] : numbersOf(variant.fields);
  const needed = numbers.filter(([, { optional }]) => optional !== true).length;
  const given = texts.map(decimalOf);
  if (!variant || texts.length < needed || texts.length > numbers.length || given.some(Number.isNaN)) {
    const near = variant ? undefined : nearest(word, names.keys());
    return { fault: `${mustBe(value)}${near === undefined ? '' : `; did you mean ${near}?`}`, isOther: true };
  }
  const read: Record<string, unknown> = { kind };
  for (const [at, number] of given.entries()) {
    const [name, field] = numbers[at]!;
    const fault = faultOf(field, number);
    if (fault !== undefined) return { fault: `${symbolOf(name, field)} ${fault}` };
    read[name] = number;
  }
  for (const pair of byName) {
    const [flag, ...word] = pair.split('=') as [string, ...string[]];
    const [name, field] = named.get(flag) ?? [];
    if (name === undefined || field === undefined || name in read) {
      const near = nearest(flag, named.keys());
      const question = name === undefined && near !== undefined ? `; did you mean ${near}?` : '';
      return {
        fault: `${kind} has the named settings ${listed([...named.keys()], 'and')}, each once${question}`,
      };
    }
    const reading = readText(field, word.join('='));
    if (reading.fault !== undefined) return { fault: `${flag} ${reading.fault}` };
    read[name] = reading.value;
  }
  let fault: string | undefined;
  variant.check?.(read as never, (path, right) => (fault ??= `${path.join('.').toUpperCase()} ${right}`));
  return fault === undefined ? { value: read } : { fault };
}

const symbolOf = (name: string, field: Value): string => (field as Partial<Parameter>).symbol ?? name;

/** The texts that a value may have: `first:K`, `a number`. */
export function textForms(value: Value): string[] {
  if (value.kind === 'either') return value.cases.flatMap(textForms);
  if (value.kind === 'choice') return [...value.words];
  if (value.kind !== 'variants') return ['a number'];
  return variantsOf(value).flatMap(([kind, { fields }]) => {
    if (Object.values(fields).some((field) => field.kind === 'list')) return [];
    const symbols = numbersOf(fields).map(([name, field], at) => {
      const symbol = `${at === 0 ? ':' : ','}${symbolOf(name, field)}`;
      return field.optional === true ? `[${symbol}]` : symbol;
    });
    return [`${kind}${symbols.join('')}`];
  });
}

const mustBe = (value: Value): string => `must be ${listed(textForms(value), 'or')}`;
