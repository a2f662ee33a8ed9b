/**
 * The covariances of a run's vectors and of z of each stream, as the run goes (Mathematics (15)). After `u = V v + F f + Z z + c + ε`, `z⁺ = T z + ζ`
 * (transition.ts), for every other y,
 *
 *     Cov(u, y)  = V Cov(v, y) + F Cov(f, y) + Z Cov(z, y),      Cov(z⁺, y) = T Cov(z, y),
 *     Cov(u, u)  = Cov(u, v) Vᵀ + Cov(u, f) Fᵀ + Cov(u, z) Zᵀ + Cov(ε),
 *     Cov(u, z⁺) = Cov(u, z) Tᵀ + Cov(ε, ζ).
 *
 * They are one matrix S, first the streams, then the vectors by their slots. Streams are independent of one another: of two there is no
 * covariance. What lies in the rows and columns of an empty slot is anything; a vector that comes writes its own anew.
 */
import {
  add,
  assign,
  block,
  clear,
  combination,
  fromBlocks,
  type Matrix,
  matrix,
  multiplyTransposed,
  plus,
  symmetrise,
  traceOf,
} from '../../maths/matrix.ts';
import { type NewRowSums, plainRowSums, type RowSums } from '../../maths/rowSums.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import { type Combination, onlyVector } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { ChainLaw } from './chainLaw.ts';
import { IndependentLaw } from './independentLaw.ts';
import { MeanMoments } from './meanMoments.ts';
import type { Made, Observed } from './runSteps.ts';
import { sharedNoise } from './sharedNoise.ts';
import { type Before, startOf, type StreamMoments, type Transition } from './transition.ts';

export interface ObservedOptions {
  readonly agents: readonly KnownAgent[];
  readonly sampling: Sampling;
  /** θ* `[d]` */
  readonly root: Vector;
  readonly slots: number;
  /** streams of each agent */
  readonly streams: number;
  /** doubles that the moments of transitions may take */
  readonly doubles: number;
  /** how sums of rows are made; in plain JavaScript if left out */
  readonly newRows?: NewRowSums | undefined;
}

/** A stream with a z. */
interface Stream {
  /** its rows of S, from the first on, k of them */
  readonly rows: readonly [number, number];
  state: StreamMoments;
}

/** First and second moments. */
export class ForwardMoments extends MeanMoments {
  readonly #options: ObservedOptions;
  /** by agent, and by stream of each */
  readonly #streams: readonly (Stream | undefined)[] = [];
  /** S `[width, width]`, and below it rows to compute in */
  readonly #sums: RowSums;
  readonly #isFull: Uint8Array;
  /** the first row of slot 0, and the first below S */
  readonly #first: number;
  readonly #below: number;
  /** after the last column that is of use */
  #end: number;

  constructor(options: ObservedOptions) {
    const { agents, sampling, root, slots, streams, doubles, newRows = plainRowSums } = options;
    const d = root.length;
    const laws = agents.map((agent) =>
      sampling === 'markov' && agent.law?.kind === 'finite'
        ? new ChainLaw(agent.law, root)
        : new IndependentLaw(agent, sampling, root, doubles / agents.length),
    );
    super(laws, d, slots);
    this.#options = options;
    const starts = agents.map((agent) => startOf(agent, sampling, d));
    let at = 0;
    this.#streams = starts.flatMap((state) =>
      Array.from({ length: streams }, (): Stream | undefined => {
        if (!state) return undefined;
        const rows = [at, state.mean.length] as const;
        at += state.mean.length;
        return { rows, state };
      }),
    );
    this.#first = this.#end = at;
    this.#below = at + slots * d;
    this.#isFull = new Uint8Array(slots);
    const most = Math.max(d, ...starts.map((state) => state?.mean.length ?? 0));
    // An odd number of lines of the cache, so that the rows of a column do not all share one place there.
    this.#sums = newRows(this.#below + most, 8 * (Math.ceil(this.#below / 8) | 1));
    for (const stream of this.#streams)
      if (stream) assign(this.#view(stream.rows, stream.rows), stream.state.covariance);
  }

  override set(slot: number, mean: Vector): void {
    super.set(slot, mean);
    this.#sums.mirror(this.#newRows(slot));
  }

  /** tr Cov(v). */
  override variance(v: Combination): number {
    return traceOf(this.#covariance(v, v));
  }

  override combine(made: readonly Made[], gone: readonly number[]): void {
    super.combine(made, gone);
    for (const { from, into } of made) {
      const u = this.#newRows(into);
      this.#addCombined(u, from);
      this.#write(into, u, this.#withCombination(u, from));
    }
    for (const slot of gone) this.#isFull[slot] = 0;
    const last = this.#isFull.lastIndexOf(1);
    this.#end = this.#first + (last + 1) * this.#d;
  }

  override observe(observed: Observed): void {
    this.#observe(observed, true);
  }

  /** @param isOver - whether the stream goes on, or others are still to see these observations */
  #observe(observed: Observed, isOver: boolean): void {
    const { v, f, into } = observed;
    const stream = this.#streamOf(observed);
    const after = this.transition(observed, this.#before(v, f, stream));
    const { V, F, Z, noise, isClosure } = after;
    const u = this.#newRows(into);
    const all = [[V, v] as const, ...(f && F ? [[F, f] as const] : [])];
    const registers = all.filter(([, register]) => register.length > 0);
    for (const [M, register] of registers) this.#sums.addProduct(u, M, this.#combined(register));
    if (stream && Z)
      for (const columns of [stream.rows, this.#ofSlots])
        this.#sums.addProduct(block(u, [0, this.#d], columns), Z, this.#view(stream.rows, columns));
    let variance = noise;
    if (!isClosure) {
      for (const [M, register] of registers)
        variance = add(multiplyTransposed(this.#withCombination(u, register), M), variance);
      if (stream && Z) variance = add(multiplyTransposed(block(u, [0, this.#d], stream.rows), Z), variance);
    }
    if (stream && isOver) this.#advance(stream, u, after);
    this.#write(into, u, variance);
  }

  /** z⁺ takes the place of z. */
  #advance(stream: Stream, u: Matrix, { T, noiseWithStream, isClosure, stream: state }: Transition): void {
    const { rows } = stream;
    const [S, next] = [this.#view(rows, this.#ofSlots), this.#view([this.#below, rows[1]], this.#ofSlots)];
    const withU = block(u, [0, this.#d], rows);
    const covariance = isClosure ? noiseWithStream! : plus(multiplyTransposed(withU, T!), noiseWithStream!);
    this.#sums.addProduct(clear(next), T!, S);
    assign(S, next);
    this.#sums.mirror(S);
    assign(withU, covariance);
    assign(this.#view(rows, rows), state!.covariance);
    stream.state = state!;
  }

  override observeBoth(first: Observed, second: Observed): void {
    const { agents, sampling, root } = this.#options;
    const stream = this.#streamOf(first);
    const before = {
      v: this.mean(first.v),
      f: this.mean(second.v),
      ...this.#before(first.v, second.v, stream),
    };
    const shared = sharedNoise(
      agents[first.agent]!,
      sampling,
      root,
      [first.act, second.act],
      first.count,
      before,
    );
    this.#observe(first, false);
    this.#observe(second, true);
    const u = this.#rowsOf(first.into);
    const { betweenModels, withStream } = shared;
    add(block(u, [0, this.#d], this.#placeOf(second.into)), betweenModels);
    if (stream && withStream) add(block(u, [0, this.#d], stream.rows), withStream);
    this.#sums.mirror(u);
  }

  #before(v: Combination, f: Combination | undefined, stream: Stream | undefined): Omit<Before, 'v' | 'f'> {
    const registers = f ? [v, f] : [v];
    return {
      stream: stream?.state,
      covariance: () => fromBlocks(registers.map((x) => registers.map((y) => this.#covariance(x, y)))),
      withStream: () => fromBlocks(registers.map((x) => [this.#part(x, stream!.rows)])),
    };
  }

  /** Cov(v, w) `[d, d]` of combinations. */
  #covariance(v: Combination, w: Combination): Matrix {
    return this.#sum(w, (slot) => this.#part(v, this.#placeOf(slot)));
  }

  /** Some columns of the rows of a combination. */
  #part(v: Combination, columns: readonly [number, number]): Matrix {
    return this.#sum(v, (slot) => this.#view(this.#placeOf(slot), columns), columns[1]);
  }

  /** Cov(u, v) `[d, d]`, of the rows of u. */
  #withCombination(u: Matrix, v: Combination): Matrix {
    return this.#sum(v, (slot) => block(u, [0, this.#d], this.#placeOf(slot)));
  }

  /** The part of a combination, of those of its vectors; of one vector its own. */
  #sum(v: Combination, partOf: (slot: number) => Matrix, columns = this.#d): Matrix {
    const slot = onlyVector(v);
    if (slot !== undefined) return partOf(slot);
    if (v.length === 0) return matrix(this.#d, columns);
    return combination(v.map(([slot, factor]) => [factor, partOf(slot)]));
  }

  /** The rows of a combination: its own where it is one vector. */
  #combined(from: Combination): Matrix {
    const slot = onlyVector(from);
    if (slot !== undefined) return this.#rowsOf(slot);
    const out = clear(this.#view([this.#below, this.#d]));
    this.#addCombined(out, from);
    return out;
  }

  #addCombined(out: Matrix, from: Combination): void {
    this.#sums.addCombination(
      out,
      from.map(([slot, factor]) => [this.#rowsOf(slot), factor]),
    );
    this.multiplications += from.length * out.rows * out.columns;
  }

  /** Rows of zeros for a vector that comes. */
  #newRows(slot: number): Matrix {
    this.#isFull[slot] = 1;
    const [row] = this.#placeOf(slot);
    this.#end = Math.max(this.#end, row + this.#d);
    return clear(this.#rowsOf(slot));
  }

  /** Its columns, and Cov(u, u): whatever is not symmetric to the last bit would grow. */
  #write(slot: number, u: Matrix, variance: Matrix): void {
    this.#sums.mirror(u);
    symmetrise(assign(block(u, [0, this.#d], this.#placeOf(slot)), variance));
  }

  #rowsOf(slot: number): Matrix {
    return this.#view(this.#placeOf(slot));
  }

  #view(rows: readonly [number, number], columns: readonly [number, number] = [0, this.#end]): Matrix {
    return block(this.#sums.matrix, rows, columns);
  }

  #placeOf(slot: number): readonly [number, number] {
    return [this.#first + slot * this.#d, this.#d];
  }

  #streamOf({ agent, stream }: Observed): Stream | undefined {
    return this.#streams[agent * this.#options.streams + stream];
  }

  get #ofSlots(): readonly [number, number] {
    return [this.#first, this.#end - this.#first];
  }

  get #d(): number {
    return this.#options.root.length;
  }
}
