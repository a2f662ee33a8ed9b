/**
 * An agent's local steps as a closure needs them: its chain as lists of successors, and what each
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
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { AgentAct } from '../moments/roundProgram.ts';

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
export interface LocalChain {
  /** d */
  readonly dimension: number;
  /** n */
  readonly states: number;
  /** π `[n]` */
  readonly stationary: Vector;
  /** law of the first state `[n]` */
  readonly start: Vector;
  /** the moves from state s are those from `first[s]` to before `first[s + 1]` */
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly probability: Float64Array;
  /** which operator each move has; moves of one state that share theirs follow one another */
  readonly operator: Int32Array;
  readonly operators: LocalOperators;
}

/** Beside A's largest element, what is no more than rounding. */
const ROUNDING = 2 ** -46;

/** An agent's chain and operators; `root` is θ* `[d]`. */
export function localChain(law: FiniteObservations, root: Vector): LocalChain {
  const { states, stationary, transition } = law.chain;
  const d = root.length;
  const first = new Int32Array(states + 1);
  const next: number[] = [];
  const probability: number[] = [];
  const operator: number[] = [];
  const byState = law.observes === 'states';
  for (let s = 0; s < states; s++) {
    for (let to = 0; to < states; to++) {
      const p = transition[s * states + to]!;
      if (p === 0) continue;
      operator.push(byState ? s : next.length);
      next.push(to);
      probability.push(p);
    }
    first[s + 1] = next.length;
  }
  const count = byState ? states : next.length;
  const A = new Float64Array(count * d * d);
  const r = new Float64Array(count * d);
  const ownA = new Float64Array(d * d);
  const b = new Float64Array(d);
  const ownR = new Float64Array(d);
  for (let s = 0; s < states; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const k = operator[e]!;
      if (byState && e > first[s]!) continue;
      law.affine(s, byState ? s : next[e]!, ownA, b);
      affineInto(ownR, ownA, b, root);
      A.set(ownA, k * d * d);
      r.set(ownR, k * d);
    }
  }
  return {
    dimension: d,
    states,
    stationary,
    start: law.start,
    first,
    next: Int32Array.from(next),
    probability: Float64Array.from(probability),
    operator: Int32Array.from(operator),
    operators: asRankOne(A, r, d) ?? { kind: 'dense', A, r },
  };
}

/** The same operators as (φ, ψ, ρ), where every (A, r) has rank one. */
function asRankOne(A: Vector, r: Vector, d: number): LocalOperators | undefined {
  const count = r.length / d;
  const phi = new Float64Array(count * d);
  const psi = new Float64Array(count * d);
  const rho = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const at = k * d * d;
    let row = 0;
    let column = 0;
    let largest = 0;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        if (Math.abs(A[at + i * d + j]!) > largest) {
          largest = Math.abs(A[at + i * d + j]!);
          [row, column] = [i, j];
        }
      }
    }
    if (largest === 0) {
      for (let i = 0; i < d; i++) phi[k * d + i] = r[k * d + i]!;
      rho[k] = 1;
      continue;
    }
    const pivot = A[at + row * d + column]!;
    for (let i = 0; i < d; i++) phi[k * d + i] = A[at + i * d + column]! / pivot;
    for (let j = 0; j < d; j++) psi[k * d + j] = A[at + row * d + j]!;
    const reward = r[k * d + row]!;
    rho[k] = reward;
    for (let i = 0; i < d; i++) {
      const own = phi[k * d + i]!;
      if (Math.abs(r[k * d + i]! - own * reward) > ROUNDING * (largest + Math.abs(reward))) return undefined;
      for (let j = 0; j < d; j++)
        if (Math.abs(A[at + i * d + j]! - own * psi[k * d + j]!) > ROUNDING * largest) return undefined;
    }
  }
  return { kind: 'rank-one', phi, psi, rho };
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
