/**
 * What theory says of a run, small enough to be kept: every text, of numbers thirteen digits, and of long lists
 * how long they are with their first, middle and last entry. So a refusal that comes is seen, and one that goes.
 */
import type { TheorySummary } from '../../src/theory/summary.ts';

/** A summary cut down; plain data. */
export type TheoryPrint =
  number | string | boolean | null | readonly TheoryPrint[] | { readonly [name: string]: TheoryPrint };

const DIGITS = 13;
/** Entries of a list of objects that is kept as it is. */
const SHORT = 7;
/** What the run is, not what theory says of it; and how much work it was. */
const LEFT_OUT = ['configuration', 'multiplications'];

/** Without the problem's own constants, which no algorithm changes. */
export const theoryPrint = ({ constants: _, ...summary }: TheorySummary): TheoryPrint => cutDown(summary);

/**
 * Of a shipped scenario, by algorithm: the kind of each curve with its reason, level and numbers, noise-free curves,
 * limits, stable steps and factors; the schedule and the pace; and which parts there are.
 */
export function shippedPrint({ run, needed }: TheorySummary): TheoryPrint {
  if (run === null) return cutDown({ needed });
  const { configuration: _, exact: _same, expected, statements, ...kept } = run;
  const parts = { expected: expected.length, statements: statements.length };
  return cutDown({ ...kept, parts });
}

function cutDown(value: unknown): TheoryPrint {
  if (typeof value === 'number')
    return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : String(value);
  if (typeof value !== 'object' || value === null) return value as string | boolean | null;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return cutList(Array.from(value as number[]));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => part !== undefined && !LEFT_OUT.includes(name))
      .map(([name, part]) => [name, cutDown(part)]),
  );
}

function cutList(list: readonly unknown[]): TheoryPrint {
  const isNumbers =
    list.length > 3 && list.every((candidate) => typeof candidate === 'number' || candidate === null);
  if (!isNumbers && list.length <= SHORT) return list.map(cutDown);
  const at = [0, Math.floor(list.length / 2), list.length - 1];
  return { count: list.length, at: at.map((k) => cutDown(list[k])) };
}

/** Relative; what rounding does to approximations that iterate. */
const CLOSE = 1e-9;
/** What rounding does to an error; squares of errors may differ by as much in their roots. */
const ROUNDING = 1e-13;
/** Rounding of a curve's values, beside the first. */
const BESIDE = 1e-13;

/**
 * Where two prints differ, with both values.
 *
 * @param tolerance - of numbers, relative
 * @param scale - of the list that a number is of
 */
export function theoryDifferences(
  before: TheoryPrint | undefined,
  now: TheoryPrint | undefined,
  tolerance = CLOSE,
  path = '',
  scale = 0,
): string[] {
  if (typeof before === 'number' && typeof now === 'number') {
    const [first, other] = [Math.abs(before), Math.abs(now)];
    if (Math.abs(before - now) <= Math.max(tolerance * Math.max(first, other), BESIDE * scale)) return [];
    if (before * now >= 0 && Math.abs(Math.sqrt(first) - Math.sqrt(other)) <= ROUNDING) return [];
  } else if (isNode(before) && isNode(now) && Array.isArray(before) === Array.isArray(now)) {
    const first = typeof before[0] === 'number' ? Math.abs(before[0]) : 0;
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) =>
      theoryDifferences(before[name], now[name], tolerance, path === '' ? name : `${path}.${name}`, first),
    );
  } else if (before === now) return [];
  const told = (print: TheoryPrint | undefined): string =>
    print === undefined ? 'absent' : JSON.stringify(print).slice(0, MOST_CHARACTERS);
  return [`${path} was ${told(before)}, is ${told(now)}`];
}

/** Of a value that is told. */
const MOST_CHARACTERS = 120;

const isNode = (print: TheoryPrint | undefined): print is Readonly<Record<string, TheoryPrint>> =>
  typeof print === 'object' && print !== null;
