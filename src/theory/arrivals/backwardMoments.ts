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
import type { Sampling } from '../../problems/operator.ts';
import { type Combination, onlyVector } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import type { ObservedOptions } from './forwardMoments.ts';
import { type Coefficients, IndependentLaw } from './independentLaw.ts';
import type { Observed, RunStep } from './runSteps.ts';
import { startOf } from './transition.ts';

/** What all noise before may add to a variance that is let go, beside its size. */
const NEGLIGIBLE = 1e-11;

/** Of all steps. */
const FIRST_PART = 0.06;

/** Whether noise is added, so that there are variances backwards. */
export const isAddedNoise = (agents: readonly KnownAgent[], sampling: Sampling): boolean =>
  sampling !== 'exact' && agents.every(({ law }) => law?.kind === 'gauss-markov');

/**
 * tr Cov θ̄ after each of some rounds, with the multiplications that it took; or how many it would take.
 *
 * @param rounds - in increasing order, all of which the run has
 * @param most - multiplications that it may take
 */
export function backwardVariances(
  steps: readonly RunStep[],
  rounds: readonly number[],
  options: ObservedOptions,
  most: number,
): { readonly variances: Float64Array; readonly multiplications: number } | { readonly needed: number } {
  const derivatives = new Derivatives(options, rounds, steps);
  for (const [at, step] of steps.toReversed().entries()) {
    derivatives.takeBack(step);
    const { multiplications } = derivatives;
    const done = (at + 1) / steps.length;
    // What it will take is known from its first part.
    if (multiplications > most * Math.max(done, FIRST_PART)) return { needed: multiplications / done };
  }
  return derivatives;
}

/** Transposes of coefficients, and the covariance of (ε, ζ) by its columns. */
interface Transposes extends Pick<Coefficients, 'V' | 'F' | 'Z' | 'T'> {
  readonly noise: readonly Matrix[];
}

/** Λᵀ: of each slot, and each stream, d rows; of each vector asked for d columns. */
class Derivatives {
  multiplications = 0;
  readonly #options: ObservedOptions;
  readonly #laws: readonly IndependentLaw[];
  readonly #rounds: ReadonlySet<number>;
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

  constructor(options: ObservedOptions, rounds: readonly number[], steps: readonly RunStep[]) {
    const { root, agents, sampling, slots, streams, doubles, newRows = plainRowSums } = options;
    const d = root.length;
    const asked = rounds.length;
    const most = doubles / agents.length;
    this.#laws = agents.map((agent) => new IndependentLaw(agent, sampling, root, most));
    this.#options = options;
    this.#rounds = new Set(rounds);
    this.#d = d;
    this.#sums = newRows((slots + agents.length * streams + 2) * d, 8 * (Math.ceil((asked * d) / 8) | 1));
    this.variances = new Float64Array(asked);
    this.#before = this.variances.slice();
    this.#left = new Int32Array(agents.length * streams);
    for (const step of steps) if (step.kind === 'observe') this.#left[this.#streamOf(step.observed)]!++;
    this.#works = this.#left.reduce((sum, works) => sum + works, 0);
    this.#unseen = this.#atWork();
    this.#first = asked;
    this.#last = asked;
  }

  takeBack(step: RunStep): void {
    if (step.kind === 'round' && this.#rounds.has(step.round)) {
      this.#first--;
      for (const [slot, factor] of step.theta)
        assign(block(this.#by(slot), [0, this.#d], [0, this.#d]), identityMatrix(this.#d, factor));
    } else if (step.kind === 'combine') {
      for (const { from, into } of step.made) {
        for (const term of from) this.#add(term, this.#by(into));
        clear(this.#by(into));
      }
    } else if (step.kind === 'observe') {
      const stream = this.#streamOf(step.observed);
      const isUsed = this.#isMoved(step.observed.into);
      this.#takeTransitionBack(step.observed, stream);
      this.#left[stream]!--;
      if (this.#left[stream] === 0) this.#addStart(stream);
      this.#works--;
      this.#seen++;
      this.#see(stream, isUsed);
    }
  }

  #streamOf({ agent, stream }: Observed): number {
    return agent * this.#options.streams + stream;
  }

  #takeTransitionBack({ agent, act, v, f, count, into }: Observed, stream: number): void {
    const { V, F, Z, T, noise } = this.#transposesOf(
      this.#laws[agent]!.coefficients(act, f !== undefined, count),
    );
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
