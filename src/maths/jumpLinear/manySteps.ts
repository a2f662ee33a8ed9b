/**
 * First and second moments of many local steps, by their slow modes, Mathematics (10).
 *
 * E[v_H | z] = ρ K^H Λ by slowModes.ts. Second moments have slow modes of their own. With A^⊙ the map of z zᵀ to A z zᵀ Aᵀ, those
 * on the left are Λ^⊙ + C and those on the right ρ^⊙ + W. C and W come from the innovations of a step along e from s to t:
 *
 *     Ξ_e = Λ(t) (1 + L_e) − K Λ(s),       V(s) = Σ_{e from s} p_e Ξ_e^⊙,         C = Z V,
 *     N_e = (1 + L_e) ρ(s) − ρ(t) K,       V*(t) = Σ_{e to t} p*_e N_e^⊙,          W = Z* V*.
 *
 * In this basis a step takes the slow second moments by K_2, and H steps take z zᵀ at a start from the stationary law to
 *
 *     E[v_H v_Hᵀ] = (Σ_s π(s) (ρ(s)^⊙ − (Λ(s)^⊙ + C(s)) W(s))) K_2^H (1 + E)⁻¹ Σ_s π(s) Λ(s)^⊙,
 *     K_2 = K^⊙ + (1 + E)⁻¹ Σ_t π(t) (Λ(t)^⊙ + C(t)) V*(t),           1 + E = Σ_s π(s) Λ(s)^⊙ ρ(s)^⊙.
 *
 * The variance is right but for the third order in the step size times the mixing time. V* and W make v vᵀ alone, and of C only
 * what acts on it is needed.
 */
import {
  add,
  addProduct,
  addSymmetricSquare,
  assign,
  block,
  identityMatrix,
  largestElement,
  type Matrix,
  matrix,
  multiply,
  plus,
  scaled,
  symmetricSquare,
} from '../matrix.ts';
import { packedLength } from '../packed.ts';
import type { LocalChain, LocalShape } from './jumpSystem.ts';
import {
  addAfter,
  after,
  ofState,
  eachMove,
  inverseMap,
  meanOf,
  type Move,
  onV,
  slowModes,
  type SlowModes,
  timesField,
  unit,
} from './slowModes.ts';

/** What so many local steps do; the chain starts from its stationary law where no state is named. */
export interface ManySteps {
  /** E[v_H | z] `[d, z]` */
  readonly mean: Matrix;
  /** E[v_H | z, s] of the state at the start `[n d, z]` */
  readonly started: Matrix;
  /** E[v_H 1{s}] − π(s) E[v_H] of the state at the end, as a map of (E[v_H], rest) `[n d, z]` */
  readonly ended: Matrix;
  /** Λ `[n d, z]` */
  readonly left: Matrix;
  /** packed E[v_H v_Hᵀ] of packed z zᵀ `[packed d, packed z]` */
  readonly second: Matrix;
  /** the same of the packed mean of Λ z zᵀ Λᵀ + C z zᵀ at the start, from any law */
  readonly square: Matrix;
  /** Σ_s weight(s) C(s) `[packed d, packed z]` of weights `[1, n]` */
  readonly begun: (weights: Matrix) => Matrix;
  /** by how much first orders in the step size times the mixing time are wrong, relative to what they say */
  readonly rate: number;
  /** the same of the variance */
  readonly doubt: number;
}

/** What many local steps do; none where the step size is too large for the chain's mixing time. */
export function manySteps(chain: LocalChain, local: LocalShape, steps: number): ManySteps | undefined {
  const modes = keptModes(chain, local);
  if (modes === undefined) return undefined;
  const { left, right, deviation, step, start, basis, end } = modes;
  const { states: n, dimension: d, stationary } = chain;
  const [m, D] = [packedLength(d), packedLength(local.size)];
  const still = unit(d, local.size);
  const last = composed(end, power(step, steps, { first: still, second: basis }));
  const { first: mean, second: square } = last;
  const { second } = composed(last, { first: still, second: start });
  const ended = matrix(n * d, local.size);
  const started = matrix(n * d, local.size);
  const atEnd = inverseMap(end.first);
  for (let s = 0; s < n; s++) {
    addAfter(ofState(started, s, d), mean, ofState(left, s, d));
    addAfter(ofState(ended, s, d), ofState(right, s, d), atEnd, stationary[s]);
    add(ofState(ended, s, d), still, -stationary[s]!);
  }
  const begun = (weights: Matrix): Matrix => {
    const out = matrix(m, D);
    const from = multiply(weights, deviation);
    eachMove(chain, local, (move) => {
      addSymmetricSquare(out, innovation(left, step.first, move), from.values[move.from]! * move.probability);
    });
    return out;
  };
  // of products of two
  const rate = 2 * modes.rate;
  const doubt = rate * largestElement(plus(onV(basis), identityMatrix(m), -1));
  return { mean, started, ended, left, second, square, begun, rate, doubt };
}

/** Slow modes of first and second moments, whatever the number of steps. */
interface LocalModes extends Omit<SlowModes, 'step'> {
  /** K and K_2 */
  readonly step: Moments;
  /** Σ_s π(s) Λ(s)^⊙ and (1 + E)⁻¹ */
  readonly start: Matrix;
  readonly basis: Matrix;
  /** Σ_s π(s) of ρ(s), and of ρ(s)^⊙ − (Λ(s)^⊙ + C(s)) W(s) */
  readonly end: Moments;
}

/** The modes of each chain that were asked for last: algorithms that differ in their rounds alone share them. */
const kept = new WeakMap<LocalChain, { readonly key: string; readonly modes: LocalModes | undefined }>();

function keptModes(chain: LocalChain, local: LocalShape): LocalModes | undefined {
  const key = JSON.stringify(local);
  const before = kept.get(chain);
  if (before?.key === key) return before.modes;
  const modes = localModes(chain, local);
  kept.set(chain, { key, modes });
  return modes;
}

function localModes(chain: LocalChain, local: LocalShape): LocalModes | undefined {
  const modes = slowModes(chain, local);
  if (modes === undefined) return undefined;
  const { left, right, step, deviation } = modes;
  const { states: n, dimension: d, stationary } = chain;
  const [m, D] = [packedLength(d), packedLength(local.size)];
  const { V, reversedV } = spreads(chain, local, modes);
  // Λ^⊙ + C on v alone
  const leftSquares = timesField(deviation, V);
  const [both, start, end] = [matrix(m, D), matrix(m, D), matrix(m, D)];
  for (let s = 0; s < n; s++) {
    const [Lambda, rho, share] = [ofState(left, s, d), ofState(right, s, d), stationary[s]!];
    addSymmetricSquare(ofState(leftSquares, s, m), onV(Lambda));
    addSymmetricSquare(both, after(Lambda, rho), share);
    addSymmetricSquare(start, Lambda, share);
    addSymmetricSquare(end, rho, share);
  }
  const basis = inverseMap(both);
  // Σ_s π(s) of (Λ(s)^⊙ + C(s)) V*(s), and of (Λ(s)^⊙ + C(s)) W(s), by Z* and its adjoint Z, whose rows add up to 0
  const gained = meanProduct(chain, leftSquares, reversedV);
  const boundary = meanProduct(chain, timesField(deviation, leftSquares), reversedV);
  return {
    ...{ ...modes, start, basis },
    step: { first: step, second: addProduct(symmetricSquare(step), onV(basis), gained) },
    end: { first: meanOf(chain, right), second: add(end, boundary, -1) },
  };
}

/** V `[n packed d, packed d]` of v alone, and V* `[n packed d, packed z]`. */
function spreads(
  chain: LocalChain,
  local: LocalShape,
  modes: SlowModes,
): { readonly V: Matrix; readonly reversedV: Matrix } {
  const { states: n, dimension: d, stationary } = chain;
  const m = packedLength(d);
  const [V, reversedV] = [matrix(n * m, m), matrix(n * m, packedLength(local.size))];
  const { right, step } = modes;
  const N = matrix(d, local.size);
  eachMove(chain, local, (move) => {
    const { from, to, probability, L } = move;
    addSymmetricSquare(ofState(V, from, m), onV(innovation(modes.left, step, move)), probability);
    assign(N, ofState(right, from, d));
    addAfter(N, L, ofState(right, from, d));
    addAfter(N, ofState(right, to, d), step, -1);
    addSymmetricSquare(ofState(reversedV, to, m), N, (probability * stationary[from]!) / stationary[to]!);
  });
  return { V, reversedV };
}

/** Σ_s π(s) A(s) B(s) of fields of A(s) `[m, m]` and B(s) `[m, width]`. */
function meanProduct({ states: n, stationary }: LocalChain, A: Matrix, B: Matrix): Matrix {
  const { columns: m } = A;
  const next = matrix(m, n * m);
  for (let s = 0; s < n; s++) add(block(next, [0, m], [s * m, m]), ofState(A, s, m), stationary[s]);
  return multiply(next, B);
}

/** Ξ_e. */
function innovation(left: Matrix, step: Matrix, { from, to, L }: Move): Matrix {
  const { rows: d } = step;
  const out = scaled(ofState(left, to, d));
  addProduct(out, onV(ofState(left, to, d)), L);
  return addAfter(out, step, ofState(left, from, d), -1);
}

/** Moments of v as maps of those of z: E[v] of z `[d, z]`, and packed E[v vᵀ] of packed z zᵀ `[packed d, packed z]`. */
interface Moments {
  readonly first: Matrix;
  readonly second: Matrix;
}

/** One after the other; of E[v cᵀ], c in the rest of z, the first moments are enough. */
function composed(later: Moments, earlier: Moments): Moments {
  const { rows: d, columns: z } = later.first;
  const m = packedLength(d);
  const out = multiply(block(later.second, [0, m], [0, m]), earlier.second);
  for (let c = d; c < z; c++) {
    // packed elements (c, 0), …, (c, c)
    const row = packedLength(c);
    const ofV = multiply(block(later.second, [0, m], [row, d]), earlier.first);
    add(block(out, [0, m], [row, c + 1]), block(ofV, [0, m], [0, c + 1]));
    for (let j = c + 1; j < z; j++)
      add(block(out, [0, m], [packedLength(j) + c, 1]), block(ofV, [0, m], [j, 1]));
    add(block(out, [0, m], [row + d, c + 1 - d]), block(later.second, [0, m], [row + d, c + 1 - d]));
  }
  return { first: after(later.first, earlier.first), second: out };
}

/** So many steps after others. */
function power(step: Moments, steps: number, before: Moments): Moments {
  let out = before;
  let square = step;
  for (let left = steps; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) out = composed(square, out);
    if (left > 1) square = composed(square, square);
  }
  return out;
}
