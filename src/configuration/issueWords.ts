/** What a schema has against a value, in words: what would be right, to be said after the field's name. */
import type { z } from 'zod';
import { nearest } from '../values/nearest.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** So many names are listed where none of them is near. */
const MOST_LISTED = 13;

/** Words for the types that zod names. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object { … }',
  record: 'an object { … }',
};

/** For `safeParse(value, { error })`: what a schema says itself wins over it. */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const right = `must be ${isInteger(issue) ? KINDS.int! : (KINDS[issue.expected] ?? `of type ${issue.expected}`)}`;
      return issue.input === undefined ? `is missing; ${right}` : right;
    }
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input);
    case 'invalid_union':
      return oneOf((issue as { options?: readonly unknown[] }).options?.map(String) ?? [], nameIn(issue));
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive ?? true, 'least');
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive ?? true, 'most');
    case 'unrecognized_keys':
      return unknownFields(issue.keys, fieldsOf(issue));
    default:
      return undefined;
  }
};

/** Whether whole numbers alone are taken. */
const isInteger = ({ inst }: RawIssue): boolean =>
  (inst?._zod.def as { format?: string } | undefined)?.format === 'safeint';

/** The discriminator's value, where a union has one; otherwise the value. */
function nameIn(issue: RawIssue): unknown {
  const { discriminator } = issue as { discriminator?: string };
  const { input } = issue;
  if (discriminator === undefined || typeof input !== 'object' || input === null) return input;
  return (input as Readonly<Record<string, unknown>>)[discriminator];
}

function oneOf(names: readonly string[], found: unknown): string {
  if (names.length === 0) return 'has none of its allowed forms';
  const quoted = names.map((name) => `"${name}"`);
  const right =
    quoted.length === 1
      ? `must be ${quoted[0]!}`
      : `must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)!}`;
  const near = typeof found === 'string' ? nearest(found, names) : undefined;
  const missing = found === undefined ? 'is missing; ' : '';
  return `${missing}${right}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function bound(origin: string, value: number, inclusive: boolean, end: 'least' | 'most'): string {
  if (origin === 'string') return value === 1 ? 'must not be empty' : `must have at ${end} ${value} letters`;
  if (origin === 'array') return `must have at ${end} ${value} ${value === 1 ? 'entry' : 'entries'}`;
  if (end === 'least') return inclusive ? `must be ${value} or greater` : `must be greater than ${value}`;
  return inclusive ? `must be at most ${value}` : `must be less than ${value}`;
}

/** The fields that the object in question may have. */
function fieldsOf({ inst }: RawIssue): string[] {
  const { shape } = (inst?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const nears = keys.map((key) => nearest(key, known));
  const listed = keys.map((key, index) => {
    const near = nears[index];
    return near === undefined ? `"${key}"` : `"${key}" (did you mean ${near}?)`;
  });
  const help =
    nears.includes(undefined) && known.length <= MOST_LISTED ? `; its fields are ${known.join(', ')}` : '';
  return `has ${keys.length === 1 ? 'an unknown field' : 'unknown fields'}, ${listed.join(' and ')}${help}`;
}
