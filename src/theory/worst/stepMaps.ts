/**
 * What a server step does to all that there is between two steps (what the parts of an algorithm keep, and the messages
 * that agents are at work on), without noise and about the root: a matrix, on what can be reached.
 */
import { streamsOf } from '../../algorithms/parts.ts';
import type { Vector } from '../../maths/vector.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';
import type { ArrivalRules, OrderedStep } from './arrivalRules.ts';
import { type DoneWork, StepMachine, type SteppedRun } from './stepMachine.ts';

/** The maps of steps on what they can reach. */
export interface StepMaps {
  /** coordinates of the state */
  readonly size: number;
  /** `[size, size]` */
  readonly matrix: (step: OrderedStep) => Float64Array;
}

const NOT_LINEAR = 'its parts are not linear, or keep vectors that their `kept` does not name';
/** Numbers in the matrices of a step before they are reduced. */
const MOST_NUMBERS = 4e6;
/** What is left of a vector beside those that there are, below which it is none of its own. */
const NEW = 1e-9;
/** Beside its size, how far a step may be from its matrix. */
const LINEAR = 1e-8;

/** A step of all that there is, in columns: those of the state before it, then those of the noise of agents' work. */
export interface DoneStep {
  /** the state after it `[height, columns]` */
  readonly after: Vector;
  readonly works: readonly DoneWork[];
}

/** Steps on what they can reach. */
export interface ReachedSteps {
  /** of all numbers that there are, an orthonormal basis of what is reached, `[height]` each */
  readonly basis: readonly Vector[];
  readonly height: number;
  readonly columns: number;
  /** whether two pieces of an agent's work are on the same observations */
  readonly isTwin: boolean;
  /** steps with the same key are the same */
  readonly keyOf: (step: OrderedStep) => string;
  readonly done: (step: OrderedStep) => DoneStep;
  /** the maps of the mean */
  readonly maps: StepMaps;
}

/** Why steps are no matrices, in words. */
export class NotLinear extends Error {}

/**
 * The steps of a run, or why it has none.
 *
 * @throws NotLinear, from its maps too, where a part does more than to add vectors with factors
 */
export function reachedSteps(run: SteppedRun, rules: ArrivalRules): ReachedSteps | Unknown {
  const saysNot = nonlinearOrRandom(run.algorithm);
  if (saysNot) return saysNot;
  const d = run.means[0]!.b.length;
  const warmUp = warmingUp(rules);
  if (warmUp === undefined)
    return because(`within a staleness of ${rules.bound} there is no order of ${rules.agents} agents`);
  const initial = new StepMachine(run, rules.waits, d);
  initial.start();
  for (const step of warmUp) initial.step(step);
  const height = initial.live().length * d;
  const streams = streamsOf(run.algorithm);
  const columns = height + rules.answers * streams.length * d;
  if (height * columns > MOST_NUMBERS)
    return because(`a step has ${height} numbers under way, which is too many for its matrix`);
  const machine = new StepMachine(run, rules.waits, columns);
  machine.start();
  for (const step of warmUp) machine.step(step);

  const known = new Map<string, DoneStep>();
  const keyOf = stepKey(run);
  const done = (step: OrderedStep): DoneStep => {
    const key = keyOf(step);
    let found = known.get(key);
    if (!found) known.set(key, (found = doneStep(machine, step, height, columns)));
    return found;
  };
  const basis = reached(rules, warmUp.at(-1)!.ages, done, columnsOf(initial.read(), height, d), height);
  const reduced = new Map<string, Float64Array>();
  const mapOf = (step: OrderedStep): Float64Array => {
    const key = keyOf(step);
    let found = reduced.get(key);
    if (!found) {
      found = project(done(step).after, basis, columns);
      if (!isLinear(machine, step, found, basis, columns)) throw new NotLinear(NOT_LINEAR);
      reduced.set(key, found);
    }
    return found;
  };
  const isTwin = new Set(streams).size < streams.length;
  return { basis, height, columns, isTwin, keyOf, done, maps: { size: basis.length, matrix: mapOf } };
}

/** Steps that are the same have the same agents with the same weights. */
const stepKey =
  ({ free }: SteppedRun) =>
  ({ agents, staleness }: OrderedStep): string =>
    agents.map((agent, k) => `${agent}:${free.weight(staleness[k]!, NaN)}`).join();

/** Steps from the start until each agent's answer has been taken in twice; `undefined` where there is no way to go on. */
function warmingUp(rules: ArrivalRules): readonly OrderedStep[] | undefined {
  const taken = new Array<number>(rules.agents).fill(0);
  const steps: OrderedStep[] = [];
  let ages: readonly number[] = taken;
  while (taken.some((count) => count < 2)) {
    // The stalest agent comes first: this way never reaches a dead end.
    const step = rules
      .after(ages)
      .reduce<OrderedStep | undefined>(
        (best, step) => (best && best.staleness[0]! >= step.staleness[0]! ? best : step),
        undefined,
      );
    if (step === undefined) return undefined;
    for (const agent of step.agents) taken[agent]!++;
    steps.push(step);
    ages = step.ages;
  }
  return steps;
}

function doneStep(machine: StepMachine, step: OrderedStep, height: number, columns: number): DoneStep {
  const state = new Float64Array(height * columns);
  for (let j = 0; j < height; j++) state[j * columns + j] = 1;
  machine.write(state);
  const works = machine.step(step, height);
  return { after: machine.read(), works };
}

/** Whether a step does to some state what its matrix says. */
function isLinear(
  machine: StepMachine,
  step: OrderedStep,
  map: Vector,
  basis: readonly Vector[],
  columns: number,
): boolean {
  const x = Float64Array.from(basis, (_, k) => 3 * Math.sin(1 + k * k));
  const y = timesVector(map, x, basis.length);
  const sum = (coordinates: Vector): Float64Array =>
    basis[0]!.map((_, j) => basis.reduce((all, direction, k) => all + coordinates[k]! * direction[j]!, 0));
  const before = sum(x);
  const state = new Float64Array(before.length * columns);
  before.forEach((value, j) => (state[j * columns] = value));
  machine.write(state);
  machine.step(step);
  const after = machine.read();
  return sum(y).every((value, j) => Math.abs(value - after[j * columns]!) <= LINEAR * (1 + norm(y)));
}

const columnsOf = (matrix: Vector, rows: number, columns: number): Float64Array[] =>
  Array.from({ length: columns }, (_, c) =>
    Float64Array.from({ length: rows }, (_, r) => matrix[r * columns + c]!),
  );

/**
 * An orthonormal basis of all that can be reached: from the start, and from what noise moves, by any steps. Off it
 * the parts' own invariants do not hold (SCAFFOLD's c as the mean of the c_i, say), and the matrices mean nothing.
 */
function reached(
  rules: ArrivalRules,
  start: readonly number[],
  done: (step: OrderedStep) => DoneStep,
  first: readonly Float64Array[],
  height: number,
): Float64Array[] {
  const steps = new Set<DoneStep>();
  const seen = new Set([start.join()]);
  const open = [start];
  for (let ages = open.pop(); ages !== undefined && seen.size <= MOST_SEEN; ages = open.pop()) {
    for (const step of rules.after(ages)) {
      steps.add(done(step));
      const key = step.ages.join();
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(step.ages);
    }
  }
  const basis: Float64Array[] = [];
  const add = (vector: Float64Array): void => {
    const size = norm(vector);
    if (size === 0) return;
    const left = vector.map((x) => x / size);
    // Twice, so that what is left is orthogonal in all digits.
    for (let pass = 0; pass < 2; pass++)
      for (const direction of basis) {
        let product = 0;
        for (let j = 0; j < height; j++) product += direction[j]! * left[j]!;
        for (let j = 0; j < height; j++) left[j]! -= product * direction[j]!;
      }
    const rest = norm(left);
    if (rest > NEW) basis.push(left.map((x) => x / rest));
  };
  for (const vector of first) add(vector);
  for (const { after } of steps)
    for (const noise of columnsOf(after, height, after.length / height).slice(height)) add(noise);
  for (let k = 0; k < basis.length; k++)
    for (const { after } of steps) add(timesVector(after, basis[k]!, after.length / height));
  return basis;
}

/** States of the automaton that are looked at for different steps: few of them have all. */
const MOST_SEEN = 300;

const norm = (vector: Vector): number => Math.hypot(...vector);

/** The first columns of A `[·, columns]` times x. */
function timesVector(A: Vector, x: Vector, columns: number): Float64Array {
  const out = new Float64Array(A.length / columns);
  for (let i = 0; i < out.length; i++)
    for (let j = 0; j < x.length; j++) out[i]! += A[i * columns + j]! * x[j]!;
  return out;
}

/** QᵀAQ, Q of orthonormal columns, A the first columns of `[·, columns]`. */
function project(A: Vector, basis: readonly Vector[], columns: number): Float64Array {
  const n = basis.length;
  const out = new Float64Array(n * n);
  basis.forEach((column, j) => {
    const image = timesVector(A, column, columns);
    basis.forEach((row, i) => {
      for (let k = 0; k < row.length; k++) out[i * n + j]! += row[k]! * image[k]!;
    });
  });
  return out;
}
