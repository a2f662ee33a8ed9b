/** A file `*.part.test.ts` is read twice: the suite runs a part of its cases, the long tests run all the others. */
import { describe, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project that runs: `npm test` or `npm run test:long`. */
    readonly part: 'suite' | 'long';
  }
}

const LONG = inject('part') === 'long';

/**
 * The cases of this part. The suite takes one of each row, at the next place from row to row, so that a table of two
 * factors is taken along its diagonals and each value of both occurs; the long tests take all the others.
 * Called in a loop it would choose the same places each time: it takes the rows of all turns together.
 */
export function oneOfEach<T>(rows: readonly (readonly T[])[], isLong = LONG): T[] {
  return rows.flatMap((row, index) => row.filter((_, place) => (place === index % row.length) !== isLong));
}

/** Likewise the cases of a list, one in so many for the suite, the first of them among these. */
export function oneIn<T>(count: number, cases: readonly T[], isLong = LONG): T[] {
  const rows = Array.from({ length: Math.ceil(cases.length / count) }, (_, row) =>
    cases.slice(row * count, (row + 1) * count),
  );
  return oneOfEach(rows, isLong);
}

/** A value that the two parts have differently: how many, or which. */
export function byPart<T>(suite: T, long: T): T {
  return LONG ? long : suite;
}

const both = { test, describe };
const none = (): void => undefined;
const neither = Object.assign(none, { each: () => none });
const NEITHER = { test: neither, describe: neither } as unknown as typeof both;

/** Tests that the suite alone runs. */
export const inSuite = LONG ? NEITHER : both;

/** Tests that the long tests alone run. */
export const inLong = LONG ? both : NEITHER;
