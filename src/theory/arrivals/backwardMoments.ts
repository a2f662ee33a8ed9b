/**
 * The variances of a few of a run's vectors where noise is added, backwards: of each of them the derivative Λ by all that there
 * was before, from when it was made to the start. Noise ε of covariance N on the way adds tr(Λ N Λᵀ).
 *
 * An answer takes d³ multiplications for each vector asked for that it may have moved, instead of d³ for each
 * vector that there is. A stable run forgets: one is let go once all agents have answered in a stretch whose noise
 * adds so little to its variance that as much in every stretch before would not count.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { plainRowSums, type RowSums } from '../../maths/rowSums.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import type { Combination } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { IndependentLaw, type Stretch } from './independentLaw.ts';
import { MeanMoments } from './meanMoments.ts';
import { type ObservedOptions, startOf } from './observedMoments.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

/** What was done to vectors, in order. */
type Deed =
  | { readonly kind: 'combined'; readonly made: readonly Made[] }
  | {
      readonly kind: 'observed';
      readonly stretch: Stretch;
      readonly stream: number;
      readonly v: Combination;
      readonly f: Combination | undefined;
      readonly into: number;
    }
  | { readonly kind: 'set'; readonly slot: number }
  | { readonly kind: 'asked'; readonly combination: Combination };

/** What all noise before may add to a variance that is let go, beside its size. */
const NEGLIGIBLE = 1e-11;

/** Of all that has been done to vectors. */
const FIRST_PART = 0.06;

/** Whether noise is added, so that there are variances backwards. */
export const isAddedNoise = (agents: readonly KnownAgent[], sampling: Sampling): boolean =>
  sampling !== 'exact' && agents.every(({ law }) => law?.kind === 'gauss-markov');

/** Means as a run goes, variances after it. */
export class BackwardMoments extends MeanMoments implements RunMoments {
  override readonly isRandom = true;
  override readonly isCarried: boolean;
  override multiplications = 0;
  readonly #options: ObservedOptions;
  readonly #laws: readonly IndependentLaw[];
  readonly #deeds: Deed[] = [];
  #asked = 0;

  constructor(options: ObservedOptions) {
    const { agents, sampling, root, slots, doubles } = options;
    super(agents, root, slots);
    this.#options = options;
    this.isCarried = sampling === 'markov';
    const source = { sampling, root, doubles: doubles / agents.length };
    this.#laws = agents.map(({ mean, law }) => new IndependentLaw(mean, law, source));
  }

  override set(slot: number, mean: Vector): void {
    super.set(slot, mean);
    this.#deeds.push({ kind: 'set', slot });
  }

  override combine(made: readonly Made[]): void {
    super.combine(made);
    if (made.length > 0) this.#deeds.push({ kind: 'combined', made });
  }

  override observe(observed: Observed): void {
    super.observe(observed);
    const { agent, stream, act, v, f, count, into } = observed;
    const stretch = this.#laws[agent]!.stretch(act, f !== undefined, count);
    const at = agent * this.#options.streams + stream;
    this.#deeds.push({ kind: 'observed', stretch, stream: at, v, f, into });
  }

  /** Of what is known at the end alone: {@link late}. */
  override variance(combination: Combination): number {
    this.#deeds.push({ kind: 'asked', combination });
    this.#asked++;
    return 0;
  }

  late(most: number): Float64Array | { readonly needed: number } {
    const derivatives = new Derivatives(this.#options, this.#asked, this.#deeds);
    for (let left = this.#deeds.length; left > 0; left--) {
      derivatives.undo(this.#deeds[left - 1]!);
      const { multiplications } = derivatives;
      const done = (this.#deeds.length - left + 1) / this.#deeds.length;
      // What it will take is known from its first part.
      if (multiplications > most * Math.max(done, FIRST_PART)) return { needed: multiplications / done };
    }
    this.multiplications += derivatives.multiplications;
    return derivatives.variances;
  }
}

/** What a stretch does to derivatives: its matrices transposed, and the covariance of its noise. */
interface Undone {
  readonly onV: Vector;
  readonly onF: Vector | undefined;
  readonly onZ: Vector | undefined;
  readonly moved: Vector | undefined;
  /** of u's noise and, where there is a z, z⁺'s `[d, d]` or `[2d, 2d]` */
  readonly noise: Vector;
}

/** Derivatives of the vectors asked for by all that there is, transposed: `[slots and streams, d]` rows, `[asked, d]` columns. */
class Derivatives {
  multiplications = 0;
  readonly #options: ObservedOptions;
  readonly #d: number;
  readonly #width: number;
  readonly #rows: RowSums;
  /** tr Cov of each, once all is undone */
  readonly variances: Float64Array;
  readonly #undone = new Map<Stretch, Undone>();
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
  readonly #factor = new Float64Array(1);
  /** where the rows of one block begin, or of two */
  readonly #table: readonly [Uint32Array, Uint32Array];

  constructor(options: ObservedOptions, asked: number, deeds: readonly Deed[]) {
    const { root, agents, slots, streams, newRows = plainRowSums } = options;
    const d = root.length;
    this.#options = options;
    this.#d = d;
    this.#width = 8 * (Math.ceil((asked * d) / 8) | 1);
    this.#rows = newRows((slots + agents.length * streams + 2) * d, this.#width);
    this.#table = [new Uint32Array(d), new Uint32Array(2 * d)];
    this.variances = new Float64Array(asked);
    this.#before = this.variances.slice();
    this.#left = new Int32Array(agents.length * streams);
    for (const deed of deeds) if (deed.kind === 'observed') this.#left[deed.stream]!++;
    this.#works = this.#left.reduce((sum, works) => sum + works, 0);
    this.#unseen = this.#atWork();
    this.#first = asked;
    this.#last = asked;
  }

  undo(deed: Deed): void {
    switch (deed.kind) {
      case 'asked':
        this.#first--;
        for (const [slot, factor] of deed.combination)
          for (let j = 0; j < this.#d; j++)
            this.#rows.matrix[this.#at(slot) + j * (this.#width + 1)] = factor;
        return;
      case 'set':
        this.#clear(deed.slot);
        return;
      case 'combined':
        for (const { from, into } of deed.made) {
          for (const term of from) this.#addTo(term, into);
          this.#clear(into);
        }
        return;
      case 'observed': {
        const { stretch, stream, v, f, into } = deed;
        const { onV, onF, onZ, moved, noise } = this.#of(stretch);
        const z = this.#options.slots + stream;
        const isUsed = this.#isMoved(into);
        this.#addNoise(noise, moved ? [into, z] : [into]);
        this.#addRegister(v, onV, into);
        if (f && onF) this.#addRegister(f, onF, into);
        if (onZ && moved) {
          this.#clear(this.#below);
          this.#addProduct(this.#below, moved, [z]);
          this.#addProduct(this.#below, onZ, [into]);
          this.#copy(z, this.#below);
        }
        this.#clear(into);
        this.#left[stream]!--;
        if (this.#left[stream] === 0) this.#addStart(stream);
        this.#works--;
        this.#seen++;
        this.#see(stream, isUsed);
      }
    }
  }

  /** What a stream carries as it starts, once all its work is undone. */
  #addStart(stream: number): void {
    const { agents, streams, slots, sampling } = this.#options;
    const start = startOf(agents[Math.floor(stream / streams)]!, sampling, this.#d);
    if (start) this.#addNoise(start.covariance, [slots + stream]);
  }

  /** variances += tr(Λ N Λᵀ), Λ by these blocks. */
  #addNoise(N: Vector, blocks: readonly number[]): void {
    const { matrix } = this.#rows;
    const d = this.#d;
    for (const k of blocks.keys()) this.#clear(this.#below + k);
    this.#addProduct(this.#below, N, blocks);
    blocks.forEach((block, k) => {
      for (let i = 0; i < d; i++) {
        let at = this.#at(block) + i * this.#width;
        let other = this.#at(this.#below + k) + i * this.#width;
        for (let index = this.#first; index < this.#last; index++) {
          let sum = 0;
          for (let j = 0; j < d; j++) sum += matrix[at++]! * matrix[other++]!;
          this.variances[index]! += sum;
        }
      }
    });
  }

  #addRegister(from: Combination, M: Vector, into: number): void {
    const [first] = from;
    if (first === undefined) return;
    if (from.length === 1 && first[1] === 1) {
      this.#addProduct(first[0], M, [into]);
      return;
    }
    this.#clear(this.#below);
    this.#addProduct(this.#below, M, [into]);
    for (const term of from) this.#addTo(term, this.#below);
  }

  /** A block, or as many as there are others, += M · other blocks. */
  #addProduct(block: number, M: Vector, others: readonly number[]): void {
    const from = this.#table[others.length - 1]!;
    let l = 0;
    for (const other of others)
      for (let i = 0, at = this.#at(other); i < this.#d; i++, at += this.#width) from[l++] = at;
    this.#rows.add(this.#at(block), M, M.length / from.length, from, this.#count);
    this.multiplications += M.length * this.#count;
  }

  /** A block += factor · another. */
  #addTo([block, factor]: readonly [number, number], other: number): void {
    this.#factor[0] = factor;
    this.#rows.combine(this.#at(block), this.#factor, this.#d, [this.#at(other)], this.#count);
    this.multiplications += this.#d * this.#count;
  }

  #clear(block: number): void {
    const [pieces, size] = this.#pieces;
    for (let i = 0, at = this.#at(block); i < pieces; i++, at += this.#width)
      this.#rows.matrix.fill(0, at, at + size);
  }

  /** A block as another is. */
  #copy(block: number, other: number): void {
    const [pieces, size] = this.#pieces;
    const { matrix } = this.#rows;
    for (let i = 0, to = this.#at(block), at = this.#at(other); i < pieces; i++) {
      matrix.copyWithin(to, at, at + size);
      to += this.#width;
      at += this.#width;
    }
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

  /** Whether a block moves anything that was asked for. */
  #isMoved(block: number): boolean {
    const from = this.#at(block);
    return this.#rows.matrix.subarray(from, from + this.#count).some((value) => value !== 0);
  }

  #of(stretch: Stretch): Undone {
    const known = this.#undone.get(stretch);
    if (known) return known;
    const d = this.#d;
    const { onV, onF, onZ, moved, noise, noiseWithCarried, carriedNoise } = stretch;
    const joint = moved ? new Float64Array(4 * d * d) : noise!;
    if (moved)
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) {
          joint[i * 2 * d + j] = noise![i * d + j]!;
          joint[i * 2 * d + d + j] = noiseWithCarried![i * d + j]!;
          joint[(d + j) * 2 * d + i] = noiseWithCarried![i * d + j]!;
          joint[(d + i) * 2 * d + d + j] = carriedNoise![i * d + j]!;
        }
    const undone = {
      onV: transpose(onV, d),
      onF: onF && transpose(onF, d),
      onZ: onZ && transpose(onZ, d),
      moved: moved && transpose(moved, d),
      noise: joint,
    };
    this.#undone.set(stretch, undone);
    return undone;
  }

  /** The first block that is no vector's. */
  get #below(): number {
    const { slots, streams, agents } = this.#options;
    return slots + streams * agents.length;
  }

  get #count(): number {
    return (this.#last - this.#first) * this.#d;
  }

  /**
   * In how many pieces a block is written, and how long they are: in one where little lies between its rows. What does is read no more,
   * or 0 as yet.
   */
  get #pieces(): readonly [number, number] {
    const count = this.#count;
    return 2 * count > this.#width ? [1, (this.#d - 1) * this.#width + count] : [this.#d, count];
  }

  /** Where a block begins. */
  #at(block: number): number {
    return (block * this.#width + this.#first) * this.#d;
  }
}
