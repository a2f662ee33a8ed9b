/**
 * The slow modes of an agent's local steps, Mathematics (10).
 *
 * A step along the move e from s to t makes v⁺ = v + L_e z of z = (v, rest). Maps `[d, z]` of z to v follow one another as A B: A of
 * (B z, rest). A field has one for each state, below each other `[n d, z]`. The modes are fields with
 *
 *     Σ_{e from s} p_e Λ(t) (1 + L_e) = K Λ(s),              Σ_s π(s) Λ(s) = 1,
 *     Σ_{e to t} p*_e (1 + L_e) ρ(s) = ρ(t) K',               Σ_s π(s) ρ(s) = 1,          p*_e = π(s) p_e / π(t).
 *
 * With the deviation matrices Z = Σ_k (P^k − 1 πᵀ) of the chain, and Z* of the reversed one, they are the fixed points of
 *
 *     Λ = 1 + Z (Σ_e p_e Λ(t) L_e − (K − 1) Λ),      ρ = 1 + Z* (Σ_e p*_e L_e ρ(s) − ρ (K' − 1)).
 *
 * Both iterations converge with the step size times the mixing time. At the end ρ is in the basis in which Σ_s π(s) Λ(s) ρ(s) = 1 and
 * K' = K: where the chain has forgotten its start, H steps make ρ(t) K^H Λ(s).
 */
import { inverted } from '../inverse.ts';
import {
  add,
  addProduct,
  assign,
  block,
  identityMatrix,
  largestOfColumns,
  type Matrix,
  matrix,
  multiply,
  plus,
  reshaped,
  stacked,
  transposed,
} from '../matrix.ts';
import { largestSize } from '../vector.ts';
import { type LocalChain, type LocalShape, stepMaps } from './jumpSystem.ts';
import { kernelOf } from './moves.ts';

export interface SlowModes {
  /** Λ and ρ `[n d, z]` */
  readonly left: Matrix;
  readonly right: Matrix;
  /** K `[d, z]` */
  readonly step: Matrix;
  /** Z `[n, n]` */
  readonly deviation: Matrix;
  /** by how much an iteration comes closer: about the step size times the mixing time */
  readonly rate: number;
}

/** Largest change of an iteration, beside the largest element of its column, at which it has converged. */
const CONVERGED = 1e-8;
/** Changes beside the largest of all that are rounding. */
const ROUNDING = 1e-15;
/** Iterations after which the step size is too large for the chain's mixing time. */
const MOST_ITERATIONS = 40;

/** The slow modes; none where the step size is too large for the chain's mixing time. */
export function slowModes(chain: LocalChain, local: LocalShape): SlowModes | undefined {
  const { states: n, dimension: d, stationary } = chain;
  const deviation = deviationMatrix(chain);
  const reversed = transposed(deviation);
  for (let t = 0; t < n; t++)
    for (let s = 0; s < n; s++) reversed.values[t * n + s]! *= stationary[s]! / stationary[t]!;
  const left = fixedPoint(chain, local, deviation, {
    addMove: (added, now, { from, to, probability, L }) => {
      addProduct(ofState(added, from, d), onV(ofState(now, to, d)), L, probability);
    },
    addChange: (added, now, gain) => addAfter(added, gain, now, -1),
  });
  const right =
    left &&
    fixedPoint(chain, local, reversed, {
      addMove: (added, now, { from, to, probability, L }) => {
        addAfter(
          ofState(added, to, d),
          L,
          ofState(now, from, d),
          (probability * stationary[from]!) / stationary[to]!,
        );
      },
      addChange: (added, now, gain) => addProduct(added, onV(now), gain, -1),
    });
  if (left === undefined || right === undefined) return undefined;
  const { field, step, rate } = left;
  const both = matrix(n * d, local.size);
  for (let s = 0; s < n; s++)
    assign(ofState(both, s, d), after(ofState(field, s, d), ofState(right.field, s, d)));
  const basis = inverseMap(meanOf(chain, both));
  for (let s = 0; s < n; s++) assign(ofState(right.field, s, d), after(ofState(right.field, s, d), basis));
  return { left: field, right: right.field, step, deviation, rate };
}

/** What a side's fields gain. */
interface Side {
  /** added += what a move adds */
  readonly addMove: (added: Matrix, now: Matrix, move: Move) => void;
  /** added −= what a state's map changes by in the mean, of K − 1 */
  readonly addChange: (added: Matrix, now: Matrix, gain: Matrix) => void;
}

interface FixedPoint {
  readonly field: Matrix;
  readonly step: Matrix;
  readonly rate: number;
}

function fixedPoint(
  chain: LocalChain,
  local: LocalShape,
  deviation: Matrix,
  { addMove, addChange }: Side,
): FixedPoint | undefined {
  const { states: n, dimension: d } = chain;
  const { size: z } = local;
  const still = unit(d, z);
  const ones = stacked(Array.from({ length: n }, () => still));
  let field = ones;
  let [last, rate] = [1, 0];
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const added = matrix(n * d, z);
    eachMove(chain, local, (move) => {
      addMove(added, field, move);
    });
    const gain = meanOf(chain, added);
    for (let s = 0; s < n; s++) addChange(ofState(added, s, d), ofState(field, s, d), gain);
    const next = add(timesField(deviation, added), ones);
    const change = largestChange(field, next);
    field = next;
    if (iteration > 1) rate = Math.max(rate, change / last);
    last = change;
    if (change <= CONVERGED) return { field, step: add(gain, still), rate };
    if (!Number.isFinite(change)) return undefined;
  }
  return undefined;
}

/** A move from s to t, and what it makes of z beyond v `[d, z]`. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  readonly L: Matrix;
}

/** Visits the moves of a chain. */
export function eachMove(chain: LocalChain, local: LocalShape, visit: (move: Move) => void): void {
  const maps = stepMaps(chain, local);
  for (let from = 0; from < chain.states; from++)
    for (let e = chain.first[from]!; e < chain.first[from + 1]!; e++)
      visit({
        ...{ from, to: chain.next[e]!, probability: chain.probability[e]! },
        L: maps(chain.operator[e]!),
      });
}

/** A field's map of a state. */
export const ofState = (field: Matrix, state: number, d: number): Matrix => block(field, [state * d, d]);

/** Σ_t A(s, t) of a field, state below state, of A `[n, n]`. */
export const timesField = (A: Matrix, field: Matrix): Matrix =>
  reshaped(multiply(A, reshaped(field, A.rows, field.values.length / A.rows)), field.rows, field.columns);

/** Σ_s π(s) of a field. */
export function meanOf({ stationary, states }: LocalChain, field: Matrix): Matrix {
  const law = matrix(1, states, Float64Array.from(stationary));
  const rows = field.rows / states;
  return reshaped(multiply(law, reshaped(field, states, rows * field.columns)), rows, field.columns);
}

/** v as a map of z `[d, z]`. */
export function unit(d: number, z: number): Matrix {
  const out = matrix(d, z);
  assign(onV(out), identityMatrix(d));
  return out;
}

/** What a map makes of v alone `[d, d]`, and of the rest of z. */
export const onV = (A: Matrix): Matrix => block(A, [0, A.rows], [0, A.rows]);
const ofRest = (A: Matrix): Matrix => block(A, [0, A.rows], [A.rows, A.columns - A.rows]);

/** A B: A of (B z, rest). */
export const after = (A: Matrix, B: Matrix): Matrix => addAfter(matrix(A.rows, A.columns), A, B);

/** out += factor · A B. */
export function addAfter(out: Matrix, A: Matrix, B: Matrix, factor = 1): Matrix {
  addProduct(out, onV(A), B, factor);
  add(ofRest(out), ofRest(A), factor);
  return out;
}

/** The B with A B = 1. */
export function inverseMap(A: Matrix): Matrix {
  const { rows: d, columns: z } = A;
  const out = matrix(d, z);
  const onVInverse = inverted(onV(A));
  assign(onV(out), onVInverse);
  addProduct(ofRest(out), onVInverse, ofRest(A), -1);
  return out;
}

/** Z = (I − P + 1 πᵀ)⁻¹ − 1 πᵀ. */
function deviationMatrix(chain: LocalChain): Matrix {
  const { states: n, stationary } = chain;
  const law = matrix(1, n, Float64Array.from(stationary));
  const limit = stacked(Array.from({ length: n }, () => law));
  const A = add(add(identityMatrix(n), limit), matrix(n, n, kernelOf(chain, 1)), -1);
  return add(inverted(A), limit, -1);
}

/** Largest change beside the largest element of each column; changes beside the largest of all that are rounding count as 0. */
function largestChange(before: Matrix, after: Matrix): number {
  const sizes = largestOfColumns(after);
  const rounding = ROUNDING * largestSize(sizes);
  return largestOfColumns(plus(after, before, -1)).reduce(
    (most, change, j) => (change <= rounding ? most : Math.max(most, change / sizes[j]!)),
    0,
  );
}
