/**
 * Problem files: explicit transition matrices, A(s) and b(s) of each agent as JSON.
 *
 * ```json
 * { "format": "fedsa-problem/1", "kind": "linear", "dimension": 1,
 *   "agents": [{ "transition": [[0.9, 0.1], [0.2, 0.8]], "A": [[[1]], [[2]]], "b": [[1], [0]] }] }
 * ```
 *
 * A file is checked in full before anything runs, and the first thing that is wrong is reported in one
 * line: the file, the path of the value, what was found, what would be right.
 */
import { closedClasses } from '../../maths/markovChain.ts';
import type { FiniteLinearAgent, FiniteLinearSpecification } from '../../problems/finiteLinear/family.ts';
import type { InitialState } from '../../problems/observationLaw.ts';
import { lawsIn, SUM_TOLERANCE } from '../../problems/probabilities.ts';
import type { Found } from './jsonText.ts';
import { SchemaReader } from './schemaReader.ts';
import type { Field, NumberBlock } from './schemaReader.ts';
import { indexed, listOf } from './wording.ts';

const FORMAT = 'fedsa-problem/1';
/** More agents than one machine holds; past some millions their objects would exhaust the heap. */
const MAX_AGENTS = 1_000_000;
/** How many classes, and states of a class, a message lists. */
const MAX_LISTED = 6;

const TRANSITION = 'S rows of S probabilities';
const A = 'a list of S matrices, each of d rows of d numbers';
const B = 'a list of S vectors of d numbers';
const INITIAL = '"stationary", {"state": s} or {"distribution": [...]}';

/** An agent as it stands in the file; a part that could not be read is `undefined`. */
interface AgentEntry {
  readonly path: string;
  transition?: NumberBlock | undefined;
  A?: NumberBlock | undefined;
  b?: NumberBlock | undefined;
  state?: Found;
  distribution?: NumberBlock | undefined;
}

/**
 * The problem that a file describes, checked in full except for the root: whether the mean matrix
 * is singular is found when the problem is built.
 *
 * @param text - the file's content
 * @param name - the file's name, which every message begins with
 * @returns all arrays are views on one SharedArrayBuffer, so that threads share them uncopied
 * @throws InputError with one line on the first fault
 */
export function parseProblemFile(text: string, name: string): FiniteLinearSpecification {
  const file = new SchemaReader(text, name);
  const entries: AgentEntry[] = [];
  let dimension: number | undefined;
  const fields = new Map<string, Field>([
    ['format', constant(file, FORMAT)],
    ['kind', constant(file, 'linear')],
    ['dimension', dimensionField(file, (found) => (dimension = found))],
    ['agents', agentsField(file, entries)],
  ]);
  file.object('', `an object with the fields ${[...fields.keys()].join(', ')}`, fields);
  file.end();
  file.settle();
  const agents = entries.map((entry) => agent(file, entry, dimension!));
  file.settle();
  return { kind: 'finite-linear', dimension: dimension!, agents };
}

function constant(file: SchemaReader, value: string): Field {
  const expected = JSON.stringify(value);
  const read = (path: string): void => {
    const found = file.value();
    if (found.value !== value) file.report(path, `${found.excerpt}; expected ${expected}`);
  };
  return { expected, read };
}

function dimensionField(file: SchemaReader, keep: (dimension: number) => void): Field {
  const expected = 'a positive integer';
  const read = (path: string): void => {
    const { value, excerpt } = file.value();
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) keep(value);
    else file.report(path, `${excerpt}; expected ${expected}`);
  };
  return { expected, read };
}

function agentsField(file: SchemaReader, entries: AgentEntry[]): Field {
  const expected = 'a list of one agent or more';
  const read = (path: string): void => {
    const length = file.list(path, expected, (place) => {
      if (entries.length === MAX_AGENTS) {
        file.report(path, `more than ${MAX_AGENTS} agents; expected at most that many`);
        file.settle();
      }
      const entry: AgentEntry = { path: place };
      entries.push(entry);
      file.object(place, 'an object with the fields transition, A, b, initial', agentFields(file, entry));
    });
    if (length === 0) file.report(path, `${listOf(length)}; expected ${expected}`);
  };
  return { expected, read };
}

function agentFields(file: SchemaReader, entry: AgentEntry): ReadonlyMap<string, Field> {
  return new Map<string, Field>([
    [
      'transition',
      { expected: TRANSITION, read: (path) => (entry.transition = file.numbers(path, 2, TRANSITION)) },
    ],
    ['A', { expected: A, read: (path) => (entry.A = file.numbers(path, 3, A)) }],
    ['b', { expected: B, read: (path) => (entry.b = file.numbers(path, 2, B)) }],
    ['initial', { expected: INITIAL, optional: true, read: (path) => readInitial(file, path, entry) }],
  ]);
}

function readInitial(file: SchemaReader, path: string, entry: AgentEntry): void {
  if (!file.atObject()) {
    const found = file.value();
    if (found.value !== 'stationary') file.report(path, `${found.excerpt}; expected ${INITIAL}`);
    return;
  }
  const before = file.faults;
  const law = 'a list of S probabilities';
  const fields = new Map<string, Field>([
    ['state', { expected: 'a state', optional: true, read: () => (entry.state = file.value()) }],
    [
      'distribution',
      { expected: law, optional: true, read: (place) => (entry.distribution = file.numbers(place, 1, law)) },
    ],
  ]);
  file.object(path, INITIAL, fields);
  if (file.faults > before) return;
  const given = [entry.state, entry.distribution].filter((choice) => choice !== undefined).length;
  if (given === 0) file.report(path, `an empty object; expected ${INITIAL}`);
  if (given === 2) file.report(path, 'both a state and a distribution; expected one of them');
}

/** Judges an agent whose every field could be read. */
function agent(file: SchemaReader, entry: AgentEntry, dimension: number): FiniteLinearAgent {
  const transition = entry.transition!.values;
  const states = entry.transition!.shape[0]!;
  checkTransition(file, `${entry.path}.transition`, entry.transition!, states);
  if (states > 0) {
    const numbers = [dimension, 'number for each dimension'] as const;
    const rows = [dimension, 'row for each dimension'] as const;
    fits(file, `${entry.path}.A`, entry.A!, [[states, 'matrix for each row of transition'], rows, numbers]);
    fits(file, `${entry.path}.b`, entry.b!, [[states, 'vector for each row of transition'], numbers]);
  }
  const initial = initialState(file, entry, states);
  return { transition, A: entry.A!.values, b: entry.b!.values, states, initial };
}

/** Reports what keeps a block from being the kernel of a chain with one stationary law. */
function checkTransition(file: SchemaReader, path: string, block: NumberBlock, states: number): void {
  if (states === 0) return file.report(path, `${listOf(0)}; expected ${TRANSITION}, with S at least 1`);
  const before = file.faults;
  const row = [states, 'row for each state'] as const;
  if (!fits(file, path, block, [row, [states, 'probability for each row']])) return;
  for (let state = 0; state < states; state++)
    checkLaw(file, `${path}[${state}]`, block.values.subarray(state * states, (state + 1) * states));
  if (file.faults === before) checkClasses(file, path, closedClasses(block.values, states));
}

/** Whether a block's lists are as long as they are to be at each depth; the first that is not is reported. */
function fits(
  file: SchemaReader,
  path: string,
  block: NumberBlock,
  shape: readonly (readonly [number, string])[],
): boolean {
  const report = (indices: readonly number[], length: number): false => {
    const [right, subject] = shape[indices.length]!;
    file.report(indexed(path, indices), `${listOf(length)}; expected ${listOf(right)}, one ${subject}`);
    return false;
  };
  for (const [depth, length] of block.shape.entries()) {
    if (length !== shape[depth]![0]) return report(new Array<number>(depth).fill(0), length);
  }
  return block.ragged === undefined || report(block.ragged.indices, block.ragged.length);
}

/** Reports what keeps numbers from being a law; a law that is one is made to sum to 1. */
function checkLaw(file: SchemaReader, path: string, law: Float64Array): void {
  let sum = 0;
  for (const [state, probability] of law.entries()) {
    if (probability < -SUM_TOLERANCE) {
      return file.report(
        indexed(path, [state]),
        `${probability} is negative; expected a probability from 0 to 1`,
      );
    }
    sum += probability;
  }
  if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
    return file.report(path, `sums to ${sum}; expected probabilities that sum to 1 within ${SUM_TOLERANCE}`);
  }
  law.set(lawsIn(law, law.length));
}

/** Reports a chain that has more than one closed class, and so more than one stationary law. */
function checkClasses(file: SchemaReader, path: string, classes: readonly (readonly number[])[]): void {
  if (classes.length === 1) return;
  const sets = classes.map((states) => `{${listed(states.map(String), ',')}}`);
  const found = `${classes.length} closed classes ${listed(sets, ' and ')}: no unique stationary law`;
  file.report(path, `${found}; expected a single closed class`);
}

function listed(items: readonly string[], separator: string): string {
  return items.length <= MAX_LISTED
    ? items.join(separator)
    : [...items.slice(0, MAX_LISTED), '…'].join(separator);
}

function initialState(file: SchemaReader, entry: AgentEntry, states: number): InitialState {
  const path = `${entry.path}.initial`;
  if (entry.state !== undefined) {
    const { value, excerpt } = entry.state;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < states)
      return { state: value };
    if (states > 0)
      file.report(
        `${path}.state`,
        `${excerpt}; expected an integer from 0 to ${states - 1}, the number of a state`,
      );
  } else if (entry.distribution !== undefined && states > 0) {
    const law = entry.distribution;
    if (fits(file, `${path}.distribution`, law, [[states, 'probability for each row of transition']])) {
      checkLaw(file, `${path}.distribution`, law.values.subarray(0, states));
    }
    return { distribution: Array.from(law.values) };
  }
  return 'stationary';
}
