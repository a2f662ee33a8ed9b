/**
 * Second moments of a run's vectors on the joint chain of all its streams: S(σ) = E[X Xᵀ 1{σ}], X = (1, all vectors),
 * for each state σ of all chains together. Exact whatever A depends on, and small problems' alone: σ has as many values as
 * the product of the numbers of states.
 */
import { dot, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Combination } from '../linearParts.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

interface JointOptions {
  /** of each agent */
  readonly laws: readonly FiniteObservations[];
  readonly dimension: number;
  readonly slots: number;
  /** streams of each agent */
  readonly streams: number;
}

/** A chain, and where its state stands in σ. */
interface Coordinate {
  readonly law: FiniteObservations;
  readonly stride: number;
}

/** Doubles that the joint moments take. */
export function jointDoubles({ laws, dimension, slots, streams }: JointOptions): number {
  const states = laws.reduce((product, { chain }) => product * chain.states ** streams, 1);
  return 2 * states * (1 + slots * dimension) ** 2;
}

/** Second moments in numbered slots, for each state of all chains. */
export class JointMoments implements RunMoments {
  readonly isRandom = true;
  readonly isCarried = true;
  multiplications = 0;
  readonly #dimension: number;
  readonly #streams: number;
  readonly #coordinates: readonly Coordinate[];
  readonly #states: number;
  /** of a row, 1 + slots · d */
  readonly #width: number;
  /** S(σ) `[states, width, width]` */
  #now: Float64Array;
  #next: Float64Array;
  readonly #isFull: Uint8Array;
  #top = 0;

  constructor({ laws, dimension, slots, streams }: JointOptions) {
    this.#dimension = dimension;
    this.#streams = streams;
    let states = 1;
    this.#coordinates = laws.flatMap((law) =>
      Array.from({ length: streams }, () => {
        const coordinate = { law, stride: states };
        states *= law.chain.states;
        return coordinate;
      }),
    );
    this.#states = states;
    this.#width = 1 + slots * dimension;
    this.#now = new Float64Array(states * this.#width ** 2);
    this.#next = new Float64Array(this.#now.length);
    this.#isFull = new Uint8Array(slots);
    for (let sigma = 0; sigma < states; sigma++) {
      this.#now[sigma * this.#width ** 2] = this.#coordinates.reduce(
        (p, { law, stride }) => p * law.start[Math.floor(sigma / stride) % law.chain.states]!,
        1,
      );
    }
  }

  set(slot: number, mean: Vector): void {
    this.#fill(slot);
    this.#each((S, at) => {
      for (let i = 0; i < this.#dimension; i++)
        for (let j = 0; j < this.#end; j++) S[at + this.#row(slot, i) + j] = mean[i]! * S[at + j]!;
      this.#mirror(S, at, slot);
      for (let i = 0; i < this.#dimension; i++)
        for (let j = 0; j < this.#dimension; j++)
          S[at + this.#row(slot, i) + this.#column(slot) + j] = mean[i]! * mean[j]! * S[at]!;
    });
  }

  clear(slot: number): void {
    this.#isFull[slot] = 0;
    while (this.#top > 0 && this.#isFull[this.#top - 1] === 0) this.#top--;
  }

  mean(combination: Combination): Float64Array {
    const out = new Float64Array(this.#dimension);
    this.#each((S, at) => {
      for (const [slot, factor] of combination)
        for (let j = 0; j < out.length; j++) out[j]! += factor * S[at + this.#column(slot) + j]!;
    });
    return out;
  }

  variance(combination: Combination): number {
    let sum = 0;
    this.#each((S, at) => {
      for (const [a, ofA] of combination)
        for (const [b, ofB] of combination)
          for (let j = 0; j < this.#dimension; j++)
            sum += ofA * ofB * S[at + this.#row(a, j) + this.#column(b) + j]!;
    });
    const mean = this.mean(combination);
    return sum - dot(mean, mean);
  }

  combine(made: readonly Made[]): void {
    const old = this.#end;
    for (const { into } of made) this.#fill(into);
    this.#each((S, at) => {
      for (const { from, into } of made) this.#copy(S, at, from, into, old);
      // With one another, of the rows that are there by now.
      for (const { into } of made)
        for (const other of made) this.#copyColumns(S, at, this.#row(into, 0), other.from, other.into);
      // Two of them are each other's transposes to rounding alone, and what is not symmetric may grow.
      for (const { into } of made) this.#mirror(S, at, into);
    });
  }

  observe({ agent, stream, act, v, f, count, into }: Observed): void {
    const d = this.#dimension;
    const { law, stride } = this.#coordinates[agent * this.#streams + stream]!;
    const { states: n, transition } = law.chain;
    const old = this.#end;
    this.#fill(into);
    this.#each((S, at) => {
      this.#copy(S, at, v, into, old);
      this.#copyColumns(S, at, this.#row(into, 0), v, into);
    });
    const gain = act.kind === 'step' ? act.stepSize : 1;
    /** what A acts on, and what is added as it is */
    const model: Combination = act.kind === 'step' ? [[into, 1]] : (f ?? []);
    const shift: Combination = act.kind === 'step' ? (f ?? []) : [];
    const A = new Float64Array(d * d);
    const b = new Float64Array(d);
    const end = this.#end;
    const size = this.#width ** 2;
    const moved = new Float64Array(size);
    for (let step = 0; step < count; step++) {
      this.#next.fill(0);
      for (let sigma = 0; sigma < this.#states; sigma++) {
        const s = Math.floor(sigma / stride) % n;
        for (let to = 0; to < n; to++) {
          const p = transition[s * n + to]!;
          if (p === 0) continue;
          law.affine(s, law.observes === 'states' ? s : to, A, b);
          moved.set(this.#now.subarray(sigma * size, (sigma + 1) * size));
          this.#act(moved, into, { A, b, gain, model, shift });
          const target = (sigma + (to - s) * stride) * size;
          for (let i = 0; i < end; i++)
            for (let j = 0, row = i * this.#width; j < end; j++)
              this.#next[target + row + j]! += p * moved[row + j]!;
          this.multiplications += 2 * end * end + 2 * d * d * end;
        }
      }
      [this.#now, this.#next] = [this.#next, this.#now];
    }
  }

  /** u ← u + gain (b − A model + shift) in S `[width, width]`: its rows, and then its columns. */
  #act(
    S: Float64Array,
    into: number,
    step: {
      readonly A: Vector;
      readonly b: Vector;
      readonly gain: number;
      readonly model: Combination;
      readonly shift: Combination;
    },
  ): void {
    const d = this.#dimension;
    const end = this.#end;
    const { A, b, gain, model, shift } = step;
    const change = new Float64Array(d * end);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < end; j++) {
        let value = b[i]! * S[j]!;
        for (let l = 0; l < d; l++)
          for (const [slot, factor] of model) value -= A[i * d + l]! * factor * S[this.#row(slot, l) + j]!;
        for (const [slot, factor] of shift) value += factor * S[this.#row(slot, i) + j]!;
        change[i * end + j] = gain * value;
      }
    }
    for (let i = 0; i < d; i++)
      for (let j = 0; j < end; j++) S[this.#row(into, i) + j]! += change[i * end + j]!;
    // The same of its own columns in the rows that are there by now, (u, u) included.
    const own = new Float64Array(d * d);
    for (let k = 0; k < d; k++) {
      const row = this.#row(into, k);
      for (let i = 0; i < d; i++) {
        let value = b[i]! * S[row]!;
        for (let l = 0; l < d; l++)
          for (const [slot, factor] of model)
            value -= A[i * d + l]! * factor * S[row + this.#column(slot) + l]!;
        for (const [slot, factor] of shift) value += factor * S[row + this.#column(slot) + i]!;
        own[k * d + i] = gain * value;
      }
    }
    for (let k = 0; k < d; k++)
      for (let i = 0; i < d; i++) S[this.#row(into, k) + this.#column(into) + i]! += own[k * d + i]!;
    this.#mirror(S, 0, into);
  }

  /** Row and column of a combination, without what it has with itself. */
  #copy(S: Float64Array, at: number, from: Combination, into: number, count: number): void {
    for (let i = 0; i < this.#dimension; i++) {
      const out = at + this.#row(into, i);
      S.fill(0, out, out + count);
      for (const [slot, factor] of from)
        for (let j = 0, row = at + this.#row(slot, i); j < count; j++) S[out + j]! += factor * S[row + j]!;
    }
    this.#mirror(S, at, into);
  }

  /** E[x yᵀ] `[d, d]` of a vector x, whose rows are there, and of y = a combination. */
  #copyColumns(S: Float64Array, at: number, rowX: number, from: Combination, into: number): void {
    for (let i = 0; i < this.#dimension; i++) {
      const row = at + rowX + i * this.#width;
      const own = row + this.#column(into);
      S.fill(0, own, own + this.#dimension);
      for (const [slot, factor] of from)
        for (let j = 0; j < this.#dimension; j++) S[own + j]! += factor * S[row + this.#column(slot) + j]!;
    }
  }

  #mirror(S: Float64Array, at: number, slot: number): void {
    for (let j = 0; j < this.#end; j++)
      for (let i = 0; i < this.#dimension; i++)
        S[at + j * this.#width + this.#column(slot) + i] = S[at + this.#row(slot, i) + j]!;
  }

  #each(visit: (S: Float64Array, at: number) => void): void {
    for (let sigma = 0; sigma < this.#states; sigma++) visit(this.#now, sigma * this.#width ** 2);
  }

  #column(slot: number): number {
    return 1 + slot * this.#dimension;
  }

  #row(slot: number, i: number): number {
    return (this.#column(slot) + i) * this.#width;
  }

  get #end(): number {
    return 1 + this.#top * this.#dimension;
  }

  #fill(slot: number): void {
    this.#isFull[slot] = 1;
    this.#top = Math.max(this.#top, slot + 1);
  }
}
