/** A problem as the manifest has it: what was asked for, with large arrays replaced by their sizes. */
import type { ProblemSpecification, ScenarioProblem } from '../problems/specification.ts';

/** Matrices of at most so many numbers in all are written in full. */
const SMALL = 2000;

/**
 * The specification as plain JSON.
 *
 * @param asked - what the scenario says
 * @param built - what the worker threads got
 */
export function describeSpecification(asked: ScenarioProblem, built: ProblemSpecification): unknown {
  const { compiled: _, ...said } = asked as ScenarioProblem & { readonly compiled?: string };
  return { ...(plain(said) as object), ...(asked.kind === built.kind ? {} : { built: plain(built) }) };
}

function plain(value: unknown): unknown {
  const numbers = countNumbers(value);
  return JSON.parse(
    JSON.stringify(value, (_key, entry: unknown) => {
      if (!ArrayBuffer.isView(entry)) return entry;
      const array = entry as Float64Array;
      return numbers <= SMALL ? [...array] : `${array.length} numbers`;
    }),
  ) as unknown;
}

function countNumbers(value: unknown): number {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, entry) => sum + countNumbers(entry), 0);
}
