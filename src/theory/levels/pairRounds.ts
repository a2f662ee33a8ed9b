/**
 * Tables of pairs of agents after a stage, and the part of pairs in the tables of all and of one agent.
 *
 * The tables of a pair are matrices of matrices: by function of either agent, then by coordinates of X. Products with
 * them are products of whole matrices over the functions.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { addInto, addProduct, block, product, productWithTranspose } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { addBetween, addConjugate, addLifted, addRows, appliedRight } from './blocks.ts';
import { type ClassMoments, type Spread, without } from './levelStage.ts';
import type { PairTables } from './pairTables.ts';
import type { StageMoments } from './stageMoments.ts';
import type { Stage, StageAgent } from './stages.ts';
import { symmetrise, type Tables } from './tables.ts';
import {
  columnsAsRows,
  gathered,
  partsRead,
  rowsRead,
  seenFromFirst,
  seenFromSecond,
  sideBySide,
  type View,
} from './views.ts';

/** Sums over the pairs that an agent is in. */
export interface PairSums {
  /** Σ_{i≠j} E_i V_i c_ij V_jᵀ E_jᵀ `[to, to]` */
  readonly both: Float64Array;
  /** by class of the agent that keeps its factor */
  readonly singles: readonly SingleSums[];
}

export interface SingleSums {
  /** Σ_k E_k V_k c_ik, by function of i `[r, to, from]` */
  readonly rise: Float64Array;
  /** Σ_k (T2_k[0, b] c_ik[a, b] − V_k c_ik G_kᵀ and its transpose), by function of i `[r, to, to]` */
  readonly excess: Float64Array;
}

/** The sums of a stage, from the tables at its start. */
export function pairSums(
  { from, to, agents }: Stage,
  moments: readonly StageMoments[],
  pairs: readonly PairTables[],
  before: Tables,
  multiplicity: readonly number[],
): PairSums {
  const both = new Float64Array(to * to);
  const singles = moments.map((moment, i) => {
    const r = pairs[i]!.functions.length;
    const rise = new Float64Array(r * to * from);
    const excess = new Float64Array(r * to * to);
    const d = moment.agent.pass.chain.dimension;
    moments.forEach(({ agent, mean: G }, k) => {
      const weight = multiplicity[k]! - (k === i ? 1 : 0);
      if (weight === 0) return;
      const { functions, mean, second } = pairs[k]!;
      const rk = functions.length;
      const view =
        i <= k
          ? seenFromSecond(before.pair[i]![k]!, r, rk, from)
          : seenFromFirst(before.pair[k]![i]!, rk, r, from);
      const { lifts } = agents[k]!;
      // Σ_b V_k[b] c_ik[a, b] `[d, r from]`
      const V = product(mean.toConstant, rowsRead(agent, view), d, rk * agent.inputs.length, r * from);
      const parts = second && partsRead(agent, view);
      const squares = second && productWithTranspose(parts!, second.toConstant, r, parts!.length / r, d * d);
      for (let a = 0; a < r; a++) {
        const Va = block(V, r * from, 0, d, a * from, from);
        addRows(rise, weight, Va, lifts, from, a * to * from);
        if (squares === undefined) continue;
        const square = squares.subarray(a * d * d, (a + 1) * d * d);
        const across = appliedRight(agent, Va, G, d, from, d);
        for (let x = 0; x < d; x++)
          for (let y = 0; y < d; y++) square[x * d + y]! -= across[x * d + y]! + across[y * d + x]!;
        addBetween(excess, lifts, square, lifts, d, to, { scale: weight, offset: a * to * to });
      }
    });
    // Σ_a E_i V_i[a] Σ_k (E_k V_k c_ik)ᵀ, over all i
    const turned = columnsAsRows(moment.agent, rise, r, to, from);
    const Y = product(pairs[i]!.mean.toConstant, turned, d, turned.length / to, to);
    // the sum over i and j in both orders is symmetric by itself: half of it and its transpose
    for (let k = 0; k < Y.length; k++) Y[k]! *= multiplicity[i]! / 2;
    addLifted(both, agents[i]!.lifts, Y, d, to);
    return { rise, excess };
  });
  return { both, singles };
}

/** Adds the part of pairs to an agent's table `[n, to, to]`. */
export function addSingle(
  out: Float64Array,
  { functions, moved, started }: PairTables,
  { rise, excess }: SingleSums,
  rest: Vector,
  { inputs, lifts }: StageAgent,
  d: number,
  from: number,
  to: number,
): void {
  const r = functions.length;
  const n = moved.length / r;
  const across = productWithTranspose(rise, rest, r * to, from, to);
  const sums = Float64Array.from(excess);
  for (let a = 0; a < r; a++)
    for (let x = 0; x < to; x++)
      for (let y = 0; y < to; y++)
        sums[(a * to + x) * to + y]! += across[(a * to + x) * to + y]! + across[(a * to + y) * to + x]!;
  addProduct(out, 0, 1, moved, 0, sums, n, r, to * to);
  const turned = columnsAsRows({ inputs }, rise, r, to, from);
  const Y = product(started, turned, n * d, r * inputs.length, to);
  for (let s = 0; s < n; s++)
    addLifted(out, lifts, Y.subarray(s * d * to, (s + 1) * d * to), d, to, s * to * to);
}

/** Inputs of the tables of all pairs after a stage. */
export interface PairStage {
  readonly stage: Stage;
  readonly moments: readonly StageMoments[];
  readonly pairs: readonly PairTables[];
  readonly before: Tables;
  /** the agents' own tables, by class */
  readonly alone: readonly SingleAt[];
  readonly total: Vector;
  /** none where chains forget */
  readonly spread: Spread | undefined;
  readonly sums: PairSums;
}

/** The table of classes i ≤ j at the end of a stage. */
export function pairAfter(common: PairStage, i: number, j: number): Float64Array {
  const { stage, moments, pairs, before, total, spread } = common;
  const { from, to } = stage;
  const p2 = from * from;
  const c = before.pair[i]![j]!;
  const left = pairs[i]!;
  const right = pairs[j]!;
  const ri = left.functions.length;
  const rj = right.functions.length;
  const rest = without(without(total, moments[i]!, from), moments[j]!, from);
  const out = new Float64Array(ri * rj * to * to);
  if (spread !== undefined) {
    // c with agent j's chain moved, with i's, and with both
    const movedRight = kernelRight(c, right.kernel, ri, rj, p2);
    const movedLeft = product(left.kernel, c, ri, ri, rj * p2);
    const moved = product(left.kernel, movedRight, ri, ri, rj * p2);
    for (let at = 0; at < ri * rj; at++) addConjugate(out, rest, moved, to, from, at * to * to, at * p2);
    spread.add(out, moved, [i, j], ri * rj);
    addActs(out, common, [i, j], seenFromFirst(c, ri, rj, from), movedRight, rest);
    addActs(out, common, [j, i], seenFromSecond(c, ri, rj, from), movedLeft, rest);
  }
  addBothActs(out, common, i, j, c);
  symmetrise(out, to);
  return out;
}

/**
 * The first of a pair acts, and the chain of the second moves: beside the rest, and beside others' V. The view of the
 * pair's table is that of the first; in `moved` the chain of the second has moved.
 */
function addActs(
  out: Float64Array,
  { stage: { to }, moments, pairs, alone, sums }: PairStage,
  [acting, still]: readonly [number, number],
  view: View,
  moved: Vector,
  rest: Vector,
): void {
  const { agent } = moments[acting]!;
  const { lifts } = agent;
  const { mean, second } = pairs[acting]!;
  const { kernel } = pairs[still]!;
  const { rows: ra, columns: rs, from } = view;
  const q = agent.inputs.length;
  const d = agent.pass.chain.dimension;
  // Σ_k E_k V_k c_{still k} without the acting one's, then moved by the kernel of the one that is still
  const H = Float64Array.from(sums.singles[still]!.rise);
  const V = product(mean.toConstant, rowsRead(agent, view), d, ra * q, rs * from);
  for (let b = 0; b < rs; b++)
    addRows(H, -1, block(V, rs * from, 0, d, b * from, from), lifts, from, b * to * from);
  const turned = columnsAsRows(agent, product(kernel, H, rs, rs, to * from), rs, to, from);
  const N = sideBySide(alone[still]!.moved, rs, from);
  const table = { ...view, table: moved };
  const Y = product(mean.fromConstant, rowsRead(agent, N), ra * d, q, rs * from);
  addProduct(Y, 0, 1, mean.between, 0, rowsRead(agent, table), ra * d, ra * q, rs * from);
  const squaresFrom = (seen: View, map: Vector): Float64Array => {
    const parts = partsRead(agent, seen);
    return productWithTranspose(parts, map, rs, parts.length / rs, ra * d * d);
  };
  const squares = addInto(squaresFrom(N, second!.fromConstant), squaresFrom(table, second!.between));
  const turnedRest = transpose(rest, to, from);
  for (let b = 0; b < rs; b++) {
    const Z = product(block(Y, rs * from, 0, ra * d, b * from, from), turnedRest, ra * d, from, to);
    const turnedH = turned.subarray(b * q * to, (b + 1) * q * to);
    addProduct(Z, 0, 1, mean.fromConstant, 0, turnedH, ra * d, q, to);
    for (let a = 0; a < ra; a++) {
      const offset = (a * view.rowStride + b * view.columnStride) * to * to;
      addLifted(out, lifts, Z.subarray(a * d * to, (a + 1) * d * to), d, to, offset);
      const at = (b * ra + a) * d * d;
      addBetween(out, lifts, squares.subarray(at, at + d * d), lifts, d, to, { offset });
    }
  }
}

/** Both of the two act. */
function addBothActs(
  out: Float64Array,
  { stage: { from, to }, moments, pairs, before, alone }: PairStage,
  i: number,
  j: number,
  table: Vector,
): void {
  const { agent } = moments[i]!;
  const { agent: other } = moments[j]!;
  const left = pairs[i]!.mean;
  const right = pairs[j]!.mean;
  const ri = pairs[i]!.functions.length;
  const rj = pairs[j]!.functions.length;
  const d = agent.pass.chain.dimension;
  const [q, p] = [agent.inputs.length, other.inputs.length];
  const [rows, columns] = [ri * d, rj * d];
  const view = seenFromFirst(table, ri, rj, from);
  const half = product(left.between, rowsRead(agent, view), rows, ri * q, rj * from);
  const read = Array.from({ length: rj * p }, (_, at) => Math.floor(at / p) * from + other.inputs[at % p]!);
  const sum = productWithTranspose(
    gathered(half, rows, rj * from, read),
    right.between,
    rows,
    rj * p,
    columns,
  );
  // E[y_i Xᵀ φ^a] of i by itself, and U_i E[X y_jᵀ φ^b] without what is in it
  const ofFirst = gathered(alone[i]!.first, rows, from, other.inputs);
  const stillRight = product(
    right.fromConstant,
    rowsRead(other, sideBySide(before.all, 1, from)),
    columns,
    p,
    from,
  );
  const rest = alone[j]!.first.map((value, k) => value - stillRight[k]!);
  addProduct(sum, 0, 1, ofFirst, 0, transpose(right.fromConstant, columns, p), rows, p, columns);
  addProduct(sum, 0, 1, left.fromConstant, 0, columnsAsRows(agent, rest, 1, columns, from), rows, q, columns);
  for (let a = 0; a < ri; a++)
    for (let b = 0; b < rj; b++) {
      const both = block(sum, columns, a * d, d, b * d, d);
      const offset = (a * rj + b) * to * to;
      addBetween(out, agent.lifts, both, other.lifts, d, to, { transposed: true, offset });
    }
}

/** An agent's own tables, by its functions at the end of the stage. */
export interface SingleAt {
  /** Σ_s φ^a(s) of the table with the chain moved `[r, from, from]` */
  readonly moved: Float64Array;
  /** of E[y Xᵀ 1{s'}] `[r, d, from]` */
  readonly first: Float64Array;
}

/** An agent's own tables by the functions of a class. */
export function singleAt({ functions }: PairTables, { moved, first }: ClassMoments): SingleAt {
  const r = functions.length;
  const n = functions[0]?.length ?? 0;
  const values = Float64Array.from({ length: r * n }, (_, at) => functions[Math.floor(at / n)]![at % n]!);
  const read = (field: Vector): Float64Array => product(values, field, r, n, n === 0 ? 0 : field.length / n);
  return { moved: read(moved), first: read(first) };
}

/** E[φ^a] where the chain starts. */
export const startOf = ({ functions }: PairTables, start: Vector): number[] =>
  functions.map((values) => values.reduce((sum, value, s) => sum + value * start[s]!, 0));

/** Σ_y N[b, y] c[a, y]. */
function kernelRight(c: Vector, N: Vector, ri: number, rj: number, length: number): Float64Array {
  const out = new Float64Array(c.length);
  for (let a = 0; a < ri; a++) {
    const row = c.subarray(a * rj * length, (a + 1) * rj * length);
    addProduct(out, a * rj * length, 1, N, 0, row, rj, rj, length);
  }
  return out;
}
