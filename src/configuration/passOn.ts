/** Checks a value inside another check, so that its issues keep the path of the field at fault. */
import type { z } from 'zod';
import { issueWords } from './issueWords.ts';

/** Key under which an issue carries the value that was found, where it cannot be read off the path. */
export const FOUND = 'found';

/** Key of an issue that says by itself what was found: an unknown field, or one that is missing. */
const SAYS_ALL = 'saysAll';

/** Whether the message of an issue says what was found. */
export const saysAll = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' ||
  issue.message.startsWith('is missing') ||
  (issue.code === 'custom' && issue.params?.[SAYS_ALL] === true);

/**
 * Adds to `context` what `schema` has against a value.
 *
 * @param path - where the value stands, from the field that is being checked
 */
export function passOn(
  schema: z.ZodType,
  value: unknown,
  context: z.RefinementCtx,
  path: readonly PropertyKey[] = [],
): void {
  const result = schema.safeParse(value, { error: issueWords });
  for (const issue of result.error?.issues ?? []) {
    const params: Readonly<Record<string, unknown>> | undefined =
      issue.code === 'custom' ? issue.params : undefined;
    context.addIssue({
      code: 'custom',
      path: [...path, ...issue.path],
      message: issue.message,
      params: {
        [FOUND]: params && FOUND in params ? params[FOUND] : valueAt(value, issue.path),
        [SAYS_ALL]: saysAll(issue),
      },
    });
  }
}

/** What stands at a path; `undefined` where the path leads nowhere. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (object, key) => (object as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
