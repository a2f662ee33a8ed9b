/**
 * A linear system that jumps with a Markov chain: a move from s to t makes z⁺ = L(s, t) z of the local vector z = (v, f, 1), where
 * v `[d]` moves at every observation, and f `[d]` or nothing stays as it is. With the operator r − A x of a move, at x = v or x = f,
 *
 *     v⁺ = v + shift f + gain (r − A x).
 *
 * Operators of rank one, A = φ ψᵀ and r = ρ φ, save a factor of about d.
 */
import { add, block, identityMatrix, type Matrix, matrix, multiply } from '../matrix.ts';
import type { Moves } from './moves.ts';

/** The operators of moves. */
export type LocalOperators =
  /** A `[count, d, d]` and r `[count, d]` */
  | { readonly kind: 'dense'; readonly A: Float64Array; readonly r: Float64Array }
  /** A = φ ψᵀ, r = ρ φ: φ and ψ `[count, d]`, ρ `[count]` */
  | {
      readonly kind: 'rank-one';
      readonly phi: Float64Array;
      readonly psi: Float64Array;
      readonly rho: Float64Array;
    };

/** A chain whose moves carry operators. */
export interface LocalChain extends Moves {
  /** d */
  readonly dimension: number;
  /** which operator each move has; moves of one state that share theirs follow one another */
  readonly operator: Int32Array;
  readonly operators: LocalOperators;
}

/** How large a chain's operators are, computed without holding them. */
export interface ChainSize {
  readonly states: number;
  /** moves of positive probability */
  readonly moves: number;
  /** operators that differ */
  readonly operators: number;
  readonly kind: LocalOperators['kind'];
}

/** Where the local vector holds what, and how an observation enters. */
export interface LocalShape {
  /** d */
  readonly dimension: number;
  /** whether there is a second register f */
  readonly second: boolean;
  /** length of z */
  readonly size: number;
  /** where the register begins that the operator is evaluated at */
  readonly source: number;
  /** how strongly G enters v, and f enters v at every observation */
  readonly gain: number;
  readonly shift: number;
}

/** r − A e of an operator as a map of (e, 1) `[d, d + 1]`. */
export function operatorOf(chain: LocalChain, k: number): Matrix {
  const { U, V } = factorsOf(chain, { size: chain.dimension + 1, source: 0, gain: 1 }, k);
  return U === undefined ? V : multiply(U, V);
}

/** Moves of one state at which the same is observed. */
export interface ObservedMoves {
  readonly operator: number;
  readonly moves: readonly number[];
}

/** The observations from a state, with the moves at which each is made. */
export function observationsFrom({ first, operator }: LocalChain, state: number): ObservedMoves[] {
  const out: { operator: number; moves: number[] }[] = [];
  for (let e = first[state]!; e < first[state + 1]!; e++) {
    const last = out.at(-1);
    if (last?.operator === operator[e]) last!.moves.push(e);
    else out.push({ operator: operator[e]!, moves: [e] });
  }
  return out;
}

/** What an observation adds to v: U V z, and `shift` times f. */
export interface StepFactors {
  /** `[d, r]`; none where it is I */
  readonly U: Matrix | undefined;
  /** `[r, size]` */
  readonly V: Matrix;
}

/** What is made of each operator, once. */
export function byOperator<Made>(make: (operator: number) => Made): (operator: number) => Made {
  const all = new Map<number, Made>();
  return (k) => {
    const made = all.get(k) ?? make(k);
    all.set(k, made);
    return made;
  };
}

/** What v gains by each operator as a map of z `[d, size]`. */
export const stepMaps = (chain: LocalChain, local: LocalShape): ((operator: number) => Matrix) =>
  byOperator((k) => {
    const { dimension: d, shift } = local;
    const { U, V } = factorsOf(chain, local, k);
    const map = U === undefined ? V : multiply(U, V);
    if (shift !== 0) add(block(map, [0, d], [d, d]), identityMatrix(d), shift);
    return map;
  });

/** The factors of each operator. */
export const stepFactors = (chain: LocalChain, local: LocalShape): ((operator: number) => StepFactors) =>
  byOperator((k) => factorsOf(chain, local, k));

function factorsOf(
  { dimension: d, operators }: LocalChain,
  { size, source, gain }: Pick<LocalShape, 'size' | 'source' | 'gain'>,
  k: number,
): StepFactors {
  const part = (numbers: Float64Array, rows: number, columns: number): Matrix =>
    matrix(rows, columns, numbers.slice(k * rows * columns, (k + 1) * rows * columns));
  const [U, A, r] =
    operators.kind === 'dense'
      ? [undefined, part(operators.A, d, d), part(operators.r, d, 1)]
      : [part(operators.phi, d, 1), part(operators.psi, 1, d), part(operators.rho, 1, 1)];
  const V = matrix(A.rows, size);
  add(block(V, [0, A.rows], [source, d]), A, -gain);
  add(block(V, [0, A.rows], [size - 1, 1]), r, gain);
  return { U, V };
}
