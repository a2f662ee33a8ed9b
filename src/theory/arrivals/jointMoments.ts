/**
 * Second moments of a run's vectors on the joint chain of all its streams: S(σ) = E[X Xᵀ 1{σ}], X = (1, all vectors),
 * for each state σ of all chains together. Exact whatever A depends on, and small problems' alone: σ has as many values as
 * the product of the numbers of states.
 */
import {
  assign,
  assignTransposed,
  block,
  column,
  combination,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  numbersOf,
  symmetrise,
  traceOf,
  transposed,
} from '../../maths/matrix.ts';
import { type Transfer, transferCost, transfersAlong } from '../../maths/jumpLinear/transfer.ts';
import { movedToLast } from '../../maths/rotation.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { chainSize, localChain, localShape } from '../chain/localSteps.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Combination } from '../linearParts.ts';
import { jointLaw } from '../moments/jointRounds.ts';
import { observedBy } from '../moments/jointStage.ts';
import { rowsOf } from '../schedules/vectorEvents.ts';
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

interface Known {
  readonly transfer: Transfer;
  readonly cost: number;
}

/** Second moments in numbered slots, for each state of all chains. */
export class JointMoments implements RunMoments {
  multiplications = 0;
  readonly #options: JointOptions;
  /** of each stream's chain, by agent and by stream of each */
  readonly #laws: readonly FiniteObservations[];
  readonly #transfers = new Map<string, Known>();
  /** S(σ) below each other `[joint states n, n]`: the state of one stream is the slowest in σ, that of the stream before it the fastest */
  #field: Matrix;
  #slowest = 0;

  constructor(options: JointOptions) {
    this.#options = options;
    this.#laws = options.laws.flatMap((law) => Array.from({ length: options.streams }, () => law));
    this.#field = column(jointLaw(this.#laws, ({ start }) => start));
  }

  set(slot: number, mean: Vector): void {
    const v = column(Float64Array.from(mean));
    this.#write([slot], (X) => multiply(v, block(X, [0, 1])));
  }

  mean(v: Combination): Float64Array {
    return numbersOf(transposed(block(rowsOf([v], this.#second(), this.#d), [0, this.#d], [0, 1])));
  }

  variance(v: Combination): number {
    const withX = rowsOf([v], this.#second(), this.#d);
    return traceOf(rowsOf([v], transposed(withX), this.#d)) - squaredNorm(this.mean(v));
  }

  combine(made: readonly Made[]): void {
    const all = made.map(({ from }) => from);
    this.#write(
      made.map(({ into }) => into),
      (X) => rowsOf(all, X, this.#d),
    );
  }

  observe({ agent, stream, act, v, f, count, into }: Observed): void {
    this.#reserve(into);
    const { rows, columns: n } = this.#field;
    const { transfer, cost } = this.#transferOf(agent, act, f !== undefined, count);
    // z = (v, f, 1)
    const O = rowsOf([v, ...(f ? [f] : []), 'one'], identityMatrix(n), this.#d);
    const place = this.#place(into);
    const turn = (by: (stream: number) => Matrix): void => {
      this.#field = by(this.#slowest);
      this.#slowest = (this.#slowest + 1) % this.#laws.length;
      this.multiplications += rows * n;
    };
    while (this.#slowest !== agent * this.#options.streams + stream)
      turn((k) => {
        const { states } = this.#laws[k]!.chain;
        const still = identityMatrix(states).values;
        return matrix(rows, n, movedToLast(this.#field.values, still, states, rows / n));
      });
    turn(() =>
      observedBy(this.#field, O, transfer, (S, y, square) => {
        assign(block(S, place), y);
        assignTransposed(block(S, [0, n], place), y);
        assign(block(S, place, place), square);
      }),
    );
    this.multiplications += (rows / n) * cost;
  }

  /** What observations of an agent do, about 0, with multiplications for each joint state. */
  #transferOf(agent: number, act: AgentAct, isFixed: boolean, count: number): Known {
    const key = JSON.stringify([agent, act, isFixed, count]);
    const known = this.#transfers.get(key);
    if (known) return known;
    const law = this.#options.laws[agent]!;
    const origin = new Float64Array(this.#d);
    const shape = localShape(act, this.#d, isFixed);
    const [transfer] = transfersAlong(localChain(law, origin), shape, [count], 'second');
    const work = { products: 1, steps: count, width: this.#field.columns, squares: true };
    const cost = transferCost(chainSize(law, origin), shape, work).each / law.chain.states;
    const found = { transfer: transfer!, cost };
    this.#transfers.set(key, found);
    return found;
  }

  /** E[X Xᵀ] = Σ_σ S(σ). */
  #second(): Matrix {
    return combination(this.#states().map((S) => [1, S]));
  }

  /** S(σ) of each σ `[n, n]`. */
  #states(): Matrix[] {
    const { rows, columns: n } = this.#field;
    return Array.from({ length: rows / n }, (_, joint) => block(this.#field, [joint * n, n]));
  }

  /** The vectors of some slots become what X makes of them, in each of its columns. */
  #write(slots: readonly number[], made: (X: Matrix) => Matrix): void {
    const d = this.#d;
    this.#reserve(Math.max(...slots));
    const places = slots.map((slot) => this.#place(slot));
    for (const S of this.#states()) {
      const rows = made(S);
      // What is not symmetric to the last bit would grow.
      const squares = symmetrise(made(transposed(rows)));
      places.forEach((place, k) => {
        const ofSlot = block(rows, [k * d, d]);
        assign(block(S, place), ofSlot);
        assignTransposed(block(S, [0, S.columns], place), ofSlot);
      });
      places.forEach((place, k) => {
        places.forEach((other, l) => assign(block(S, place, other), block(squares, [k * d, d], [l * d, d])));
      });
    }
  }

  /** Room for a slot. */
  #reserve(slot: number): void {
    const { columns: n } = this.#field;
    const needed = Math.max(n, 1 + (slot + 1) * this.#d);
    if (needed === n) return;
    const before = this.#states();
    this.#field = matrix(before.length * needed, needed);
    this.#states().forEach((S, joint) => assign(block(S, [0, n], [0, n]), before[joint]!));
  }

  /** Where a slot's vector is in X. */
  #place(slot: number): readonly [number, number] {
    return [1 + slot * this.#d, this.#d];
  }

  get #d(): number {
    return this.#options.dimension;
  }
}
