/** What is wrong with a problem file, in one line: place, path, what was found, what would be right. */
import * as z from 'zod';
import { InputError } from '../../values/failure.ts';
import { nearest } from '../../values/nearest.ts';
import { type Path, pathText, quotedStart, startOf } from '../../values/path.ts';
import { placeIn } from '../json.ts';

/** So many are counted: a file of nothing else must not take minutes. */
export const MOST_FAULTS = 100;

/** A fault of the value at a path: what was found, and what would be right. */
export interface Fault {
  readonly path: Path;
  readonly text: string;
}

/** An object without other fields, whose messages are for {@link faultsOf}. */
export const fieldsOf = <T extends z.ZodRawShape>(
  shape: T,
  right = `an object with the fields ${Object.keys(shape).join(', ')}`,
): z.ZodObject<T, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : right),
  });

/** What a schema, whose messages say what would be right, has against a value at a path. Unknown fields are first: one may be a missing one, misspelt. */
export function faultsOf({ issues }: z.ZodError, value: unknown, within: Path = []): readonly Fault[] {
  const unknown = issues.flatMap((issue) =>
    issue.code !== 'unrecognized_keys'
      ? []
      : issue.keys.map((key) => {
          const near = nearest(key, issue.message.split(', '));
          const question = near === undefined ? '' : ` (did you mean ${near}?)`;
          const text = `unknown field; expected one of ${issue.message}${question}`;
          return { path: [...within, ...issue.path, key], text };
        }),
  );
  const others = issues.flatMap(({ code, path, message }) =>
    code === 'unrecognized_keys'
      ? []
      : [{ path: [...within, ...path], text: `${excerpt(valueAt(value, path))}; expected ${message}` }],
  );
  return [...unknown, ...others];
}

/** Refuses what has a fault. @throws InputError on the first one, with the number of the others */
export function refuseFaults(faults: readonly Fault[], text: string, name: string): void {
  const [first] = faults;
  if (first === undefined) return;
  const others = Math.min(faults.length, MOST_FAULTS) - 1;
  const counted = faults.length < MOST_FAULTS ? `${others}` : `at least ${others}`;
  const more = others === 0 ? '' : ` (and ${counted} more problem${others === 1 ? '' : 's'})`;
  const field = first.path.length === 0 ? '' : `${pathText(first.path)}: `;
  throw new InputError(`${name}: ${placeIn(text, first.path)}: ${field}${first.text}${more}`);
}

/** A value in a message. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return listOf(value.length);
  if (typeof value === 'string') return quotedStart(value);
  if (value === Infinity || value === -Infinity) return 'a number beyond all doubles';
  return typeof value === 'object' && value !== null ? 'an object' : startOf(JSON.stringify(value));
}

/** A list in a message. */
export const listOf = (length: number): string => (length === 0 ? 'an empty list' : `a list of ${length}`);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((within, key) => (within as Readonly<Record<PropertyKey, unknown>>)[key], value);
