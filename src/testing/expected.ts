/** What is expected of a message or a step, in part, and how a difference is reported in one line. */

/** A part of what a value must be: vectors as any list of numbers, lists that are asked for by a call as lists. */
export type Expected<Value> = Value extends unknown
  ? { readonly [Key in keyof Value]?: ExpectedField<Value[Key]> | undefined }
  : never;

type ExpectedField<Field> =
  Field extends Readonly<Float64Array>
    ? ArrayLike<number>
    : Field extends (() => readonly Readonly<Float64Array>[]) | undefined
      ? readonly ArrayLike<number>[]
      : Field;

/** Largest difference of numbers that counts as rounding, relative to the larger of 1 and the expected one. */
export const ROUNDING = 1e-12;

/**
 * How a value differs from what is expected.
 *
 * @param tolerance - largest difference of two numbers, relative to the larger of 1 and the expected one
 * @returns `theta = [1, 2]` and what came instead, for the first field that differs; `undefined` for none
 */
export function difference(
  actual: object,
  expected: object,
  tolerance: number,
): { readonly expected: string; readonly actual: string } | undefined {
  for (const [key, wanted] of Object.entries(expected) as [string, unknown][]) {
    if (wanted === undefined) continue;
    const found = fieldOf(actual, key);
    if (agrees(found, wanted, tolerance)) continue;
    return { expected: `${key} = ${written(wanted)}`, actual: `${key} = ${written(found)}` };
  }
  return undefined;
}

/**
 * Checks a value against a part of what it must be.
 *
 * @param subject - of what something is expected, for the message
 * @throws Error with one line, where `actual` differs
 */
export function mustMatch(subject: string, actual: object, expected: object, tolerance = ROUNDING): void {
  const found = difference(actual, expected, tolerance);
  if (found) throw new Error(`expected ${subject} with ${found.expected}, got ${found.actual}`);
}

/** A value in a few words, in one line. */
export function written(value: unknown): string {
  if (isList(value)) return `[${Array.from(value, written).join(', ')}]`;
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, field]) => `${key}: ${written(field)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return String(value);
}

function fieldOf(value: object, key: string): unknown {
  const field = (value as Record<string, unknown>)[key];
  return typeof field === 'function' ? (field as () => unknown).call(value) : field;
}

function agrees(actual: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') {
    if (Object.is(actual, expected) || actual === expected) return true;
    return Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected));
  }
  if (isList(expected)) {
    if (!isList(actual) || actual.length !== expected.length) return false;
    return Array.from(expected).every((entry, at) => agrees(actual[at], entry, tolerance));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    return difference(actual, expected, tolerance) === undefined;
  }
  return Object.is(actual, expected);
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
