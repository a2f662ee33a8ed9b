/**
 * One agent's stage of a round along its chain: what its observations make of its local vector, jointly with the
 * chain's state.
 *
 * The local vector is z = (v, f, 1) (see localSteps.ts). A stage begins with z = O(s) x, x the agent's part of the
 * round's state, then perhaps a move of the chain alone, then local steps.
 */
import {
  assign,
  block,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  reshaped,
  scaled,
  transposed,
} from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { firstsBefore } from '../../maths/jumpLinear/firstMoments.ts';
import type { LocalChain, LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { kernelOf } from '../../maths/jumpLinear/moves.ts';
import { timesField } from '../../maths/jumpLinear/slowModes.ts';
import { secondsAfter } from '../../maths/jumpLinear/secondMoments.ts';
import { functionalsBefore, opened, squareOfV } from '../../maths/jumpLinear/squareFunctionals.ts';

export interface StageShape {
  readonly local: LocalShape;
  /** O: z at the beginning as a map of x `[local size, q]`, of each state of the chain or one of all states alike */
  readonly opening: readonly Matrix[];
  /** whether the chain moves once before the local steps */
  readonly moves: boolean;
  readonly steps: number;
}

/** An agent's stage. */
export class LocalPass {
  readonly chain: LocalChain;
  readonly shape: StageShape;
  /** q: length of x */
  readonly inputs: number;
  /** P to the number of moves of the stage `[n, n]` */
  readonly kernel: Float64Array;
  /** P, where the chain moves by itself before the local steps */
  readonly #move: Matrix | undefined;

  constructor(chain: LocalChain, shape: StageShape) {
    this.chain = chain;
    this.shape = shape;
    this.inputs = shape.opening[0]!.columns;
    this.kernel = kernelOf(chain, shape.steps + (shape.moves ? 1 : 0));
    this.#move = shape.moves ? matrix(chain.states, chain.states, kernelOf(chain, 1)) : undefined;
  }

  /** E[f(s') v | s] as maps of x, of functions f of the end `[n, count]`: state below state `[n, count d, q]`. */
  firstsBefore(functions: Matrix): Matrix {
    const { local, steps } = this.shape;
    const { states: n, dimension: d } = this.chain;
    const rows = functions.columns * d;
    const after = matrix(n * rows, local.size);
    functions.values.forEach((value, at) => {
      for (let i = 0; i < d; i++) after.values[(at * d + i) * local.size + i] = value;
    });
    const observed = firstsBefore(this.chain, local, after, steps);
    const before = this.#move === undefined ? observed : timesField(this.#move, observed);
    const out = matrix(n * rows, this.inputs);
    for (let s = 0; s < n; s++)
      assign(block(out, [s * rows, rows]), multiply(block(before, [s * rows, rows]), this.#opening(s)));
    return out;
  }

  /** E[v vᵀ 1{s'}], state below state `[n d, d]`, of E[x xᵀ 1{s}] `[n q, q]`. */
  second(field: Matrix): Matrix {
    const { local, steps } = this.shape;
    const { states: n, dimension: d } = this.chain;
    const { size: z } = local;
    const q = this.inputs;
    const begun = matrix(n * z, z);
    for (let s = 0; s < n; s++) {
      const O = this.#opening(s);
      assign(block(begun, [s * z, z]), multiplyTransposed(multiply(O, block(field, [s * q, q])), O));
    }
    const moved = this.#move === undefined ? begun : timesField(transposed(this.#move), begun);
    const end = matrix(n * z, z, secondsAfter(this.chain, local, moved.values, steps));
    const out = matrix(n * d, d);
    for (let s = 0; s < n; s++) assign(block(out, [s * d, d]), block(end, [s * z, d], [0, d]));
    return out;
  }

  /** E[f(s') v vᵀ | s] as maps of packed x xᵀ, of functions f of the end `[n, count]`: `[n, count packed d, packed q]`. */
  squaresBefore(functions: Matrix): Float64Array {
    const { local, steps } = this.shape;
    const { states: n, dimension: d } = this.chain;
    const z = local.size;
    const ofV = squareOfV(d, z);
    const size = functions.columns * ofV.length;
    const after = multiply(
      reshaped(scaled(functions), n * functions.columns, 1),
      matrix(1, ofV.length, ofV),
    ).values;
    const observed = matrix(n, size, functionalsBefore(this.chain, local, after, steps));
    const { values } = this.#move === undefined ? observed : timesField(this.#move, observed);
    const width = functions.columns * packedLength(d) * packedLength(this.inputs);
    const out = new Float64Array(n * width);
    for (let s = 0; s < n; s++) {
      const part = values.subarray(s * size, (s + 1) * size);
      out.set(opened(part, scaled(this.#opening(s)).values, z, this.inputs), s * width);
    }
    return out;
  }

  /** Multiplications of {@link firstsBefore} of so many functions, and of {@link second}. */
  cost(width: number | 'second'): number {
    const { states: n, next, operators, dimension: d } = this.chain;
    const { local, steps, moves } = this.shape;
    const q = this.inputs;
    const z = local.size;
    const w = width === 'second' ? z : width;
    const acting = operators.kind === 'rank-one' ? 3 * d : d * d;
    const count = operators.kind === 'rank-one' ? operators.rho.length : operators.r.length / d;
    const step = count * acting * w * (width === 'second' ? 2 : 1) + next.length * z * w;
    return (steps + (moves ? 1 : 0)) * step + n * z * q * (w + (width === 'second' ? q : 0));
  }

  #opening(state: number): Matrix {
    const { opening } = this.shape;
    return opening[opening.length === 1 ? 0 : state]!;
  }
}
