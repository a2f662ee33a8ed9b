/** Means and covariances of random vectors in numbered slots, which linear combinations and observations make. */
import type { Vector } from '../../maths/vector.ts';
import { congruence, type LocalMoments, noiseCovariance } from '../moments/localMoments.ts';

/** Σ coefficient · slot; empty for the zero vector. */
export type Combination = readonly (readonly [slot: number, coefficient: number])[];

/** A vector that is made, and the slot that takes it. */
export interface Made {
  readonly from: Combination;
  readonly into: number;
}

/** What becomes of a stretch of observations: y = (v, 1, f), v what changes and f what does not. */
export interface Observed {
  /** the parts of v, in the order of the moments */
  readonly moving: readonly Made[];
  /** f; `undefined` where the moments have none */
  readonly fixed: Combination | undefined;
  readonly moments: LocalMoments;
  /** θ* `[d]`: the moments are about the model less that */
  readonly root: Vector;
  /** where the model is */
  readonly model: 'moving' | 'fixed';
}

/** The moments of all vectors that there are: in memory of one piece, since they change with every answer. */
export class VectorMoments {
  /** about how many multiplications it has taken so far */
  multiplications = 0;
  readonly #dimension: number;
  /** of a row, slots times d */
  readonly #width: number;
  /** `[slots, d]` */
  readonly #mean: Float64Array;
  /** `[width, width]`, 0 where a slot is empty */
  readonly #covariance: Float64Array;
  readonly #isFull: Uint8Array;
  /** above the last slot that is full */
  #top = 0;

  /** @param dimension - d */
  constructor(slots: number, dimension: number) {
    this.#dimension = dimension;
    this.#width = slots * dimension;
    this.#mean = new Float64Array(this.#width);
    this.#covariance = new Float64Array(this.#width ** 2);
    this.#isFull = new Uint8Array(slots);
  }

  /** A vector that is not random, or has a covariance of its own and none with the others. */
  set(slot: number, mean: Vector, covariance?: Vector): void {
    this.#fill(slot, mean);
    if (covariance) this.#write(slot, slot, covariance);
  }

  /** Lets a vector go. */
  clear(slot: number): void {
    const d = this.#dimension;
    const width = this.#width;
    const end = this.#top * d;
    const from = slot * d;
    for (let i = from; i < from + d; i++) this.#covariance.fill(0, i * width, i * width + end);
    for (let i = 0; i < end; i++) this.#covariance.fill(0, i * width + from, i * width + from + d);
    this.#isFull[slot] = 0;
    while (this.#top > 0 && this.#isFull[this.#top - 1] === 0) this.#top--;
  }

  /** E v `[d]` */
  mean(combination: Combination): Float64Array {
    const d = this.#dimension;
    const out = new Float64Array(d);
    for (const [slot, coefficient] of combination)
      for (let j = 0; j < d; j++) out[j]! += coefficient * this.#mean[slot * d + j]!;
    return out;
  }

  /** tr Cov(v) */
  variance(combination: Combination): number {
    const d = this.#dimension;
    const covariance = this.#with(this.#row(combination), combination);
    let sum = 0;
    for (let j = 0; j < d; j++) sum += covariance[j * d + j]!;
    return sum;
  }

  /** Makes new vectors, all of them of the old ones. */
  combine(made: readonly Made[]): void {
    const rows = made.map(({ from }) => this.#row(from));
    const means = made.map(({ from }) => this.mean(from));
    const mutual = rows.map((row) => made.map(({ from }) => this.#with(row, from)));
    const old = this.#top;
    made.forEach(({ into }, k) => {
      this.#fill(into, means[k]!);
    });
    made.forEach(({ into }, k) => {
      this.#writeRow(into, rows[k]!, old);
      made.forEach((other, l) => {
        this.#write(into, other.into, mutual[k]![l]!);
      });
    });
  }

  /** Makes the vectors v⁺ of a stretch of observations, in slots that are empty. */
  observe({ moving, fixed, moments, root, model }: Observed): void {
    const d = this.#dimension;
    const all = moments.moving + moments.fixed;
    const inputs = moving.map(({ from }, k) => ({ from, at: k * d, isModel: k === 0 && model === 'moving' }));
    if (fixed) inputs.push({ from: fixed, at: moments.moving + 1, isModel: model === 'fixed' });
    const rows = inputs.map(({ from }) => this.#row(from));
    const y = new Float64Array(all);
    y[moments.moving] = 1;
    inputs.forEach(({ from, at, isModel }) => {
      const mean = this.mean(from);
      for (let j = 0; j < d; j++) y[at + j] = mean[j]! - (isModel ? root[j]! : 0);
    });
    const covariance = new Float64Array(all * all);
    rows.forEach((row, k) => {
      inputs.forEach(({ from, at }) => {
        const block = this.#with(row, from);
        for (let i = 0; i < d; i++)
          for (let j = 0; j < d; j++) covariance[(inputs[k]!.at + i) * all + at + j] = block[i * d + j]!;
      });
    });
    const noise = noiseCovariance(moments, second(covariance, y));
    const own = congruence(moments.mean, all, covariance, all);
    this.multiplications +=
      2 * all ** 3 + (moments.noise.kind === 'additive' ? 0 : moments.noise.second.length);
    const old = this.#top;
    const outputs = moving.map((_, k) => this.#output(moments, rows, inputs, k));
    moving.forEach(({ into }, k) => {
      this.#fill(
        into,
        outputMean(moments, y, k * d, k === 0 && model === 'moving' ? root : new Float64Array(d)),
      );
      this.#writeRow(into, outputs[k]!, old);
    });
    moving.forEach(({ into }, k) => {
      moving.forEach((other, l) => {
        const block = new Float64Array(d * d);
        for (let i = 0; i < d; i++) {
          for (let j = 0; j < d; j++) {
            const at = (k * d + i) * moments.moving + l * d + j;
            block[i * d + j] = own[at]! + noise[at]!;
          }
        }
        this.#write(into, other.into, block);
      });
    });
  }

  /** Cov(v⁺_k, x) with each slot x, `[d, width]`. */
  #output(
    { mean, moving, fixed }: LocalMoments,
    rows: readonly Float64Array[],
    inputs: readonly { readonly at: number }[],
    k: number,
  ): Float64Array {
    const d = this.#dimension;
    const end = this.#top * d;
    const out = new Float64Array(d * end);
    rows.forEach((row, input) => {
      for (let i = 0; i < d; i++) {
        const from = (k * d + i) * (moving + fixed) + inputs[input]!.at;
        for (let l = 0; l < d; l++) {
          const factor = mean[from + l]!;
          // Noise that is carried reads no model.
          if (factor !== 0) addScaledInto(out, i * end, factor, row, l * end, end);
        }
      }
      this.multiplications += d * d * end;
    });
    return out;
  }

  /** Cov(v, x) with each slot x, `[d, top · d]`. */
  #row(combination: Combination): Float64Array {
    const d = this.#dimension;
    const end = this.#top * d;
    const row = new Float64Array(d * end);
    for (const [slot, coefficient] of combination) {
      for (let i = 0; i < d; i++)
        addScaledInto(row, i * end, coefficient, this.#covariance, (slot * d + i) * this.#width, end);
    }
    this.multiplications += combination.length * d * end;
    return row;
  }

  /** Cov(v, w) `[d, d]`, w a combination, from the row of v. */
  #with(row: Float64Array, combination: Combination): Float64Array {
    const d = this.#dimension;
    const end = row.length / d;
    const out = new Float64Array(d * d);
    for (const [slot, coefficient] of combination)
      for (let i = 0; i < d; i++) addScaledInto(out, i * d, coefficient, row, i * end + slot * d, d);
    return out;
  }

  #fill(slot: number, mean: Vector): void {
    this.#mean.set(mean, slot * this.#dimension);
    this.#isFull[slot] = 1;
    this.#top = Math.max(this.#top, slot + 1);
  }

  /** Writes a vector's covariances with the first `count` slots. */
  #writeRow(slot: number, row: Float64Array, count: number): void {
    const d = this.#dimension;
    const width = this.#width;
    const end = count * d;
    for (let i = 0; i < d; i++) {
      const own = slot * d + i;
      this.#covariance.set(row.subarray(i * end, (i + 1) * end), own * width);
      for (let j = 0; j < end; j++) this.#covariance[j * width + own] = row[i * end + j]!;
    }
  }

  #write(a: number, b: number, block: Vector): void {
    const d = this.#dimension;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        this.#covariance[(a * d + i) * this.#width + b * d + j] = block[i * d + j]!;
        this.#covariance[(b * d + j) * this.#width + a * d + i] = block[i * d + j]!;
      }
    }
  }
}

/** out += factor · a, `count` elements of each from the given places on. */
function addScaledInto(
  out: Float64Array,
  outAt: number,
  factor: number,
  a: Float64Array,
  at: number,
  count: number,
): void {
  for (let j = 0; j < count; j++) out[outAt + j]! += factor * a[at + j]!;
}

/** E[y yᵀ] */
const second = (covariance: Vector, y: Vector): Float64Array =>
  covariance.map((value, at) => value + y[Math.floor(at / y.length)]! * y[at % y.length]!);

/** E v⁺ `[d]` of the part of v that begins at a row, with what was taken off the model. */
function outputMean(
  { mean, moving, fixed }: LocalMoments,
  y: Vector,
  row: number,
  taken: Vector,
): Float64Array {
  const all = moving + fixed;
  return Float64Array.from(taken, (sum, i) => {
    for (let j = 0; j < all; j++) sum += mean[(row + i) * all + j]! * y[j]!;
    return sum;
  });
}
