/**
 * The variances of a few of a run's vectors where noise is added, backwards. Of each vector that is asked for, Λ_x is its derivative by a
 * vector x that there was before, I by itself. From the end to the start, of `u = V v + F f + Z z + c + ε`, `z⁺ = T z + ζ`
 * (transition.ts), N the covariance of (ε, ζ):
 *
 *     variance += tr (Λ_u Λ_z) N (Λ_u Λ_z)ᵀ,
 *     Λ_v += Λ_u V,      Λ_f += Λ_u F,      Λ_z ← Λ_z T + Λ_u Z,      Λ_u ← 0.
 *
 * An answer takes d³ multiplications for each vector asked for that it may have moved, instead of d³ for each
 * vector that there is. A stable run forgets: one is let go once all agents have answered in a stretch whose noise
 * adds so little to its variance that as much in every stretch before would not count.
 */
import {
  add,
  addTraces,
  assign,
  block,
  clear,
  identityMatrix,
  type Matrix,
  transposed,
} from '../../maths/matrix.ts';
import { plainRowSums, type RowSums } from '../../maths/rowSums.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import { type Combination, onlyVector } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { type ObservedOptions, startOf } from './forwardMoments.ts';
import { type Coefficients, IndependentLaw } from './independentLaw.ts';
import { MeanMoments } from './meanMoments.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

/** How vectors were made, in order. */
type Making =
  | { readonly kind: 'combined'; readonly made: readonly Made[] }
  | (Pick<Observed, 'v' | 'f' | 'into'> & {
      readonly kind: 'observed';
      readonly coefficients: Coefficients;
      /** of all agents' */
      readonly stream: number;
    })
  | { readonly kind: 'set'; readonly slot: number }
  | { readonly kind: 'asked'; readonly combination: Combination };

/** What all noise before may add to a variance that is let go, beside its size. */
const NEGLIGIBLE = 1e-11;

/** Of all makings. */
const FIRST_PART = 0.06;

/** Whether noise is added, so that there are variances backwards. */
export const isAddedNoise = (agents: readonly KnownAgent[], sampling: Sampling): boolean =>
  sampling !== 'exact' && agents.every(({ law }) => law?.kind === 'gauss-markov');

/** Means as a run goes, variances after it. */
export class BackwardMoments extends MeanMoments implements RunMoments {
  override readonly isRandom = true;
  override readonly isCarried: boolean;
  readonly #options: ObservedOptions;
  readonly #laws: readonly IndependentLaw[];
  readonly #makings: Making[] = [];
  #asked = 0;

  constructor(options: ObservedOptions) {
    const { agents, sampling, root, slots, doubles } = options;
    const source = { sampling, root, doubles: doubles / agents.length };
    const laws = agents.map(({ mean, law }) => new IndependentLaw(mean, law, source));
    super(laws, root.length, slots);
    this.#options = options;
    this.#laws = laws;
    this.isCarried = sampling === 'markov';
  }

  override set(slot: number, mean: Vector): void {
    super.set(slot, mean);
    this.#makings.push({ kind: 'set', slot });
  }

  override combine(made: readonly Made[]): void {
    super.combine(made);
    if (made.length > 0) this.#makings.push({ kind: 'combined', made });
  }

  override observe(observed: Observed): void {
    super.observe(observed);
    const { agent, stream, act, v, f, count, into } = observed;
    const coefficients = this.#laws[agent]!.coefficients(act, f !== undefined, count);
    const at = agent * this.#options.streams + stream;
    this.#makings.push({ kind: 'observed', coefficients, stream: at, v, f, into });
  }

  /** Known at the end alone: {@link late}. */
  override variance(combination: Combination): number {
    this.#makings.push({ kind: 'asked', combination });
    this.#asked++;
    return 0;
  }

  late(most: number): Float64Array | { readonly needed: number } {
    const derivatives = new Derivatives(this.#options, this.#asked, this.#makings);
    const { length } = this.#makings;
    for (const [at, making] of [...this.#makings].reverse().entries()) {
      derivatives.takeBack(making);
      const { multiplications } = derivatives;
      const done = (at + 1) / length;
      // What it will take is known from its first part.
      if (multiplications > most * Math.max(done, FIRST_PART)) return { needed: multiplications / done };
    }
    this.multiplications += derivatives.multiplications;
    return derivatives.variances;
  }
}

/** Transposes of coefficients, and the covariance of (ε, ζ) by its columns. */
interface Transposes extends Pick<Coefficients, 'V' | 'F' | 'Z' | 'T'> {
  readonly noise: readonly Matrix[];
}

/** Λᵀ: of each slot, and each stream, d rows; of each vector asked for d columns. */
class Derivatives {
  multiplications = 0;
  readonly #options: ObservedOptions;
  readonly #d: number;
  readonly #sums: RowSums;
  /** tr Cov of each, once all is taken back */
  readonly variances: Float64Array;
  readonly #transposes = new Map<Coefficients, Transposes>();
  /** Those from the first on and before the last are under way. */
  #first: number;
  #last: number;
  /** pieces of work of each stream that are left, and how many that were used are waited for until the next look */
  readonly #left: Int32Array;
  #unseen: Map<number, number>;
  #works = 0;
  #seen = 0;
  /** at the last look */
  #before: Float64Array;

  constructor(options: ObservedOptions, asked: number, makings: readonly Making[]) {
    const { root, agents, slots, streams, newRows = plainRowSums } = options;
    const d = root.length;
    this.#options = options;
    this.#d = d;
    this.#sums = newRows((slots + agents.length * streams + 2) * d, 8 * (Math.ceil((asked * d) / 8) | 1));
    this.variances = new Float64Array(asked);
    this.#before = this.variances.slice();
    this.#left = new Int32Array(agents.length * streams);
    for (const making of makings) if (making.kind === 'observed') this.#left[making.stream]!++;
    this.#works = this.#left.reduce((sum, works) => sum + works, 0);
    this.#unseen = this.#atWork();
    this.#first = asked;
    this.#last = asked;
  }

  takeBack(making: Making): void {
    switch (making.kind) {
      case 'asked':
        this.#first--;
        for (const [slot, factor] of making.combination)
          assign(block(this.#by(slot), [0, this.#d], [0, this.#d]), identityMatrix(this.#d, factor));
        return;
      case 'set':
        clear(this.#by(making.slot));
        return;
      case 'combined':
        for (const { from, into } of making.made) {
          for (const term of from) this.#add(term, this.#by(into));
          clear(this.#by(into));
        }
        return;
      case 'observed': {
        const { stream, into } = making;
        const isUsed = this.#isMoved(into);
        this.#takeTransitionBack(making);
        this.#left[stream]!--;
        if (this.#left[stream] === 0) this.#addStart(stream);
        this.#works--;
        this.#seen++;
        this.#see(stream, isUsed);
      }
    }
  }

  #takeTransitionBack({ coefficients, stream, v, f, into }: Extract<Making, { kind: 'observed' }>): void {
    const { V, F, Z, T, noise } = this.#transposesOf(coefficients);
    const ofStream = this.#by(this.#options.slots + stream);
    const u = this.#by(into);
    this.#addVariance(noise, [u, ofStream]);
    this.#addRegister(v, V, u);
    if (f && F) this.#addRegister(f, F, u);
    if (Z && T) {
      const before = clear(this.#below(1));
      this.#addProduct(before, T, ofStream);
      this.#addProduct(before, Z, u);
      assign(ofStream, before);
    }
    clear(u);
  }

  /** Of what a stream has as it starts, once all its work is taken back. */
  #addStart(stream: number): void {
    const { agents, streams, slots, sampling } = this.#options;
    const start = startOf(agents[Math.floor(stream / streams)]!, sampling, this.#d);
    if (start) this.#addVariance([start.covariance], [this.#by(slots + stream)]);
  }

  /** variance += tr(Λ N Λᵀ), Λ of one or two vectors and N by as many blocks of columns. */
  #addVariance(N: readonly Matrix[], by: readonly Matrix[]): void {
    const d = this.#d;
    const product = clear(this.#below(N.length));
    N.forEach((columns, k) => {
      this.#addProduct(product, columns, by[k]!);
    });
    const variances = this.variances.subarray(this.#first, this.#last);
    N.forEach((_, k) => {
      addTraces(variances, by[k]!, block(product, [k * d, d]));
    });
  }

  /** Λ_v += Λ_u M of a combination v. */
  #addRegister(v: Combination, M: Matrix, u: Matrix): void {
    const slot = onlyVector(v);
    if (slot !== undefined) {
      this.#addProduct(this.#by(slot), M, u);
      return;
    }
    if (v.length === 0) return;
    const product = clear(this.#below(1));
    this.#addProduct(product, M, u);
    for (const term of v) this.#add(term, product);
  }

  #addProduct(out: Matrix, M: Matrix, A: Matrix): void {
    this.#sums.addProduct(out, M, A);
    this.multiplications += M.rows * A.rows * A.columns;
  }

  /** Λ_x += factor · Λ, x in a slot. */
  #add([slot, factor]: readonly [number, number], A: Matrix): void {
    add(this.#by(slot), A, factor);
    this.multiplications += A.rows * A.columns;
  }

  /** Lets those go, the latest first, that are hardly moved any more. */
  #letGo(): void {
    const stretches = this.#works / this.#seen;
    while (this.#last > this.#first) {
      const variance = this.variances[this.#last - 1]!;
      const added = variance - this.#before[this.#last - 1]!;
      if (!(added * stretches <= NEGLIGIBLE * variance)) break;
      this.#last--;
    }
    this.#before = this.variances.slice();
    this.#unseen = this.#atWork();
    this.#seen = 0;
  }

  /** Twice as many as would do if all that is used counted alike. */
  #atWork(): Map<number, number> {
    return new Map(
      [...this.#left].flatMap((left, stream) => (left > 0 ? [[stream, Math.min(left, 2)]] : [])),
    );
  }

  #see(stream: number, isUsed: boolean): void {
    const waited = this.#unseen.get(stream);
    if (waited === undefined) return;
    if (this.#left[stream] === 0 || (isUsed && waited === 1)) this.#unseen.delete(stream);
    else if (isUsed) this.#unseen.set(stream, waited - 1);
    if (this.#unseen.size === 0) this.#letGo();
  }

  /** Whether a vector moves anything that was asked for. */
  #isMoved(slot: number): boolean {
    const { values, offset, columns } = this.#by(slot);
    return values.subarray(offset, offset + columns).some((value) => value !== 0);
  }

  #transposesOf(coefficients: Coefficients): Transposes {
    const known = this.#transposes.get(coefficients);
    if (known) return known;
    const { V, F, Z, T, covariance } = coefficients;
    const d = this.#d;
    const parts = Array.from({ length: covariance!.rows / d }, (_, k) => [k * d, d] as const);
    const found = {
      V: transposed(V),
      F: F && transposed(F),
      Z: Z && transposed(Z),
      T: T && transposed(T),
      noise: parts.map((columns) => transposed(block(covariance!, columns))),
    };
    this.#transposes.set(coefficients, found);
    return found;
  }

  /** Λᵀ by a vector: of a slot, or of a stream after all slots. */
  #by(slot: number, rows = this.#d): Matrix {
    const columns = [this.#first * this.#d, (this.#last - this.#first) * this.#d] as const;
    return block(this.#sums.matrix, [slot * this.#d, rows], columns);
  }

  /** Rows of one or two vectors, to compute in. */
  #below(vectors: number): Matrix {
    const { slots, streams, agents } = this.#options;
    return this.#by(slots + streams * agents.length, vectors * this.#d);
  }
}
