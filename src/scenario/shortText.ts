/** Short texts that stand for an object: `kind`, or `kind:NUMBER,NUMBER`. */
import type { z } from 'zod';
import { nearest } from '../problems/problemFile/nearest.ts';
import { issueWords } from './issueWords.ts';

/** For each kind, the names of its numbers, in the order of the text. */
export type FieldsOfKinds = Readonly<Record<string, readonly string[]>>;

/** What a text stands for; or what it must be, to be said after its name. */
export type Reading<T> = { readonly value: T; readonly fault?: never } | { readonly fault: string };

/** `pareto:1,2` as { kind: 'pareto', scale: 1, shape: 2 }; `undefined` where it is of another form. */
function fieldsOf(text: string, kinds: FieldsOfKinds): object | undefined {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const numbers = colon < 0 ? [] : text.slice(colon + 1).split(',');
  const names = Object.hasOwn(kinds, kind) ? kinds[kind]! : undefined;
  if (names?.length !== numbers.length) return undefined;
  const values = numbers.map((one) => (one.trim() === '' ? NaN : Number(one)));
  if (!values.every(Number.isFinite)) return undefined;
  return { kind, ...Object.fromEntries(names.map((name, index) => [name, values[index]!])) };
}

/**
 * The object that a short text stands for.
 *
 * @param schema - checks it
 * @param forms - what it must be, said where it is of another form
 */
export function readShortText<T>(
  text: string,
  kinds: FieldsOfKinds,
  schema: z.ZodType<T>,
  forms: string,
): Reading<T> {
  const fields = fieldsOf(text, kinds);
  if (fields !== undefined) return readValue(schema, fields);
  const [kind] = text.split(':', 1);
  const near = Object.hasOwn(kinds, kind!) ? undefined : nearest(kind!, Object.keys(kinds));
  return { fault: near === undefined ? forms : `${forms}; did you mean ${near}?` };
}

/** The value, if the schema takes it; otherwise the first field that it refuses, with the reason. */
export function readValue<T>(schema: z.ZodType<T>, value: unknown): Reading<T> {
  const { success, data, error } = schema.safeParse(value, { error: issueWords });
  if (success) return { value: data };
  const { path, message } = error.issues[0]!;
  return { fault: path.length === 0 ? message : `${path.join('.').toUpperCase()} ${message}` };
}
