/**
 * An agent's local steps along its chain as a system that jumps with it (maths/jumpLinear): with the error form
 * `G(θ* + e, o) = r(o) − A(o) e` an observation makes
 *
 *     step:    v ← v + η f + η (r − A v),       gather:  v ← v + r − A f.
 *
 * Temporal-difference operators have rank one.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { ChainSize, LocalChain, LocalOperators, LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { movesOf } from '../../maths/jumpLinear/moves.ts';

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

/** The local vector of an act; `second` says whether the agent has both registers. */
export function localShape(act: AgentAct, dimension: number, second: boolean): LocalShape {
  const isStep = act.kind === 'step';
  return {
    dimension,
    second,
    size: dimension * (second ? 2 : 1) + 1,
    source: isStep ? 0 : dimension,
    gain: isStep ? act.stepSize : 1,
    shift: isStep && second ? act.stepSize : 0,
  };
}
