/**
 * One agent's stage of a round along its chain: what its observations make of its local vector, jointly with the
 * chain's state.
 *
 * The local vector is z = (v, f, 1) (see localSteps.ts). A stage begins with z = O(s) x, x the agent's part of the
 * round's state, then perhaps a move of the chain alone, then local steps. A field holds a matrix for each state of
 * the chain: the expectation of a product with z, on the event that the chain is there.
 */
import type { Vector } from '../../maths/vector.ts';
import type { Matrix } from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { expectedNext, kernelOf } from '../chain/moves.ts';
import type { LocalChain, LocalShape } from '../chain/localSteps.ts';
import { secondsAfter } from '../chain/secondMoments.ts';
import { functionalsBefore, opened, squareOfV } from './squareFunctionals.ts';

export interface StageShape {
  readonly local: LocalShape;
  /** length of x */
  readonly inputs: number;
  /** z at the beginning as a map of x `[local size, inputs]`, of each state of the chain or of all states alike */
  readonly opening: { readonly perState: boolean; readonly maps: Float64Array };
  /** whether the chain moves once before the local steps */
  readonly moves: boolean;
  readonly steps: number;
}

/** An agent's stage. */
export class LocalPass {
  readonly chain: LocalChain;
  readonly shape: StageShape;
  /** P to the number of moves of the stage `[n, n]` */
  readonly kernel: Float64Array;

  constructor(chain: LocalChain, shape: StageShape) {
    this.chain = chain;
    this.shape = shape;
    this.kernel = kernelOf(chain, shape.steps + (shape.moves ? 1 : 0));
  }

  /** E[v Yᵀ 1{s'}] `[n, d, width]` of E[x Yᵀ 1{s}] `[n, inputs, width]`, Y any vector known at the start. */
  first(field: Vector, width: number): Float64Array {
    const { local } = this.shape;
    let now = this.#opened(field, width);
    if (this.shape.moves) now = this.#moved(now, local.size * width);
    for (let step = 0; step < this.shape.steps; step++) now = this.#observed(now, width);
    return rowsOfEach(now, this.chain.states, local.size, local.dimension, width);
  }

  /** E[v vᵀ 1{s'}] `[n, d, d]` of E[x xᵀ 1{s}] `[n, inputs, inputs]`. */
  second(field: Vector): Float64Array {
    const { dimension: d, size: z } = this.shape.local;
    const { states: n } = this.chain;
    const end = this.whole(field);
    const out = new Float64Array(n * d * d);
    for (let s = 0; s < n; s++)
      for (let i = 0; i < d; i++)
        for (let j = 0; j < d; j++) out[(s * d + i) * d + j] = end[(s * z + i) * z + j]!;
    return out;
  }

  /** E[z zᵀ 1{s'}] `[n, local size, local size]` of E[x xᵀ 1{s}] `[n, inputs, inputs]`. */
  whole(field: Vector): Float64Array {
    const { local, inputs, moves, steps } = this.shape;
    const { states: n } = this.chain;
    const z = local.size;
    // O C, then O (O C)ᵀ
    const half = this.#opened(field, inputs);
    const turned = new Float64Array(n * inputs * z);
    for (let s = 0; s < n; s++)
      for (let i = 0; i < z; i++)
        for (let j = 0; j < inputs; j++) turned[(s * inputs + j) * z + i] = half[(s * z + i) * inputs + j]!;
    const opened = this.#opened(turned, z);
    return secondsAfter(this.chain, local, moves ? this.#moved(opened, z * z) : opened, steps);
  }

  /** E[f(s') v vᵀ | s] as maps of packed x xᵀ, of functions f of the end `[n, count]`: `[n, count packed d, packed inputs]`. */
  squaresBefore(functions: Matrix): Float64Array {
    const { local, inputs, opening, moves, steps } = this.shape;
    const { states: n, dimension: d } = this.chain;
    const z = local.size;
    const ofV = squareOfV(d, z);
    const size = functions.columns * ofV.length;
    const after = new Float64Array(n * size);
    functions.values.forEach((value, at) => {
      for (let k = 0; k < ofV.length; k++) after[at * ofV.length + k] = value * ofV[k]!;
    });
    const observed = functionalsBefore(this.chain, local, after, steps);
    const before = moves ? expectedNext(this.chain, observed, size) : observed;
    const width = functions.columns * packedLength(d) * packedLength(inputs);
    const out = new Float64Array(n * width);
    for (let s = 0; s < n; s++) {
      const O = opening.perState ? opening.maps.subarray(s * z * inputs, (s + 1) * z * inputs) : opening.maps;
      out.set(opened(before.subarray(s * size, (s + 1) * size), O, z, inputs), s * width);
    }
    return out;
  }

  /** Multiplications of {@link first} with a width, and of {@link second}. */
  cost(width: number | 'second'): number {
    const { states: n, next, operators, dimension: d } = this.chain;
    const { local, inputs, steps, moves } = this.shape;
    const z = local.size;
    const w = width === 'second' ? z : width;
    const acting = operators.kind === 'rank-one' ? 3 * d : d * d;
    const count = operators.kind === 'rank-one' ? operators.rho.length : operators.r.length / d;
    const step = count * acting * w * (width === 'second' ? 2 : 1) + next.length * z * w;
    return (steps + (moves ? 1 : 0)) * step + n * z * inputs * (w + (width === 'second' ? inputs : 0));
  }

  /** E[z Yᵀ 1{s}] of E[x Yᵀ 1{s}]. */
  #opened(field: Vector, width: number): Float64Array {
    const { local, inputs, opening } = this.shape;
    const { states: n } = this.chain;
    const z = local.size;
    const out = new Float64Array(n * z * width);
    for (let s = 0; s < n; s++) {
      const O = opening.perState ? s * z * inputs : 0;
      for (let i = 0; i < z; i++) {
        const to = (s * z + i) * width;
        for (let k = 0; k < inputs; k++) {
          const factor = opening.maps[O + i * inputs + k]!;
          if (factor === 0) continue;
          const from = (s * inputs + k) * width;
          for (let j = 0; j < width; j++) out[to + j]! += factor * field[from + j]!;
        }
      }
    }
    return out;
  }

  /** The chain's move by itself. */
  #moved(field: Float64Array, width: number): Float64Array {
    const { states: n, first, next, probability } = this.chain;
    const out = new Float64Array(field.length);
    for (let s = 0; s < n; s++) {
      for (let e = first[s]!; e < first[s + 1]!; e++) {
        const p = probability[e]!;
        const to = next[e]! * width;
        for (let j = 0; j < width; j++) out[to + j]! += p * field[s * width + j]!;
      }
    }
    return out;
  }

  /** One local step of a field `[n, z, width]`. */
  #observed(field: Float64Array, width: number): Float64Array {
    const { states: n, first, next, probability, operator } = this.chain;
    const { dimension: d, size: z } = this.shape.local;
    const block = z * width;
    const out = new Float64Array(field.length);
    const now = new Float64Array(block);
    const added = new Float64Array(d * width);
    for (let s = 0; s < n; s++) {
      let done = -1;
      for (let e = first[s]!; e < first[s + 1]!; e++) {
        const observed = operator[e]!;
        if (observed !== done) {
          done = observed;
          now.set(field.subarray(s * block, (s + 1) * block));
          this.#addStep(done, now, width, added);
          for (let j = 0; j < d * width; j++) now[j]! += added[j]!;
        }
        const p = probability[e]!;
        const to = next[e]! * block;
        for (let j = 0; j < block; j++) out[to + j]! += p * now[j]!;
      }
    }
    return out;
  }

  /** added `[d, width]` = shift f + gain (r 1 − A source), of rows z `[z, width]`. */
  #addStep(k: number, rows: Vector, width: number, added: Float64Array): void {
    const { dimension: d, size: z, gain, shift, source } = this.shape.local;
    const { operators } = this.chain;
    const unit = (z - 1) * width;
    added.fill(0);
    if (operators.kind === 'rank-one') {
      const { phi, psi, rho } = operators;
      for (let j = 0; j < width; j++) {
        let along = rho[k]! * rows[unit + j]!;
        for (let i = 0; i < d; i++) along -= psi[k * d + i]! * rows[(source + i) * width + j]!;
        for (let i = 0; i < d; i++) added[i * width + j] = gain * phi[k * d + i]! * along;
      }
    } else {
      const { A, r } = operators;
      for (let i = 0; i < d; i++) {
        const to = i * width;
        const constant = gain * r[k * d + i]!;
        for (let j = 0; j < width; j++) added[to + j] = constant * rows[unit + j]!;
        for (let l = 0; l < d; l++) {
          const factor = gain * A[(k * d + i) * d + l]!;
          const from = (source + l) * width;
          if (factor !== 0) for (let j = 0; j < width; j++) added[to + j]! -= factor * rows[from + j]!;
        }
      }
    }
    if (shift !== 0) for (let j = 0; j < d * width; j++) added[j]! += shift * rows[d * width + j]!;
  }
}

/** The first rows of each state's matrix `[n, rows, width]`. */
function rowsOfEach(field: Vector, states: number, rows: number, kept: number, width: number): Float64Array {
  const out = new Float64Array(states * kept * width);
  for (let s = 0; s < states; s++)
    out.set(field.subarray(s * rows * width, (s * rows + kept) * width), s * kept * width);
  return out;
}
