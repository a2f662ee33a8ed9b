/**
 * What theory says of a run, small enough to be kept: every text, of numbers fifteen digits, and of long lists
 * how long they are with their first, middle and last entry. So a refusal that comes is seen, and one that goes.
 */
import type { TheorySummary } from '../../src/theory/summary.ts';

/** A summary cut down; plain data. */
export type TheoryPrint =
  number | string | boolean | null | readonly TheoryPrint[] | { readonly [name: string]: TheoryPrint };

const DIGITS = 15;
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

/** Of exact numbers, relative. */
const EXACT = 1e-12;
/** Of approximate numbers whose estimates are smaller, or missing. */
const APPROXIMATE = 1e-5;
/** Of the estimate of an approximate number's error, what the number may change by; and of itself, what an estimate may. */
const OF_ESTIMATE = 0.1;
/** Of largest step sizes, whose search ends in an interval of 10⁻⁶. */
const SEARCHED = 2e-6;
/** What rounding does to an error; squares of errors may differ by as much in their roots. */
const ROUNDING = 1e-13;
/** Rounding of a curve's values, beside the first. */
const BESIDE = 1e-13;

/** Names of numbers that have an estimate of their relative error, with the name of that. */
const ESTIMATES: Readonly<Record<string, string>> = {
  meanSquare: 'relativeError',
  biasSquare: 'biasRelativeError',
  step: 'relativeError',
  value: 'relativeError',
};

/** By how much the numbers of a part may differ: relative, and by the estimates of their errors, laid out like the part. */
interface Allowed {
  readonly least: number;
  readonly estimate?: TheoryPrint | undefined;
  /** of the list that the numbers are of */
  readonly scale?: number;
}

/**
 * Where two prints differ, with both values: texts and what is there at all exactly, exact numbers to 10⁻¹², approximate ones to
 * 10⁻⁵ or a tenth of their estimated error.
 */
export function theoryDifferences(
  before: TheoryPrint | undefined,
  now: TheoryPrint | undefined,
  path = '',
  allowed: Allowed = { least: EXACT },
): string[] {
  if (typeof before === 'number' && typeof now === 'number') {
    if (areAlike(before, now, allowed)) return [];
  } else if (isNode(before) && isNode(now) && Array.isArray(before) === Array.isArray(now)) {
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) =>
      theoryDifferences(before[name], now[name], pathOf(path, name), allowedOf(before, name, allowed)),
    );
  } else if (before === now) return [];
  const told = (print: TheoryPrint | undefined): string =>
    print === undefined ? 'absent' : JSON.stringify(print).slice(0, MOST_CHARACTERS);
  return [`${path} was ${told(before)}, is ${told(now)}`];
}

function areAlike(before: number, now: number, { least, estimate, scale = 0 }: Allowed): boolean {
  const tolerance =
    typeof estimate === 'number' && estimate > 0 ? Math.max(APPROXIMATE, OF_ESTIMATE * estimate) : least;
  const [first, other] = [Math.abs(before), Math.abs(now)];
  if (Math.abs(before - now) <= Math.max(tolerance * Math.max(first, other), BESIDE * scale)) return true;
  return before * now > 0 && Math.abs(Math.sqrt(first) - Math.sqrt(other)) <= ROUNDING;
}

/** Of a part of a print: the entries of a list share what the list may differ by. */
function allowedOf(print: Node, name: string, { least, estimate }: Allowed): Allowed {
  if (Array.isArray(print) || name === 'at') {
    const ofEntry = isNode(estimate) ? estimate[name] : estimate;
    const first = typeof print[0] === 'number' ? Math.abs(print[0]) : 0;
    return { least, estimate: ofEntry, scale: first };
  }
  if (name.endsWith('elativeError')) return { least: OF_ESTIMATE };
  const error = ESTIMATES[name] === undefined ? undefined : print[ESTIMATES[name]];
  const isApproximate =
    print.kind === 'approximate' || print.limitKind === 'closure' || print.neglects !== undefined;
  return { least: isApproximate ? APPROXIMATE : name === 'step' ? SEARCHED : EXACT, estimate: error };
}

/** Numbers of a print that are missing, without a text beside them that says why. */
export function missingWithoutReason(print: TheoryPrint | undefined, path = ''): string[] {
  if (!isNode(print)) return [];
  const hasReason = [print.reason, print.source].some((text) => typeof text === 'string' && text !== '');
  return Object.entries(print).flatMap(([name, part]) => {
    const place = pathOf(path, name);
    if (part === null) return QUANTITIES.has(name) && !hasReason ? [place] : [];
    return missingWithoutReason(part, place);
  });
}

/** Numbers that theory owes: where one is null, a reason is beside it. */
const QUANTITIES = new Set(
  ['limitError', 'roundFactor', 'step', 'floor', 'total'].concat([
    'heterogeneityBias',
    'noiseBias',
    'localNoiseBias',
    'memoryBias',
    'biasSquare',
    'spread',
    'meanSquare',
  ]),
);

const pathOf = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

/** Of a value that is told. */
const MOST_CHARACTERS = 120;

type Node = Readonly<Record<string, TheoryPrint>>;

const isNode = (print: TheoryPrint | undefined): print is Node => typeof print === 'object' && print !== null;
