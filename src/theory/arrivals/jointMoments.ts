/**
 * Second moments of a run's vectors on the joint chain of all its streams: S(σ) = E[X Xᵀ 1{σ}], X = (1, all vectors),
 * for each state σ of all chains together. Exact whatever A depends on, and small problems' alone: σ has as many values as
 * the product of the numbers of states.
 */
import {
  add,
  assign,
  block,
  combination,
  identityMatrix,
  type Matrix,
  matrix,
  numbersOf,
  traceOf,
} from '../../maths/matrix.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Combination } from '../linearParts.ts';
import { JointField, type RowMap } from '../../maths/jumpLinear/jointField.ts';
import { movesOfAct } from '../moments/jointMoves.ts';
import type { Made, Observed, RunMoments } from './runSteps.ts';

export interface JointOptions {
  /** of each agent */
  readonly laws: readonly FiniteObservations[];
  readonly dimension: number;
  readonly slots: number;
  /** streams of each agent */
  readonly streams: number;
}

/** Doubles that the joint moments take. */
export function jointDoubles({ laws, dimension, slots, streams }: JointOptions): number {
  const states = laws.reduce((product, { chain }) => product * chain.states ** streams, 1);
  return 2 * states * (1 + slots * dimension) ** 2;
}

/** Second moments in numbered slots, for each state of all chains. */
export class JointMoments implements RunMoments {
  multiplications = 0;
  readonly #dimension: number;
  readonly #streams: number;
  /** by agent, and by stream of each */
  readonly #laws: readonly FiniteObservations[];
  readonly #states: readonly number[];
  #field: JointField;

  constructor({ laws, dimension, streams }: JointOptions) {
    this.#dimension = dimension;
    this.#streams = streams;
    this.#laws = laws.flatMap((law) => Array.from({ length: streams }, () => law));
    this.#states = this.#laws.map(({ chain }) => chain.states);
    this.#field = new JointField(1, this.#states);
    this.#field.elements.forEach((_, joint, elements) => {
      elements[joint] = this.#laws.reduce((p, { start }, k) => p * start[this.#field.stateOf(joint, k)]!, 1);
    });
  }

  set(slot: number, mean: Vector): void {
    const targets = this.#coordinates(slot);
    this.#make({ targets, sources: [0], coefficients: mean });
  }

  mean(v: Combination): Float64Array {
    const S = this.#second();
    return numbersOf(combination(v.map(([slot, c]) => [c, block(S, [0, 1], this.#place(slot))])));
  }

  variance(v: Combination): number {
    const S = this.#second();
    const terms = v.flatMap(([slot, c]) =>
      v.map(([other, e]) => c * e * traceOf(block(S, this.#place(slot), this.#place(other)))),
    );
    return terms.reduce((sum, term) => sum + term, 0) - squaredNorm(this.mean(v));
  }

  /** E[X Xᵀ] = Σ_σ S(σ). */
  #second(): Matrix {
    return combination(statesOf(this.#field).map((S) => [1, S]));
  }

  combine(made: readonly Made[]): void {
    const d = this.#dimension;
    const slots = [...new Set(made.flatMap(({ from }) => from.map(([slot]) => slot)))];
    const sources = slots.flatMap((slot) => this.#coordinates(slot));
    const coefficients = matrix(made.length * d, sources.length);
    made.forEach(({ from }, k) => {
      for (const [slot, factor] of from)
        add(block(coefficients, [k * d, d], [slots.indexOf(slot) * d, d]), identityMatrix(d, factor));
    });
    const targets = made.flatMap(({ into }) => this.#coordinates(into));
    this.#make({ targets, sources, coefficients: coefficients.values });
  }

  observe({ agent, stream, act, v, f, count, into }: Observed): void {
    this.combine([{ from: v, into }]);
    const d = this.#dimension;
    const coordinate = agent * this.#streams + stream;
    const fixed = (f ?? []).map(([slot, factor]) => [this.#place(slot)[0], factor] as const);
    const places = { moving: this.#place(into)[0], fixed };
    const moves = movesOfAct(this.#laws[coordinate]!, act, places, new Float64Array(d));
    const { n, jointStates } = this.#field;
    const successors = moves.reduce((sum, { length }) => sum + length, 0) / moves.length;
    for (let step = 0; step < count; step++) this.#field.move(coordinate, moves);
    this.multiplications += count * jointStates * successors * (2 * n * n + 2 * d * d * n);
  }

  #make(map: RowMap): void {
    this.#reserve(Math.max(...map.targets) + 1);
    this.#field.transform(map);
  }

  /** Room for so many elements of X. */
  #reserve(n: number): void {
    const before = this.#field;
    if (n <= before.n) return;
    this.#field = new JointField(n, this.#states);
    const old = statesOf(before);
    statesOf(this.#field).forEach((S, joint) => {
      assign(block(S, [0, before.n], [0, before.n]), old[joint]!);
    });
  }

  /** Where a slot's vector is in X. */
  #place(slot: number): readonly [number, number] {
    return [1 + slot * this.#dimension, this.#dimension];
  }

  #coordinates(slot: number): number[] {
    return Array.from({ length: this.#dimension }, (_, j) => this.#place(slot)[0] + j);
  }
}

/** S(σ) of each σ `[n, n]`. */
function statesOf({ n, jointStates, elements }: JointField): Matrix[] {
  const all = matrix(jointStates * n, n, elements);
  return Array.from({ length: jointStates }, (_, joint) => block(all, [joint * n, n]));
}
