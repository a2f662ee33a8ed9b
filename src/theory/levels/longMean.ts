/**
 * What long rounds do in the mean, R = B + Σ_i E_i G_i O_i, and where agents write, E = (E_1, …, E_M). Agents read few places of X
 * and write into few, most of them the same: neither is written out.
 */
import {
  add,
  addProduct,
  block,
  elementOf,
  type Matrix,
  matrix,
  multiply,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { addRows } from '../../maths/someRows.ts';
import type { LongStage } from './longStage.ts';
import { addThrough, areAlike, type Lift } from '../../maths/places.ts';

/** R and E of a stage. */
export class LongMean {
  /** whether all agents read and write in the same places */
  readonly areAlike: boolean;
  /** where all agents write, and each in its own places */
  readonly #common: readonly Lift[];
  readonly #own: readonly (readonly Lift[])[];
  /** B by its elements that are not 0 */
  readonly #shared: readonly { readonly row: number; readonly column: number; readonly factor: number }[];
  /** Σ_i G_i O_i `[d, D]` */
  readonly #total: Matrix;
  /** of G_i what acts on next rows of X, those from `from` on, and goes to those from `at` on, beyond the common ones */
  readonly #ownParts: readonly {
    readonly at: number;
    readonly from: number;
    readonly factor: number;
    readonly mean: Matrix;
  }[];

  constructor({ shared, agents, common, ofAgents }: LongStage) {
    const D = shared.rows;
    this.areAlike = areAlike(agents);
    this.#common = common;
    this.#own = ofAgents;
    const places = [...Array(D).keys()];
    this.#shared = places
      .flatMap((row) => places.map((column) => ({ row, column, factor: elementOf(shared, row, column) })))
      .filter(({ factor }) => factor !== 0);
    this.#ownParts = agents.flatMap(({ inputs, mean }, i) =>
      ofAgents[i]!.flatMap(({ at, factor }) =>
        runsOf(inputs).map(([first, count]) => ({
          ...{ at, factor, from: inputs[first]! },
          mean: block(mean, [0, mean.rows], [first, count]),
        })),
      ),
    );
    const { rows: d } = agents[0]!.mean;
    this.#total = matrix(d, D);
    for (const { inputs, mean } of agents)
      addThrough(this.#total, { inputs, lifts: [{ at: 0, factor: 1 }] }, mean);
  }

  /** Part of the agents' results that enters the first coordinates. */
  get weight(): number {
    return this.#common.find(({ at }) => at === 0)?.factor ?? 0;
  }

  /** R A `[D, width]`. */
  times(A: Matrix): Matrix {
    const out = matrix(A.rows, A.columns);
    write(out, multiply(this.#total, A), this.#common);
    for (const { at, mean, from, factor } of this.#ownParts)
      addProduct(block(out, [at, mean.rows]), mean, block(A, [from, mean.columns]), factor);
    for (const { row, column, factor } of this.#shared) addRows(out, row, A, [column, 1], factor);
    return out;
  }

  /** E Y `[D, width]` of Y `[M d, width]`. */
  written(Y: Matrix): Matrix {
    const { rows: d, columns: D } = this.#total;
    const out = matrix(D, Y.columns);
    const total = matrix(d, Y.columns);
    this.#own.forEach((lifts, i) => {
      const y = block(Y, [i * d, d]);
      add(total, y);
      write(out, y, lifts);
    });
    write(out, total, this.#common);
    return out;
  }

  /** Σ_i E_i Q_i E_iᵀ `[D, D]` of symmetric Q_i below each other `[M d, d]`. */
  writtenSquares(Q: Matrix): Matrix {
    const [d, D] = [Q.columns, this.#total.columns];
    const ofAgent = (i: number): Matrix => block(Q, [i * d, d]);
    // with E_i = C + F_i: Σ_i (½ C + F_i) Q_i, times Cᵀ, with its transpose
    const half = matrix(D, d);
    const total = matrix(d, d);
    this.#own.forEach((lifts, i) => {
      add(total, ofAgent(i), 1 / 2);
      write(half, ofAgent(i), lifts);
    });
    write(half, total, this.#common);
    const turned = matrix(D, D);
    write(turned, transposed(half), this.#common);
    const out = withTranspose(turned);
    this.#own.forEach((lifts, i) => {
      for (const left of lifts)
        for (const right of lifts)
          add(block(out, [left.at, d], [right.at, d]), ofAgent(i), left.factor * right.factor);
    });
    return out;
  }
}

/** Runs of places that follow each other: where each begins among them, and how many they are. */
function runsOf(places: readonly number[]): (readonly [first: number, count: number])[] {
  const begins = places.flatMap((place, k) => (k > 0 && place === places[k - 1]! + 1 ? [] : [k]));
  return begins.map((first, k) => [first, (begins[k + 1] ?? places.length) - first]);
}

/** out += E Y. */
function write(out: Matrix, Y: Matrix, lifts: readonly Lift[]): void {
  for (const { at, factor } of lifts) addRows(out, at, Y, [0, Y.rows], factor);
}
