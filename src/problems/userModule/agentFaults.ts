/** What is wrong with an agent of a user's module, as far as its parts say it without being tried. */

import { closedClasses } from '../../maths/markovChain.ts';
import { nearest } from '../../values/nearest.ts';
import { isPromise } from '../../values/promise.ts';
import { sumsToOne } from '../probabilities.ts';
import { quotedValue } from '../../values/quoted.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The faults of what a module's function has made, each in words that name the field; none for an agent
 * that can be tried.
 *
 * @param dimension - d
 */
export function userAgentFaults(agent: unknown, dimension: number): string[] {
  if (isPromise(agent)) return ['the function is async; it must return the agent at once'];
  if (!isObject(agent))
    return [`the function must return an agent { stream, operator }, not ${named(agent)}`];
  return [
    ...misspelt(agent, ['stream', 'operator', 'mean'], 'an agent'),
    ...functionFaults(agent, 'operator', true),
    ...streamFaults(agent.stream),
    ...meanFaults(agent.mean, dimension),
  ];
}

/** Fields that are a slip for one that is left out; others, and those of an instance of a class, may be the user's own. */
function misspelt(owner: Fields, names: readonly string[], whose: string): string[] {
  if (Object.getPrototypeOf(owner) !== Object.prototype) return [];
  const absent = names.filter((name) => owner[name] === undefined);
  return Object.keys(owner).flatMap((field) => {
    const near = names.includes(field) ? undefined : nearest(field, absent);
    return near === undefined ? [] : [`${field} is no field of ${whose}; did you mean ${near}?`];
  });
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const named = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : `a ${typeof value}`;

/** What is wrong with a function that may have to be there. */
function functionFaults(owner: Fields, name: string, needed: boolean, where = ''): string[] {
  const value = owner[name];
  if (value === undefined && !needed) return [];
  if (typeof value !== 'function') return [`${where}${name} must be a function, not ${named(value)}`];
  return value.constructor.name.startsWith('Async')
    ? [`${where}${name} is async; nobody waits for it, so it must do its work at once`]
    : [];
}

function streamFaults(stream: unknown): string[] {
  if (!isObject(stream)) {
    return [`stream must be { transition } or { initial, next }, not ${named(stream)}`];
  }
  if (!('transition' in stream)) {
    return [
      ...misspelt(stream, ['initial', 'next', 'independent', 'followsModel'], 'a stream'),
      ...functionFaults(stream, 'initial', true, 'stream.'),
      ...functionFaults(stream, 'next', true, 'stream.'),
      ...functionFaults(stream, 'independent', false, 'stream.'),
      ...(stream.followsModel === true && stream.independent !== undefined
        ? ['stream.independent has no law where the stream follows the model; leave it out']
        : []),
    ];
  }
  const { transition, initial } = stream;
  if (!isList(transition) || transition.length === 0) {
    return ['stream.transition must be a list of rows of probabilities'];
  }
  const states = transition.length;
  const rows = Array.from(transition).flatMap((row, s) => rowFaults(row, s, states));
  return [
    ...misspelt(stream, ['initial'], 'a chain'),
    ...(rows.length > 0 ? rows : classFaults(transition as ArrayLike<ArrayLike<number>>)),
    ...initialFaults(initial, states),
  ];
}

/** Several closed classes have several stationary laws. */
function classFaults(transition: ArrayLike<ArrayLike<number>>): string[] {
  const states = transition.length;
  const kernel = Float64Array.from(Array.from(transition).flatMap((row) => Array.from(row)));
  const { length } = closedClasses(kernel, states);
  return length === 1
    ? []
    : [`stream.transition has ${length} closed classes, and so no unique stationary law; it must have one`];
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

function rowFaults(row: unknown, s: number, states: number): string[] {
  if (!isList(row)) return [`row ${s} of transition must be a list of ${states} probabilities`];
  const entries = Array.from(row) as number[];
  if (isLaw(entries, states)) return [];
  return [`row ${s} of transition must be ${states} probabilities that sum to 1 ${lawFound(entries)}`];
}

const isLaw = (entries: readonly unknown[], states: number): boolean =>
  entries.length === states && entries.every((p) => typeof p === 'number') && sumsToOne(entries);

/** What was found instead of a law. */
const lawFound = (entries: readonly number[]): string =>
  `(length ${entries.length}, sum ${entries.reduce((total, p) => total + p, 0)})`;

function initialFaults(initial: unknown, states: number): string[] {
  if (initial === undefined || initial === 'stationary') return [];
  const { state, distribution }: Fields = isObject(initial) ? initial : {};
  if (state !== undefined && distribution === undefined) {
    const right = Number.isInteger(state) && (state as number) >= 0 && (state as number) < states;
    return right
      ? []
      : [`stream.initial.state must be a state from 0 to ${states - 1} (found ${quotedValue(state)})`];
  }
  if (isList(distribution) && state === undefined) {
    const entries = Array.from(distribution) as number[];
    if (isLaw(entries, states)) return [];
    return [`stream.initial.distribution must be ${states} probabilities that sum to 1 ${lawFound(entries)}`];
  }
  return ['stream.initial must be "stationary", { state } or { distribution }'];
}

function meanFaults(mean: unknown, d: number): string[] {
  if (mean === undefined) return [];
  if (!isObject(mean) || (mean.kind !== 'linear' && mean.kind !== 'nonlinear')) {
    return ["mean must be { kind: 'linear', A, b } or { kind: 'nonlinear', evaluate }"];
  }
  if (mean.kind === 'nonlinear') {
    return [
      ...functionFaults(mean, 'evaluate', true, 'mean.'),
      ...functionFaults(mean, 'jacobian', false, 'mean.'),
      ...misspelt(mean, ['evaluate', 'jacobian'], 'a mean'),
    ];
  }
  return [
    ...numbersFaults('mean.A', mean.A, d * d, ', row-major'),
    ...numbersFaults('mean.b', mean.b, d, ''),
  ];
}

function numbersFaults(name: string, value: unknown, wanted: number, how: string): string[] {
  if (!isList(value) || value.length !== wanted) {
    const found = isList(value) ? `${value.length}` : named(value);
    return [`${name} must be ${wanted} ${wanted === 1 ? 'number' : 'numbers'}${how} (found ${found})`];
  }
  const at = Array.from(value).findIndex((entry) => !Number.isFinite(entry));
  return at < 0 ? [] : [`${name}[${at}] must be a finite number (found ${String(value[at])})`];
}
