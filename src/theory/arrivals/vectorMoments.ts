/**
 * Means and covariances of random vectors in numbered slots, and of what each stream of observations carries
 * from one to the next, z: its noise, or where its chain stands. Streams are independent of one another and of
 * all models: of two streams there is no covariance.
 *
 * All covariances are one matrix, first what streams carry, then the slots, so that the work is long sums
 * of rows. What lies in the rows and columns of an empty slot is anything; a vector that comes writes its own anew.
 */
import { addInto, productWithTranspose } from '../../maths/rectangular.ts';
import { type NewRowSums, plainRowSums, type RowSums } from '../../maths/rowSums.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Combination } from '../linearParts.ts';
import type { Made } from './runMoments.ts';
import type { SharedNoise } from './sharedNoise.ts';
import type { Carried, Change, ChangeInput } from './stretchLaw.ts';

/** One stream that carries something. */
interface Stream {
  /** k */
  readonly size: number;
  /** its first row */
  readonly at: number;
  state: Carried;
}

/** A register, and how u depends on it. */
interface Register {
  readonly M: Vector;
  readonly from: Combination;
}

/** Means and covariances in numbered slots. */
export class VectorMoments {
  /** about how many multiplications it has taken so far */
  multiplications = 0;
  readonly dimension: number;
  /** rows of all streams together */
  readonly #carried: number;
  /** of a row */
  readonly #width: number;
  /** `[slots, d]` */
  readonly #mean: Float64Array;
  /** all covariances `[width, width]`, and below them rows for what is no slot, or of a stream one stretch later */
  readonly #rows: RowSums;
  readonly #covariance: Float64Array;
  readonly #isFull: Uint8Array;
  readonly #streams: readonly (Stream | undefined)[];
  /** the first row below */
  readonly #below: number;
  /** above the last slot that is full */
  #top = 0;

  /**
   * @param dimension - d
   * @param streams - what each stream carries as it starts; `undefined` where observations are independent
   * @param newRows - how sums of rows are made
   */
  constructor(
    slots: number,
    dimension: number,
    streams: readonly (Carried | undefined)[],
    newRows: NewRowSums = plainRowSums,
  ) {
    let at = 0;
    this.#streams = streams.map((state) => {
      if (!state) return undefined;
      const stream = { size: state.mean.length, at, state };
      at += stream.size;
      return stream;
    });
    const needed = at + slots * dimension;
    // An odd number of lines of the cache, so that the rows of a column do not all share one place there.
    const width = 8 * (Math.ceil(needed / 8) | 1);
    this.dimension = dimension;
    this.#carried = at;
    this.#width = width;
    this.#mean = new Float64Array(slots * dimension);
    this.#isFull = new Uint8Array(slots);
    const most = Math.max(dimension, ...streams.map((state) => state?.mean.length ?? 0));
    this.#below = needed;
    this.#rows = newRows(needed + most, width);
    this.#covariance = this.#rows.matrix;
    for (const stream of this.#streams) if (stream) this.#writeCarried(stream);
  }

  set(slot: number, mean: Vector): void {
    const width = this.#width;
    this.#fill(slot, mean);
    const row = this.#rowOf(slot);
    for (let i = row; i < row + this.dimension; i++)
      this.#covariance.fill(0, i * width, i * width + this.#end);
    this.#rows.mirror([row], this.dimension, 0, this.#end);
  }

  clear(slot: number): void {
    this.#isFull[slot] = 0;
    while (this.#top > 0 && this.#isFull[this.#top - 1] === 0) this.#top--;
  }

  mean(combination: Combination): Float64Array {
    const d = this.dimension;
    const out = new Float64Array(d);
    for (const [slot, coefficient] of combination)
      for (let j = 0; j < d; j++) out[j]! += coefficient * this.#mean[slot * d + j]!;
    return out;
  }

  variance(combination: Combination): number {
    let sum = 0;
    for (const [a, ofA] of combination) {
      for (const [b, ofB] of combination) {
        let trace = 0;
        for (let j = 0, at = this.#rowOf(a) * this.#width + this.#rowOf(b); j < this.dimension; j++)
          trace += this.#covariance[at + j * (this.#width + 1)]!;
        sum += ofA * ofB * trace;
      }
    }
    return sum;
  }

  combine(made: readonly Made[]): void {
    const d = this.dimension;
    const end = this.#end;
    const means = made.map(({ from }) => this.mean(from));
    const rows = made.map(({ into }) => this.#rowOf(into));
    made.forEach(({ from }, k) => {
      this.#combineRows(rows[k]!, from, end);
    });
    made.forEach(({ into }, k) => {
      this.#fill(into, means[k]!);
    });
    this.#rows.mirror(rows, d, 0, end);
    // With one another, of columns that are there by now.
    made.forEach(({ from }, k) => {
      for (let l = k; l < made.length; l++) {
        this.#combineRows(rows[k]!, from, d, rows[l]);
        this.#write(rows[k]!, rows[l]!, this.#block(rows[k]!, rows[l]!, d));
      }
    });
  }

  /**
   * Makes what becomes of v in a stretch of observations of a stream.
   *
   * @param law - what becomes of it, given what it begins with
   */
  change(
    v: Combination,
    f: Combination | undefined,
    at: number,
    into: number,
    law: (input: ChangeInput) => Change,
  ): void {
    const d = this.dimension;
    const width = this.#width;
    const S = this.#covariance;
    const stream = this.#streams[at];
    const after = law(this.#inputOf(v, f, stream));
    const { onV, onF, onZ, mean, noise, isWhole } = after;
    const end = this.#end;
    const row = this.#rowOf(into);
    for (let i = row; i < row + d; i++) S.fill(0, i * width, i * width + end);
    const registers = [{ M: onV, from: v }, ...(f && onF ? [{ M: onF, from: f }] : [])];
    for (const register of registers) this.#addRegister(row, register, end);
    if (stream && onZ) {
      // Of other streams its rows are 0.
      this.#addRows(row, stream.at, onZ, stream.at, stream.size, stream.size);
      this.#addRows(row, this.#carried, onZ, stream.at, stream.size, end - this.#carried);
    }
    const variance = Float64Array.from(noise);
    if (!isWhole) {
      for (const { M, from } of registers)
        addInto(variance, productWithTranspose(this.#blockOf(into, from), M, d, d, d));
      if (stream && onZ)
        addInto(
          variance,
          productWithTranspose(this.#block(row, stream.at, stream.size), onZ, d, stream.size, d),
        );
    }
    this.#fill(into, mean);
    if (stream && after.carried) this.#move(stream, after, row, end);
    this.#rows.mirror([row], d, 0, end);
    this.#write(row, row, variance);
  }

  /** What a change of two vectors begins with. */
  inputOf(v: Combination, f: Combination, at: number): ChangeInput {
    return this.#inputOf(v, f, this.#streams[at]);
  }

  /** Adds to the covariance of two vectors `[d, d]`, and of the first with what a stream carries `[d, k]`. */
  addShared(first: number, second: number, at: number, { betweenModels, withCarried }: SharedNoise): void {
    const d = this.dimension;
    const row = this.#rowOf(first);
    const add = (column: number, more: Vector): void => {
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) {
          const sum = this.#covariance[(row + i) * this.#width + column + j]! + more[i * d + j]!;
          this.#covariance[(row + i) * this.#width + column + j] = sum;
          this.#covariance[(column + j) * this.#width + row + i] = sum;
        }
    };
    add(this.#rowOf(second), betweenModels);
    if (withCarried) add(this.#streams[at]!.at, withCarried);
  }

  /** What a stream carries one stretch later, with u and with all others. */
  #move(
    stream: Stream,
    { moved, noiseWithCarried, isWhole, carried }: Change,
    row: number,
    end: number,
  ): void {
    const { at, size } = stream;
    const d = this.dimension;
    const width = this.#width;
    const first = this.#carried;
    const S = this.#covariance;
    const count = end - first;
    const withU = isWhole
      ? noiseWithCarried!
      : addInto(productWithTranspose(this.#block(row, at, size), moved!, d, size, size), noiseWithCarried!);
    const below = this.#below * width + first;
    for (let l = 0; l < size; l++) S.fill(0, below + l * width, below + l * width + count);
    this.#addRows(this.#below, first, moved!, at, size, count, size);
    for (let l = 0; l < size; l++)
      S.copyWithin((at + l) * width + first, below + l * width, below + l * width + count);
    this.#rows.mirror([at], size, first, end);
    // Last: u's own columns were anything until now.
    for (let i = 0; i < d; i++) S.set(withU.subarray(i * size, (i + 1) * size), (row + i) * width + at);
    stream.state = carried!;
    this.#writeCarried(stream);
  }

  /** Rows of u += M · the rows of a register. */
  #addRegister(row: number, { M, from }: Register, end: number): void {
    const d = this.dimension;
    const [first] = from;
    if (first === undefined) return;
    if (from.length === 1 && first[1] === 1) {
      this.#addRows(row, 0, M, this.#rowOf(first[0]), d, end);
      return;
    }
    this.#combineRows(this.#below, from, end);
    this.#addRows(row, 0, M, this.#below, d, end);
  }

  /** Rows += M · `size` rows from one on, `count` columns from one on. */
  #addRows(
    row: number,
    column: number,
    M: Vector,
    from: number,
    size: number,
    count: number,
    rows = this.dimension,
  ): void {
    const width = this.#width;
    const table = Array.from({ length: size }, (_, l) => (from + l) * width + column);
    this.#rows.add(row * width + column, M, rows, table, count);
    this.multiplications += rows * size * count;
  }

  #inputOf(v: Combination, f: Combination | undefined, stream: Stream | undefined): ChangeInput {
    const d = this.dimension;
    const registers = [v, f ?? []];
    const stacked = (columns: number, blockOf: (register: Combination) => Float64Array): Float64Array => {
      const out = new Float64Array(2 * d * columns);
      registers.forEach((register, k) => {
        if (register.length > 0) out.set(blockOf(register), k * d * columns);
      });
      return out;
    };
    return {
      v: this.mean(v),
      f: f && this.mean(f),
      carried: stream?.state,
      covariance: () =>
        stacked(2 * d, (register) => {
          const out = new Float64Array(2 * d * d);
          this.#combineRows(this.#below, register, this.#end);
          registers.forEach((other, l) => {
            for (let i = 0; i < d; i++)
              this.#addBlock(
                this.#covariance,
                (this.#below + i) * this.#width,
                other,
                out,
                i * 2 * d + l * d,
              );
          });
          return out;
        }),
      withCarried: () =>
        stacked(stream!.size, (register) => {
          const out = new Float64Array(d * stream!.size);
          for (const [slot, factor] of register) {
            const block = this.#block(this.#rowOf(slot), stream!.at, stream!.size);
            for (let j = 0; j < out.length; j++) out[j]! += factor * block[j]!;
          }
          return out;
        }),
    };
  }

  /** The rows of Σ c · slot, `count` columns from one on. */
  #combineRows(row: number, from: Combination, count: number, column = 0): void {
    const width = this.#width;
    const d = this.dimension;
    for (let i = row; i < row + d; i++)
      this.#covariance.fill(0, i * width + column, i * width + column + count);
    const factors = Float64Array.from(from, ([, factor]) => factor);
    const table = from.map(([slot]) => this.#rowOf(slot) * width + column);
    this.#rows.combine(row * width + column, factors, d, table, count);
    this.multiplications += from.length * d * count;
  }

  /** Cov of a slot with a combination `[d, d]`, of the slot's row. */
  #blockOf(slot: number, from: Combination): Float64Array {
    const d = this.dimension;
    const out = new Float64Array(d * d);
    for (let i = 0; i < d; i++)
      this.#addBlock(this.#covariance, (this.#rowOf(slot) + i) * this.#width, from, out, i * d);
    return out;
  }

  /** out `[d]` += the part of a row that is the combination's. */
  #addBlock(row: Vector, at: number, from: Combination, out: Float64Array, outAt: number): void {
    const d = this.dimension;
    for (const [slot, factor] of from) {
      const slotRow = at + this.#rowOf(slot);
      for (let j = 0; j < d; j++) out[outAt + j]! += factor * row[slotRow + j]!;
    }
  }

  /** `size` columns of a slot's rows `[d, size]`. */
  #block(row: number, column: number, size: number): Float64Array {
    const out = new Float64Array(this.dimension * size);
    for (let i = 0; i < this.dimension; i++) {
      const at = (row + i) * this.#width + column;
      out.set(this.#covariance.subarray(at, at + size), i * size);
    }
    return out;
  }

  /** Writes Cov(a, b) `[d, d]`, and as its transpose Cov(b, a). Whatever is not symmetric to the last bit would grow. */
  #write(rowA: number, rowB: number, block: Vector): void {
    const d = this.dimension;
    const width = this.#width;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const value = rowA === rowB ? (block[i * d + j]! + block[j * d + i]!) / 2 : block[i * d + j]!;
        this.#covariance[(rowA + i) * width + rowB + j] = value;
        this.#covariance[(rowB + j) * width + rowA + i] = value;
      }
    }
  }

  #writeCarried({ at, size, state }: Stream): void {
    for (let l = 0; l < size; l++) {
      const row = state.covariance.subarray(l * size, (l + 1) * size);
      this.#covariance.set(row, (at + l) * this.#width + at);
    }
  }

  #rowOf(slot: number): number {
    return this.#carried + slot * this.dimension;
  }

  /** after the last column that is of use */
  get #end(): number {
    return this.#rowOf(this.#top);
  }

  #fill(slot: number, mean: Vector): void {
    this.#mean.set(mean, slot * this.dimension);
    this.#isFull[slot] = 1;
    this.#top = Math.max(this.#top, slot + 1);
  }
}
