/**
 * Second moments of a run's vectors on the joint chain of all its streams: S(σ) = E[X Xᵀ 1{σ}], X = (1, all vectors),
 * for each state σ of all chains together. Exact whatever A depends on, and small problems' alone: σ has as many values as
 * the product of the numbers of states.
 */
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Combination } from '../linearParts.ts';
import { JointField, type RowMap } from '../moments/jointField.ts';
import { movesOfAct } from '../moments/jointMoves.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

interface JointOptions {
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
  readonly isRandom = true;
  readonly isCarried = true;
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
    const field = new JointField(1, this.#states);
    for (let joint = 0; joint < field.jointStates; joint++)
      field.elements[joint] = this.#laws.reduce((p, { start }, k) => p * start[field.stateOf(joint, k)]!, 1);
    this.#field = field;
  }

  set(slot: number, mean: Vector): void {
    const targets = this.#places(slot);
    this.#make({ targets, sources: [0], coefficients: mean });
  }

  clear(): void {
    // what is next in the slot overwrites it
  }

  mean(combination: Combination): Float64Array {
    const out = new Float64Array(this.#dimension);
    const { elements, n } = this.#field;
    for (let at = 0; at < elements.length; at += n * n)
      for (const [slot, factor] of combination)
        for (let j = 0; j < out.length; j++) out[j]! += factor * elements[at + this.#place(slot) + j]!;
    return out;
  }

  variance(combination: Combination): number {
    let sum = 0;
    const { elements, n } = this.#field;
    for (let at = 0; at < elements.length; at += n * n)
      for (const [a, ofA] of combination)
        for (const [b, ofB] of combination)
          for (let j = 0; j < this.#dimension; j++)
            sum += ofA * ofB * elements[at + (this.#place(a) + j) * n + this.#place(b) + j]!;
    return sum - squaredNorm(this.mean(combination));
  }

  combine(made: readonly Made[]): void {
    const d = this.#dimension;
    const slots = [...new Set(made.flatMap(({ from }) => from.map(([slot]) => slot)))];
    const sources = slots.flatMap((slot) => this.#places(slot));
    const coefficients = new Float64Array(made.length * d * sources.length);
    made.forEach(({ from }, k) => {
      for (const [slot, factor] of from)
        for (let j = 0; j < d; j++)
          coefficients[(k * d + j) * sources.length + slots.indexOf(slot) * d + j]! += factor;
    });
    this.#make({ targets: made.flatMap(({ into }) => this.#places(into)), sources, coefficients });
  }

  observe({ agent, stream, act, v, f, count, into }: Observed): void {
    this.combine([{ from: v, into }]);
    const d = this.#dimension;
    const coordinate = agent * this.#streams + stream;
    const fixed = (f ?? []).map(([slot, factor]) => [this.#place(slot), factor] as const);
    const places = { moving: this.#place(into), fixed };
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
    for (let row = 0; row < before.jointStates * before.n; row++) {
      const joint = Math.floor(row / before.n);
      const elements = before.elements.subarray(row * before.n, (row + 1) * before.n);
      this.#field.elements.set(elements, (joint * n + (row % before.n)) * n);
    }
  }

  /** Where a slot's vector begins in X. */
  #place(slot: number): number {
    return 1 + slot * this.#dimension;
  }

  #places(slot: number): number[] {
    return Array.from({ length: this.#dimension }, (_, j) => this.#place(slot) + j);
  }
}
