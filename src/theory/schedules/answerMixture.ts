/**
 * What an answer does to the first two moments of the state, in the mean over whose answer it is: with probability
 * p_e event e, which changes a few vectors of the state,
 *
 *     S⁺ = Σ_e p_e (B_e S B_eᵀ + noise_e(S)),    S = E[X Xᵀ],  X = (1, x_0, …, x_{L−1}).
 */
import type { Vector } from '../../maths/vector.ts';
import { congruence, type LocalMoments, noiseCovariance } from '../moments/localMoments.ts';
import type { Combination } from '../linearParts.ts';

/** A stretch of observations: y = (v, 1, f), v what changes and f what does not, and the vectors that v becomes. */
export interface EventWork {
  readonly moving: readonly Combination[];
  readonly fixed: Combination | undefined;
  readonly moments: LocalMoments;
  /** the vectors of v⁺, beyond those of the state */
  readonly into: readonly number[];
}

/** One of the things that may happen, with its probability. */
export interface AnswerEvent {
  readonly chance: number;
  readonly works: readonly EventWork[];
  readonly changes: readonly { readonly into: number; readonly from: Combination }[];
}

/** Three agents that are alike, by their vectors: the third stands for all the others that are like them. */
export type Alike = readonly [readonly number[], readonly number[], readonly number[]];

/** Of the vectors. */
interface MixtureShape {
  /** d */
  readonly dimension: number;
  /** L, of the state */
  readonly vectors: number;
  /** that the works of an event make, at most */
  readonly made: number;
}

/** Second moments, or means, from before an answer to after it. */
export class AnswerMixture {
  readonly #events: readonly AnswerEvent[];
  readonly #alike: readonly Alike[];
  readonly #dimension: number;
  /** of the state `[1 + dL]` */
  readonly #size: number;
  /** with the vectors that works make */
  readonly #width: number;
  /** E[X̂ X̂ᵀ] `[width, width]`, X̂ with those vectors */
  readonly #wide: Float64Array;

  constructor(
    events: readonly AnswerEvent[],
    alike: readonly Alike[],
    { dimension, vectors, made }: MixtureShape,
  ) {
    this.#events = events;
    this.#alike = alike;
    this.#dimension = dimension;
    this.#size = 1 + dimension * vectors;
    this.#width = this.#size + dimension * made;
    this.#wide = new Float64Array(this.#width ** 2);
  }

  /** S⁺ of the symmetric S `[size, size]`. */
  advance(S: Vector): Float64Array {
    const n = this.#size;
    const d = this.#dimension;
    for (let i = 0; i < n; i++) this.#wide.set(S.subarray(i * n, (i + 1) * n), i * this.#width);
    const out = Float64Array.from(S);
    for (const { chance, works, changes } of this.#events) {
      for (const work of works) this.#work(work);
      const rows = changes.map(({ from }) => this.#rows(from));
      changes.forEach(({ into }, c) => {
        const row = rows[c]!;
        // Those that do not change, here and in the column below; the others are set right after.
        for (let i = 0; i < d; i++) {
          const place = 1 + into * d + i;
          for (let j = 0; j < n; j++) {
            const gain = chance * (row[i * this.#width + j]! - S[place * n + j]!);
            out[place * n + j]! += gain;
            out[j * n + place]! += gain;
          }
        }
      });
      changes.forEach(({ into }, c) => {
        changes.forEach((other, e) => {
          for (let i = 0; i < d; i++) {
            for (let j = 0; j < d; j++) {
              const [a, b] = [1 + into * d + i, 1 + other.into * d + j];
              let both = 0;
              for (const [vector, k] of other.from)
                both += k * rows[c]![i * this.#width + 1 + vector * d + j]!;
              const twice = rows[c]![i * this.#width + b]! + rows[e]![j * this.#width + a]!;
              out[a * n + b]! += chance * (both + S[a * n + b]! - twice);
            }
          }
        });
      });
    }
    for (const alike of this.#alike) this.#likeOthers(out, alike);
    return out;
  }

  /** The mean of X⁺, of the mean of X `[size]`. */
  advanceMean(mean: Vector): Float64Array {
    const d = this.#dimension;
    const wide = new Float64Array(this.#width);
    wide.set(mean);
    const out = Float64Array.from(mean);
    for (const { chance, works, changes } of this.#events) {
      for (const { moving, fixed, moments, into } of works) {
        const all = moments.moving + moments.fixed;
        const y = new Float64Array(all);
        y[moments.moving] = wide[0]!;
        moving.forEach((from, k) => {
          y.set(meanOf(wide, from, d), k * d);
        });
        if (fixed) y.set(meanOf(wide, fixed, d), moments.moving + 1);
        into.forEach((vector, k) => {
          for (let i = 0; i < d; i++) {
            let sum = 0;
            for (let j = 0; j < all; j++) sum += moments.mean[(k * d + i) * all + j]! * y[j]!;
            wide[1 + vector * d + i] = sum;
          }
        });
      }
      for (const { into, from } of changes) {
        meanOf(wide, from, d).forEach((value, i) => {
          const at = 1 + into * d + i;
          out[at]! += chance * (value - mean[at]!);
        });
      }
    }
    for (const [first, , third] of this.#alike)
      third.forEach((vector, k) => {
        out.copyWithin(1 + vector * d, 1 + first[k]! * d, 1 + (first[k]! + 1) * d);
      });
    return out;
  }

  /** E[v X̂ᵀ] `[d, width]` of a combination v. */
  #rows(from: Combination): Float64Array {
    const d = this.#dimension;
    const length = d * this.#width;
    const out = new Float64Array(length);
    for (const [vector, coefficient] of from) {
      const start = (1 + vector * d) * this.#width;
      for (let j = 0; j < length; j++) out[j]! += coefficient * this.#wide[start + j]!;
    }
    return out;
  }

  /** Writes the moments of the vectors that a work makes. */
  #work({ moving, fixed, moments, into }: EventWork): void {
    const d = this.#dimension;
    const width = this.#width;
    const all = moments.moving + moments.fixed;
    const inputs = moving.map((from, k) => ({ from, at: k * d }));
    if (fixed) inputs.push({ from: fixed, at: moments.moving + 1 });
    /** E[y X̂ᵀ] */
    const given = new Float64Array(all * width);
    given.set(this.#wide.subarray(0, width), moments.moving * width);
    for (const { from, at } of inputs) given.set(this.#rows(from), at * width);
    const Y = new Float64Array(all * all);
    for (let a = 0; a < all; a++) {
      Y[a * all + moments.moving] = given[a * width]!;
      for (const { from, at } of inputs) {
        for (const [vector, k] of from)
          for (let j = 0; j < d; j++) Y[a * all + at + j]! += k * given[a * width + 1 + vector * d + j]!;
      }
    }
    const variance = congruence(moments.mean, all, Y, all);
    const noise = noiseCovariance(moments, Y);
    for (let r = 0; r < moments.moving; r++) {
      const row = 1 + into[Math.floor(r / d)]! * d + (r % d);
      const target = this.#wide.subarray(row * width, (row + 1) * width).fill(0);
      for (let a = 0; a < all; a++) {
        const factor = moments.mean[r * all + a]!;
        if (factor !== 0) for (let j = 0; j < width; j++) target[j]! += factor * given[a * width + j]!;
      }
    }
    for (let r = 0; r < moments.moving; r++) {
      const row = 1 + into[Math.floor(r / d)]! * d + (r % d);
      for (let j = 0; j < width; j++) this.#wide[j * width + row] = this.#wide[row * width + j]!;
    }
    for (let r = 0; r < moments.moving; r++) {
      const row = 1 + into[Math.floor(r / d)]! * d + (r % d);
      for (let s = 0; s < moments.moving; s++) {
        const column = 1 + into[Math.floor(s / d)]! * d + (s % d);
        this.#wide[row * width + column] = variance[r * moments.moving + s]! + noise[r * moments.moving + s]!;
      }
    }
  }

  /** The third agent's moments are those of any other that is like the first two. */
  #likeOthers(S: Float64Array, [first, second, third]: Alike): void {
    const d = this.#dimension;
    const n = this.#size;
    const copy = (a: number, b: number, fromA: number, fromB: number): void => {
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          const value = S[(1 + fromA * d + i) * n + 1 + fromB * d + j]!;
          S[(1 + a * d + i) * n + 1 + b * d + j] = value;
          S[(1 + b * d + j) * n + 1 + a * d + i] = value;
        }
      }
    };
    const mine = new Set([...first, ...second, ...third]);
    third.forEach((vector, k) => {
      for (let i = 0; i < d; i++) {
        const value = S[1 + first[k]! * d + i]!;
        S[1 + vector * d + i] = value;
        S[(1 + vector * d + i) * n] = value;
      }
      for (let other = 0; other < (n - 1) / d; other++)
        if (!mine.has(other)) copy(vector, other, first[k]!, other);
      third.forEach((_, l) => {
        copy(vector, first[l]!, first[k]!, second[l]!);
        copy(vector, second[l]!, first[k]!, second[l]!);
        copy(vector, third[l]!, first[k]!, first[l]!);
      });
    });
  }
}

function meanOf(wide: Vector, from: Combination, d: number): Float64Array {
  const out = new Float64Array(d);
  for (const [vector, coefficient] of from)
    for (let j = 0; j < d; j++) out[j]! += coefficient * wide[1 + vector * d + j]!;
  return out;
}
