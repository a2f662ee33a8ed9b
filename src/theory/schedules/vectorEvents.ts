/**
 * What an event, as an agent's answer, does to a state X = (1, x_0, …, x_{L−1}) of vectors, and to its moments. Works make new vectors
 * of observations, `u = Φ y + ε` of y = (v, 1, f) (localMoments.ts); X̂ is X with these. Then some vectors of the state change, by
 * `Δ = D X̂`:
 *
 *     E[u X̂ᵀ] = Φ E[y X̂ᵀ],      E[u uᵀ] = Φ E[y yᵀ] Φᵀ + N(E[y yᵀ]),
 *     X⁺ = X + P Δ,      E[X⁺ X⁺ᵀ] = E[X Xᵀ] + P E[Δ Xᵀ] + E[X Δᵀ] Pᵀ + P E[Δ Δᵀ] Pᵀ,
 *
 * P where the vectors are that change. In the mean over events that is Mathematics (14).
 */
import {
  add,
  addProduct,
  assign,
  assignTransposed,
  block,
  conjugate,
  type Matrix,
  matrix,
  multiply,
  scaled,
  transposed,
} from '../../maths/matrix.ts';
import { addRows, addToSome } from '../../maths/someRows.ts';
import type { Combination } from '../linearParts.ts';
import { type LocalMoments, noiseCovariance } from '../moments/localMoments.ts';
import type { WorkMoments } from '../workMoments.ts';
import type { StateMap } from './rehearsal.ts';

/** What an agent computes on its observations. */
export interface EventWork {
  /** y: combinations of vectors, and the constant 1 */
  readonly inputs: readonly (Combination | 'one')[];
  /** Φ */
  readonly mean: Matrix;
  readonly moments: LocalMoments;
  /** the first of the vectors of u, beyond those of the state */
  readonly into: number;
}

/** Something that may happen, with its probability. */
export interface VectorEvent {
  readonly chance: number;
  readonly works: readonly EventWork[];
  /** vectors of the state, and what each becomes */
  readonly changes: readonly { readonly into: number; readonly from: Combination }[];
}

/** Three agents that are alike, by their vectors: the third stands for all the others that are like them. */
export type Alike = readonly [readonly number[], readonly number[], readonly number[]];

interface Shape {
  /** d */
  readonly dimension: number;
  /** L */
  readonly vectors: number;
  /** that the works of an event make, at most */
  readonly made: number;
}

/** An event with its D, and the coordinates of P. */
interface PlacedEvent extends VectorEvent {
  readonly D: readonly Combination[];
  readonly P: readonly number[];
}

/** One of several events. */
export class VectorEvents {
  readonly #events: readonly PlacedEvent[];
  readonly #alike: readonly Alike[];
  readonly #d: number;
  /** of X, and of X̂ */
  readonly #size: number;
  readonly #width: number;
  /** E[X̂ X̂ᵀ], once it is asked for */
  #whole: Matrix | undefined;

  constructor(events: readonly VectorEvent[], alike: readonly Alike[], { dimension, vectors, made }: Shape) {
    this.#events = events.map((event) => ({
      ...event,
      D: event.changes.map(({ into, from }) => [...from, [into, -1]] as const),
      P: event.changes.flatMap(({ into }) =>
        Array.from({ length: dimension }, (_, j) => 1 + into * dimension + j),
      ),
    }));
    this.#alike = alike;
    this.#d = dimension;
    this.#size = 1 + dimension * vectors;
    this.#width = this.#size + dimension * made;
  }

  /** E[X⁺ X⁺ᵀ] of E[X Xᵀ] `[size, size]`. */
  second(S: Matrix): Matrix {
    const n = this.#size;
    const wide = (this.#whole ??= matrix(this.#width, this.#width));
    assign(block(wide, [0, n], [0, n]), S);
    const out = scaled(S);
    for (const { chance, works, D, P } of this.#events) {
      for (const work of works) this.#make(work, wide);
      const withX = rowsOf(D, wide, this.#d);
      addToSome(out, P, withX, rowsOf(D, transposed(withX), this.#d), chance);
    }
    for (const alike of this.#alike) this.#standForOthers(out, alike);
    return out;
  }

  /** E X⁺ `[size, columns]` of means of X, which may have further rows: those are added to what works make. */
  mean(X: Matrix): Matrix {
    const out = scaled(block(X, [0, this.#size]));
    for (const { chance, works, changes, D } of this.#events) {
      const wide = matrix(this.#width, X.columns);
      assign(block(wide, [0, X.rows]), X);
      for (const { inputs, mean, into } of works)
        addProduct(block(wide, this.#place(into, mean.rows)), mean, rowsOf(inputs, wide, this.#d));
      const difference = rowsOf(D, wide, this.#d);
      changes.forEach(({ into }, k) => {
        add(block(out, this.#place(into)), block(difference, [k * this.#d, this.#d]), chance);
      });
    }
    for (const [first, , third] of this.#alike)
      third.forEach((vector, k) =>
        assign(block(out, this.#place(vector)), block(out, this.#place(first[k]!))),
      );
    return out;
  }

  /** Writes the moments of the vectors that a work makes. */
  #make({ inputs, mean, moments, into }: EventWork, wide: Matrix): void {
    const withX = rowsOf(inputs, wide, this.#d);
    const Y = rowsOf(inputs, transposed(withX), this.#d);
    const rows = multiply(mean, withX);
    const place = this.#place(into, mean.rows);
    assign(block(wide, place), rows);
    assignTransposed(block(wide, [0, this.#width], place), rows);
    const noise = matrix(mean.rows, mean.rows, noiseCovariance(moments, Y.values));
    assign(block(wide, place, place), add(noise, conjugate(mean, Y)));
  }

  /** The third agent's moments are those of any other that is like the first two. */
  #standForOthers(S: Matrix, [first, second, third]: Alike): void {
    const copy = (a: number, b: number, fromA: number, fromB: number): void => {
      const from = block(S, this.#place(fromA), this.#place(fromB));
      assign(block(S, this.#place(a), this.#place(b)), from);
      assignTransposed(block(S, this.#place(b), this.#place(a)), from);
    };
    third.forEach((vector, k) => {
      const rows = block(S, this.#place(first[k]!));
      assign(block(S, this.#place(vector)), rows);
      assignTransposed(block(S, [0, this.#size], this.#place(vector)), rows);
    });
    third.forEach((vector, k) => {
      third.forEach((_, l) => {
        copy(vector, first[l]!, first[k]!, second[l]!);
        copy(vector, second[l]!, first[k]!, second[l]!);
        copy(vector, third[l]!, first[k]!, first[l]!);
      });
    });
  }

  /** Where a vector is. */
  #place(vector: number, rows = this.#d): readonly [number, number] {
    return [1 + vector * this.#d, rows];
  }
}

/** L X of combinations L of X = (1, x_0, …), each x_k `[d]`, one below another. */
export function rowsOf(combinations: readonly (Combination | 'one')[], X: Matrix, d: number): Matrix {
  const heights = combinations.map((from) => (from === 'one' ? 1 : d));
  const out = matrix(
    heights.reduce((sum, height) => sum + height, 0),
    X.columns,
  );
  let at = 0;
  combinations.forEach((from, k) => {
    if (from === 'one') addRows(out, at, X, [0, 1], 1);
    else for (const [vector, factor] of from) addRows(out, at, X, [1 + vector * d, d], factor);
    at += heights[k]!;
  });
  return out;
}

/** Where the vectors of a state are: those of parts, then z of the streams that have Gauss–Markov noise, by agent and stream. */
interface StatePlaces {
  readonly parts: number;
  readonly vectors: number;
  readonly noise?: ReadonlyMap<string, number>;
}

/** What parts do to their vectors, as an event: each work makes its u, and z⁺ where noise is carried on. */
export function eventOf(
  { works, changes }: StateMap,
  chance: number,
  { parts, vectors, noise }: StatePlaces,
  momentsOf: WorkMoments,
): VectorEvent {
  let made = vectors;
  const places: number[] = [];
  const carried: VectorEvent['changes'][number][] = [];
  const stretches = works.map(({ agent, stream, act, count, model, correction }): EventWork => {
    const z = noise?.get(`${agent}/${stream}`);
    const [v, f] = act.kind === 'step' ? [model, correction] : [[], model];
    const moments = momentsOf(agent, act, count, f !== undefined);
    const { moving, fixed } = moments;
    const into = made;
    places.push(into);
    if (z !== undefined) carried.push({ into: z, from: [[into + 1, 1]] });
    made += z === undefined ? 1 : 2;
    return {
      inputs: [v, ...(z === undefined ? [] : [[[z, 1]] as const]), 'one', ...(f ? [f] : [])],
      mean: matrix(moving, moving + fixed, Float64Array.from(moments.mean)),
      ...{ moments, into },
    };
  });
  const shifted = (from: Combination): Combination =>
    from.map(([vector, c]) => [vector < parts ? vector : places[vector - parts]!, c]);
  const moves = changes.map(({ into, from }) => ({ into, from: shifted(from) }));
  return { chance, works: stretches, changes: [...moves, ...carried] };
}
