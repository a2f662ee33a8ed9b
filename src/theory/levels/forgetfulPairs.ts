/**
 * Covariance of two agents' rounds, to first order, where all chains forget within a round where they stood.
 *
 * Each agent meets in a round what both did in the round before. For x in the round before, agent i has a left and a
 * right side, `L_i(x)` and `R_i(x)`, both linear in x, and two agents add `Σ_ij L_i(x) R_j(x)ᵀ` to E[y_i y_jᵀ]: Mathematics (11).
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { transpose } from '../../maths/linearAlgebra.ts';
import { type Matrix, matrix, multiply } from '../../maths/matrix.ts';
import { addProduct } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ForgetfulAgent } from './forgetfulAgent.ts';
import type { Lift } from './part.ts';

/** Relative change of a second moment at which the terms of pairs are computed anew. */
const RENEWED = 0.02;
/** Part of the spread of X that pairs may leave out. */
const NEGLIGIBLE_SPREAD = 1e-3;

/** Sums over the states between two rounds that agents meet, of one agent. */
export interface MetSums {
  /** Σ_s Ỹ(s) O E U(s) `[d, z]`: the agent meets its previous round */
  readonly ofAgent: Matrix;
  /** Σ_s (Ỹ(s) O_i E_k) ⊗ U(s) `[d d d, z]`: it meets another agent's */
  readonly others: Matrix;
}

/** Where agents' results go in X. */
export interface AllLifts {
  readonly common: readonly Lift[];
  /** of each agent, beyond the common ones */
  readonly ofAgent: readonly (readonly Lift[])[];
}

/** What all pairs add to E[X Xᵀ] `[size, size]` in the round after one from it. */
export type PairTerms = (all: Vector) => Float64Array;

/** The terms of pairs; those of agents that write into the same places of X are one linear map of E[X Xᵀ]. */
export function pairTerms(
  agents: readonly ForgetfulAgent[],
  sums: readonly MetSums[],
  lifts: AllLifts,
  size: number,
): PairTerms {
  const isAlike = lifts.ofAgent.every((agentLifts) => agentLifts.length === 0);
  return isAlike ? termsOfAlike(agents, sums, lifts, size) : renewedTerms(agents, sums, lifts, size);
}

function termsOfAlike(
  agents: readonly ForgetfulAgent[],
  sums: readonly MetSums[],
  { common }: AllLifts,
  size: number,
): PairTerms {
  const { rows: d } = agents[0]!.mean;
  const units = Array.from({ length: size }, (_, k) =>
    Float64Array.from({ length: size }, (__, j) => (j === k ? 1 : 0)),
  );
  const rows = d * size;
  const sides = agents.map((agent, i) => sidesOf(agent, sums[i]!, units, d));
  const width = sides[0]!.left.length / rows;
  // The sum over pairs is the sum over all without that of each agent with itself.
  const totals: Sides = {
    left: new Float64Array(rows * width),
    right: new Float64Array(rows * width),
  };
  const map = new Float64Array(rows * rows);
  for (const { left, right } of sides) {
    for (let k = 0; k < left.length; k++) {
      totals.left[k]! += left[k]!;
      totals.right[k]! += right[k]!;
    }
    addProduct(map, 0, -1, left, 0, transpose(right, rows, width), rows, width, rows);
  }
  addProduct(map, 0, 1, totals.left, 0, transpose(totals.right, rows, width), rows, width, rows);
  return (all) => {
    const between = new Float64Array(d * d);
    for (let a = 0; a < d; a++)
      for (let k = 0; k < size; k++)
        for (let b = 0; b < d; b++) {
          const row = (a * size + k) * rows + b * size;
          let sum = 0;
          for (let l = 0; l < size; l++) sum += map[row + l]! * all[k * size + l]!;
          between[a * d + b]! += sum;
        }
    const out = new Float64Array(size * size);
    addBetween(out, common, between, common, d, size);
    return out;
  };
}

/** Terms that are computed pair by pair, and kept while E[X Xᵀ] changes little. */
function renewedTerms(
  agents: readonly ForgetfulAgent[],
  sums: readonly MetSums[],
  lifts: AllLifts,
  size: number,
): PairTerms {
  const { rows: d } = agents[0]!.mean;
  let last: { readonly all: Vector; readonly terms: Float64Array } | undefined;
  return (all) => {
    if (last === undefined || hasChanged(last.all, all, size)) {
      const vectors = spreadOf(all, agents, size);
      const sides = agents.map((agent, i) => sidesOf(agent, sums[i]!, vectors, d));
      const inner = sides[0]!.left.length / d;
      const turned = sides.map(({ right }) => transpose(right, d, inner));
      const between = (i: number, j: number): Float64Array => {
        const out = new Float64Array(d * d);
        addProduct(out, 0, 1, sides[i]!.left, 0, turned[j]!, d, inner, d);
        return out;
      };
      last = { all, terms: sumOverPairs(between, lifts, d, size) };
    }
    return last.terms;
  };
}

/** `[d, vectors, width]` */
interface Sides {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** An agent's sides for vectors X of the round before. */
function sidesOf(
  { inputs, reached, within }: ForgetfulAgent,
  { ofAgent, others }: MetSums,
  vectors: readonly Vector[],
  d: number,
): Sides {
  const count = vectors.length;
  const x = matrix(inputs.length, count);
  inputs.forEach((column, j) => {
    vectors.forEach((vector, k) => (x.values[j * count + k] = vector[column]!));
  });
  const ends = multiply(reached, x);
  const { values: met } = multiply(ofAgent, ends);
  const blocks = [multiply(others, ends).values, ...(within ? [multiply(within, x).values] : [])];
  const width = 1 + blocks.length * d * d;
  const left = new Float64Array(d * count * width);
  const right = new Float64Array(d * count * width);
  for (let a = 0; a < d; a++)
    for (let k = 0; k < count; k++) {
      const row = (a * count + k) * width;
      left[row] = right[row] = met[a * count + k]!;
      blocks.forEach((block, place) => {
        const from = row + 1 + place * d * d;
        for (let b = 0; b < d; b++)
          for (let c = 0; c < d; c++) {
            const value = block[((a * d + b) * d + c) * count + k]!;
            left[from + b * d + c] = value;
            right[from + c * d + b] = value;
          }
      });
    }
  return { left, right };
}

/** Σ_{i≠j} E_i out_ij E_jᵀ `[size, size]`. */
export function sumOverPairs(
  between: (i: number, j: number) => Float64Array,
  { common, ofAgent }: AllLifts,
  d: number,
  size: number,
): Float64Array {
  const out = new Float64Array(size * size);
  const total = new Float64Array(d * d);
  const rows = ofAgent.map(() => new Float64Array(d * d));
  for (let i = 0; i < ofAgent.length; i++)
    for (let j = 0; j < i; j++) {
      const square = between(i, j);
      for (let a = 0; a < d; a++)
        for (let b = 0; b < d; b++) {
          const value = square[a * d + b]!;
          total[a * d + b]! += value;
          total[b * d + a]! += value;
          rows[i]![a * d + b]! += value;
          rows[j]![b * d + a]! += value;
        }
      addBetween(out, ofAgent[i]!, square, ofAgent[j]!, d, size, true);
    }
  addBetween(out, common, total, common, d, size);
  rows.forEach((row, i) => {
    addBetween(out, ofAgent[i]!, row, common, d, size, true);
  });
  return out;
}

function hasChanged(last: Vector, all: Vector, size: number): boolean {
  for (let j = 0; j < size - 1; j++) {
    const moment = all[j * size + j]!;
    if (!(Math.abs(moment - last[j * size + j]!) <= RENEWED * moment)) return true;
  }
  return false;
}

/** Vectors `[size]` whose outer products add up to E[X Xᵀ] but for how corrections vary. */
function spreadOf(all: Vector, agents: readonly ForgetfulAgent[], size: number): Float64Array[] {
  const mean = Float64Array.from({ length: size }, (_, j) => all[(j + 1) * size - 1]!);
  const [first, ...others] = agents;
  const shared = first!.inputs.filter(
    (j) => j < size - 1 && others.every(({ inputs }) => inputs.includes(j)),
  );
  const p = shared.length;
  const covariance = new Float64Array(p * p);
  shared.forEach((j, a) => {
    shared.forEach((k, b) => (covariance[a * p + b] = all[j * size + k]! - mean[j]! * mean[k]!));
  });
  const { values, vectors } = symmetricEigenvectors(covariance, p);
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const out = [mean];
  for (let k = 0; k < p; k++) {
    if (!(values[k]! > (NEGLIGIBLE_SPREAD * total) / p)) continue;
    const vector = new Float64Array(size);
    shared.forEach((j, a) => (vector[j] = Math.sqrt(values[k]!) * vectors[a * p + k]!));
    out.push(vector);
  }
  return out;
}

/** out `[to, to]` += E_i Y E_jᵀ of Y `[d, d]`, and its transpose where it is asked for. */
function addBetween(
  out: Float64Array,
  left: readonly Lift[],
  Y: Vector,
  right: readonly Lift[],
  d: number,
  to: number,
  transposed = false,
): void {
  for (const lift of left) {
    for (const other of right) {
      const factor = lift.factor * other.factor;
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          const value = factor * Y[i * d + j]!;
          out[(lift.at + i) * to + other.at + j]! += value;
          if (transposed) out[(other.at + j) * to + lift.at + i]! += value;
        }
      }
    }
  }
}
