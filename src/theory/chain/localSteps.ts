/**
 * An agent's local steps along its chain: the chain as lists of successors, and what each
 * observation does to the local vector.
 *
 * The local vector is z = (v, f, 1): v `[d]` moves at every observation, f `[d]` or nothing stays as it
 * is. With the error form `G(θ* + e, o) = r(o) − A(o) e` an observation makes
 *
 *     step:    v ← v + η f + η (r − A v),       gather:  v ← v + r − A f.
 *
 * Temporal-difference operators have rank one, A = φ ψᵀ and r = ρ φ, which saves a factor of about d.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { add, addProduct, block, type Matrix, matrix } from '../../maths/matrix.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { type Moves, movesOf } from './moves.ts';

/** The operators of an agent's observations, about the root. */
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

/** The size of an agent's chain; whether its operators have rank one is judged by the first. */
export function chainSize(law: FiniteObservations, root: Vector): ChainSize {
  const { states, transition } = law.chain;
  let moves = 0;
  for (let at = 0; at < transition.length; at++) if (transition[at] !== 0) moves++;
  const reader = new OperatorReader(law, root);
  const next = transition.findIndex((p) => p > 0);
  reader.read(0, law.observes === 'states' ? 0 : next);
  const kind =
    reader.factorInto(new Float64Array(root.length), new Float64Array(root.length), 0) === undefined;
  return {
    states,
    moves,
    operators: law.observes === 'states' ? states : moves,
    kind: kind ? 'dense' : 'rank-one',
  };
}

/** An agent's chain and operators; `root` is θ* `[d]`. */
export function localChain(law: FiniteObservations, root: Vector): LocalChain {
  const { states, stationary, start, first, next, probability } = movesOf(law);
  const byState = law.observes === 'states';
  const operator = new Int32Array(next.length);
  const observations: (readonly [state: number, next: number])[] = [];
  for (let s = 0; s < states; s++) {
    if (byState) observations.push([s, s]);
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      operator[e] = byState ? s : e;
      if (!byState) observations.push([s, next[e]!]);
    }
  }
  // All chains name their fields, in one order: V8 then compiles what is done with them once.
  return {
    states,
    stationary,
    start,
    first,
    next,
    probability,
    dimension: root.length,
    operator,
    operators: rankOneOperators(law, root, observations) ?? denseOperators(law, root, observations),
  };
}

function denseOperators(
  law: FiniteObservations,
  root: Vector,
  observations: readonly (readonly [number, number])[],
): LocalOperators {
  const d = root.length;
  const A = new Float64Array(observations.length * d * d);
  const r = new Float64Array(observations.length * d);
  const reader = new OperatorReader(law, root);
  observations.forEach(([s, to], k) => {
    reader.read(s, to);
    A.set(reader.A, k * d * d);
    r.set(reader.r, k * d);
  });
  return { kind: 'dense', A, r };
}

/** `undefined` as soon as an operator's rank is greater. */
function rankOneOperators(
  law: FiniteObservations,
  root: Vector,
  observations: readonly (readonly [number, number])[],
): LocalOperators | undefined {
  const d = root.length;
  const phi = new Float64Array(observations.length * d);
  const psi = new Float64Array(observations.length * d);
  const rho = new Float64Array(observations.length);
  const reader = new OperatorReader(law, root);
  for (const [k, [s, to]] of observations.entries()) {
    reader.read(s, to);
    const factor = reader.factorInto(phi, psi, k * d);
    if (factor === undefined) return undefined;
    rho[k] = factor;
  }
  return { kind: 'rank-one', phi, psi, rho };
}

/** Beside A's largest element, what is no more than rounding. */
const ROUNDING = 2 ** -46;

/** A and r of one observation after another. */
class OperatorReader {
  readonly A: Float64Array;
  readonly r: Float64Array;
  readonly #b: Float64Array;
  readonly #law: FiniteObservations;
  readonly #root: Vector;

  constructor(law: FiniteObservations, root: Vector) {
    const d = root.length;
    this.#law = law;
    this.#root = root;
    this.A = new Float64Array(d * d);
    this.r = new Float64Array(d);
    this.#b = new Float64Array(d);
  }

  read(state: number, next: number): void {
    this.#law.affine(state, next, this.A, this.#b);
    affineInto(this.r, this.A, this.#b, this.#root);
  }

  /** Writes φ and ψ of A = φ ψᵀ at an offset and returns ρ of r = ρ φ; `undefined` where the rank is greater. */
  factorInto(phi: Float64Array, psi: Float64Array, at: number): number | undefined {
    const { A, r } = this;
    const d = r.length;
    let pivot = 0;
    for (let j = 1; j < A.length; j++) if (Math.abs(A[j]!) > Math.abs(A[pivot]!)) pivot = j;
    const largest = Math.abs(A[pivot]!);
    if (largest === 0) {
      phi.set(r, at);
      return 1;
    }
    const row = Math.floor(pivot / d);
    for (let i = 0; i < d; i++) phi[at + i] = A[i * d + (pivot % d)]! / A[pivot]!;
    for (let j = 0; j < d; j++) psi[at + j] = A[row * d + j]!;
    const rho = r[row]!;
    for (let i = 0; i < d; i++) {
      const entry = phi[at + i]!;
      if (Math.abs(r[i]! - entry * rho) > ROUNDING * (largest + Math.abs(rho))) return undefined;
      for (let j = 0; j < d; j++)
        if (Math.abs(A[i * d + j]! - entry * psi[at + j]!) > ROUNDING * largest) return undefined;
    }
    return rho;
  }
}

/** G(θ* + e, o) of an operator as a map of (e, 1) `[d, d + 1]`. */
export function operatorOf({ dimension: d, operators }: LocalChain, k: number): Matrix {
  const out = matrix(d, d + 1);
  const [ofError, constant] = [block(out, [0, d], [0, d]), block(out, [0, d], [d, 1])];
  if (operators.kind === 'rank-one') {
    const { phi, psi, rho } = operators;
    const column = matrix(d, 1, phi.slice(k * d, (k + 1) * d));
    addProduct(ofError, column, matrix(1, d, psi.slice(k * d, (k + 1) * d)), -1);
    add(constant, column, rho[k]);
  } else {
    add(ofError, matrix(d, d, operators.A.slice(k * d * d, (k + 1) * d * d)), -1);
    add(constant, matrix(d, 1, operators.r.slice(k * d, (k + 1) * d)));
  }
  return out;
}

/** Where the local vector holds what, and how an observation enters. */
export interface LocalShape {
  readonly act: AgentAct;
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

/** The local vector of an act; `second` says whether the agent has both registers. */
export function localShape(act: AgentAct, dimension: number, second: boolean): LocalShape {
  const isStep = act.kind === 'step';
  return {
    act,
    dimension,
    second,
    size: dimension * (second ? 2 : 1) + 1,
    source: isStep ? 0 : dimension,
    gain: isStep ? act.stepSize : 1,
    shift: isStep && second ? act.stepSize : 0,
  };
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

/** The factors of each operator, made once. */
export function stepFactors(chain: LocalChain, local: LocalShape): (operator: number) => StepFactors {
  const made = new Map<number, StepFactors>();
  return (k) => {
    const known = made.get(k) ?? factorsOf(chain, local, k);
    made.set(k, known);
    return known;
  };
}

function factorsOf(
  { dimension: d, operators }: LocalChain,
  { size, source, gain }: LocalShape,
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
