/**
 * Transitions along an agent's finite chain, which continues where it was. With z = 1{s}, the indicator of its state, and
 * `y = (v, f, 1)` about the root,
 *
 *     E[u 1{s}] and E[u uᵀ 1{s}] follow from E[y yᵀ 1{s}] along the chain (secondMoments.ts),
 *     E[y yᵀ 1{s}] = μ_s (Cov(y) + E y E yᵀ) + Cov(y, 1{s}) E yᵀ + E y Cov(y, 1{s})ᵀ.
 *
 * The latter is a closure: third cumulants of two vectors with z, and of a vector with two agents' z, are left out. They
 * have no part where A does not depend on the state: then it is exact.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import {
  add,
  assign,
  block,
  column,
  combination,
  elementOf,
  type Matrix,
  matrix,
  multiplyTransposed,
  numbersOf,
  plus,
  scaled,
  square,
  timesVector,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { addScaled, concatenated, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { meanOverSteps, meanStepCost } from '../../maths/jumpLinear/firstMoments.ts';
import type { ChainSize, LocalChain, LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { chainSize, localChain, localShape } from '../chain/localSteps.ts';
import { kernelOf } from '../../maths/jumpLinear/moves.ts';
import { secondsAfter, secondStepCost } from '../../maths/jumpLinear/secondMoments.ts';
import {
  aboutRoot,
  type Before,
  indicatorMoments,
  ONE,
  type Transition,
  type TransitionLaw,
} from './transition.ts';

/** What does not depend on the moments before. */
interface AlongChain {
  readonly shape: LocalShape;
  /** E[u | y, s] = Φ(s) y, state below state `[n d, D]` */
  readonly mean: Matrix;
  /** T: the transposed transition matrix of so many steps `[n, n]` */
  readonly T: Matrix;
}

/** The law of an agent on a finite chain under Markov sampling. */
export class ChainLaw implements TransitionLaw {
  multiplications = 0;
  readonly #chain: LocalChain;
  readonly #size: ChainSize;
  readonly #root: Vector;
  readonly #known = new Map<string, AlongChain>();

  constructor(law: FiniteObservations, root: Vector) {
    this.#chain = localChain(law, root);
    this.#size = chainSize(law, root);
    this.#root = root;
  }

  after(act: AgentAct, isFixed: boolean, count: number, before: Before): Transition {
    const { shape, mean: Phi, T } = this.#alongChain(act, isFixed, count);
    const { states: n } = this.#chain;
    const { dimension: d, size: D, second: hasF } = shape;
    const y = concatenated([...aboutRoot(act, before, this.#root), ONE]);
    const end = secondsAfter(this.#chain, shape, this.#secondMoments(y, before), count);
    this.multiplications += count * secondStepCost(this.#size, shape) + n * d * D;

    const atState = states(matrix(n * D, D, end), D);
    const all = combination(atState.map((S) => [1, S]));
    const [ofU, ofOne] = [[0, d] as const, [D - 1, 1] as const];
    const u = block(all, ofU, ofOne);
    const law = Float64Array.from(atState, (S) => elementOf(S, D - 1, D - 1));
    const withStream = matrix(d, n);
    atState.forEach((S, s) =>
      assign(block(withStream, ofU, [s, 1]), plus(block(S, ofU, ofOne), u, -law[s]!)),
    );
    const { mean: mu } = before.stream!;
    const V = combination(states(Phi, d).map((Phi, s) => [mu[s]!, Phi]));
    return {
      V: scaled(block(V, ofU, ofU)),
      F: hasF ? scaled(block(V, ofU, [d, d])) : undefined,
      Z: transposed(matrix(n, d, timesVector(Phi, y))),
      T,
      mean: addScaled(numbersOf(u), act.kind === 'step' ? 1 : 0, this.#root),
      noise: plus(block(all, ofU, ofU), square(u), -1),
      noiseWithStream: withStream,
      isClosure: true,
      stream: indicatorMoments(law),
    };
  }

  /** E[y yᵀ 1{s}] `[n, D, D]`, without third cumulants. */
  #secondMoments(mean: Float64Array, { stream, covariance, withStream }: Before): Float64Array {
    const { mean: mu } = stream!;
    const [n, D] = [mu.length, mean.length];
    const y = column(mean);
    const second = square(y);
    add(block(second, [0, D - 1], [0, D - 1]), covariance());
    const cross = matrix(D, n);
    assign(block(cross, [0, D - 1]), withStream());
    const out = matrix(n * D, D);
    states(out, D).forEach((S, s) => {
      add(S, second, mu[s]);
      add(S, withTranspose(multiplyTransposed(block(cross, [0, D], [s, 1]), y)));
    });
    return out.values;
  }

  #alongChain(act: AgentAct, isFixed: boolean, count: number): AlongChain {
    const key = `${act.kind === 'step' ? act.stepSize : act.kind}/${isFixed}/${count}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { states: n, dimension: d } = this.#chain;
    const shape = localShape(act, d, isFixed);
    const found = {
      shape,
      mean: meanOverSteps(this.#chain, shape, count),
      T: transposed(matrix(n, n, kernelOf(this.#chain, count))),
    };
    this.multiplications += count * meanStepCost(this.#size, shape) + 2 * Math.log2(count + 1) * n ** 3;
    this.#known.set(key, found);
    return found;
  }
}

/** The parts, of `rows` rows each, of a matrix that has one of each state. */
const states = (all: Matrix, rows: number): Matrix[] =>
  Array.from({ length: all.rows / rows }, (_, s) => block(all, [s * rows, rows]));
