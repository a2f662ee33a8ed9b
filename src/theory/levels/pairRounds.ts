/** What pairs of agents add to the tables of all and of one agent, and their own tables after a stage. */
import { transpose } from '../../maths/linearAlgebra.ts';
import { product, productWithTranspose } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import {
  addBetween,
  addConjugate,
  addLifted,
  addRows,
  addTo,
  appliedRight,
  appliedTo,
  mapped,
  partOf,
} from './blocks.ts';
import { type ClassMoments, type Spread, without } from './levelStage.ts';
import type { PairTables } from './pairTables.ts';
import type { StageMoments } from './stageMoments.ts';
import type { Stage } from './stages.ts';
import { symmetrise, type Tables } from './tables.ts';

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
  forgets: boolean,
  moments: readonly StageMoments[],
  pairs: readonly PairTables[],
  { pair }: Tables,
  multiplicity: readonly number[],
): PairSums {
  const p2 = from * from;
  const both = new Float64Array(to * to);
  const singles = moments.map((moment, i) => {
    const r = pairs[i]!.functions.length;
    const rise = new Float64Array(r * to * from);
    const excess = new Float64Array(r * to * to);
    const d = moment.agent.pass.chain.dimension;
    moments.forEach((other, k) => {
      const weight = multiplicity[k]! - (k === i ? 1 : 0);
      if (weight === 0) return;
      const c = (i <= k ? pair[i]![k] : pair[k]![i])!;
      const { functions, mean, second } = pairs[k]!;
      const rk = functions.length;
      const { lifts } = agents[k]!;
      for (let a = 0; a < r; a++) {
        // Σ_b V_k[b] c_ik[a, b] `[d, from]`
        const V = new Float64Array(d * from);
        const square = new Float64Array(d * d);
        for (let b = 0; b < rk; b++) {
          const at = (i <= k ? a * rk + b : b * r + a) * p2;
          const C = c.subarray(at, at + p2);
          addTo(V, appliedTo(other.agent, mean[0]![b + 1]!, C, from, d), 1);
          if (!forgets)
            addTo(
              square,
              mapped(second[0]![b + 1]!, partOf(other.agent, C, from), other.agent.inputs.length, d),
              1,
            );
        }
        addRows(rise, weight, V, lifts, from, a * to * from);
        if (forgets) continue;
        const G = appliedRight(other.agent, V, other.mean, d, from, d);
        for (let x = 0; x < d; x++)
          for (let y = 0; y < d; y++) square[x * d + y]! -= G[x * d + y]! + G[y * d + x]!;
        addBetween(excess, lifts, square, lifts, d, to, { scale: weight, offset: a * to * to });
      }
    });
    // E_i V_i[a] Σ_k (E_k V_k c_ik)ᵀ, over all i
    for (let a = 0; a < r; a++) {
      const turned = transpose(rise.subarray(a * to * from, (a + 1) * to * from), to, from);
      const Y = appliedTo(moment.agent, pairs[i]!.mean[0]![a + 1]!, turned, to, d);
      // the sum over i and j in both orders is symmetric by itself: half of it and its transpose
      for (let k = 0; k < Y.length; k++) Y[k]! *= multiplicity[i]! / 2;
      addLifted(both, agents[i]!.lifts, Y, d, to);
    }
    return { rise, excess };
  });
  return { both, singles };
}

/** What pairs add to an agent's table at one state. */
export function addSingle(
  out: Float64Array,
  at: number,
  state: number,
  { functions, moved, started }: PairTables,
  { rise, excess }: SingleSums,
  rest: Vector,
  agent: StageMoments['agent'],
  lifts: Stage['agents'][number]['lifts'],
  d: number,
  from: number,
  to: number,
): void {
  const q = agent.inputs.length;
  functions.forEach((_, a) => {
    const weight = moved[a]![state]!;
    const H = rise.subarray(a * to * from, (a + 1) * to * from);
    const across = productWithTranspose(H, rest, to, from, to);
    for (let x = 0; x < to; x++)
      for (let y = 0; y < to; y++)
        out[at + x * to + y]! +=
          weight * (across[x * to + y]! + across[y * to + x]! + excess[(a * to + x) * to + y]!);
    const turned = transpose(H, to, from);
    addLifted(out, lifts, appliedTo(agent, started[a]!, turned, to, d, state * d * q), d, to, at);
  });
}

interface PairInput {
  readonly stage: Stage;
  readonly forgets: boolean;
  readonly moments: readonly StageMoments[];
  readonly pairs: readonly PairTables[];
  readonly before: Tables;
  readonly classes: readonly ClassMoments[];
  readonly total: Vector;
  readonly spread: Spread | undefined;
  readonly sums: PairSums;
  readonly i: number;
  readonly j: number;
  readonly c: Float64Array;
}

/** The table of a pair at the end of a stage. */
export function pairAfter(input: PairInput): Float64Array {
  const { stage, forgets, moments, pairs, before, total, spread, i, j, c } = input;
  const { from, to } = stage;
  const p2 = from * from;
  const left = pairs[i]!;
  const right = pairs[j]!;
  const ri = left.functions.length;
  const rj = right.functions.length;
  const moment = moments[i]!;
  const other = moments[j]!;
  const d = moment.agent.pass.chain.dimension;
  const rest = without(without(total, moment, from), other, from);
  const out = new Float64Array(ri * rj * to * to);
  const alone = { left: singleAt(input, i), right: singleAt(input, j) };
  // one of the two acts once, and the other only moves: beside the rest, and beside others' V
  const oneActs = (
    acting: PairTables,
    moments: StageMoments,
    lifts: Stage['agents'][number]['lifts'],
    still: PairTables,
    stillClass: number,
    tables: Float64Array,
    order: 'rows' | 'columns',
  ): void => {
    const ra = acting.functions.length;
    const rs = still.functions.length;
    // Σ_k E_k V_k c_{still k} without the acting one's, then moved by the kernel of the one that is still
    const { rise } = input.sums.singles[stillClass]!;
    const H = Float64Array.from(rise);
    for (let b = 0; b < rs; b++) {
      const V = new Float64Array(d * from);
      for (let x = 0; x < ra; x++) {
        const at = (order === 'rows' ? x * rs + b : b * ra + x) * p2;
        addTo(V, appliedTo(moments.agent, acting.mean[0]![x + 1]!, c.subarray(at, at + p2), from, d), 1);
      }
      addRows(H, -1, V, lifts, from, b * to * from);
    }
    const map = order === 'rows' ? alone.right : alone.left;
    for (let b = 0; b < rs; b++) {
      const turned = new Float64Array(from * to);
      for (let y = 0; y < rs; y++) {
        const factor = still.kernel[b * rs + y]!;
        if (factor === 0) continue;
        for (let k = 0; k < to; k++)
          for (let l = 0; l < from; l++) turned[l * to + k]! += factor * H[(y * to + k) * from + l]!;
      }
      const N = map.moved[b]!;
      for (let a = 0; a < ra; a++) {
        const Y = new Float64Array(d * from);
        const square = mapped(
          acting.second[a + 1]![0]!,
          partOf(moments.agent, N, from),
          moments.agent.inputs.length,
          d,
        );
        addTo(Y, appliedTo(moments.agent, acting.mean[a + 1]![0]!, N, from, d), 1);
        for (let x = 0; x < ra; x++) {
          const at = (order === 'rows' ? x * rs + b : b * ra + x) * p2;
          const C = tables.subarray(at, at + p2);
          addTo(Y, appliedTo(moments.agent, acting.mean[a + 1]![x + 1]!, C, from, d), 1);
          addTo(
            square,
            mapped(
              acting.second[a + 1]![x + 1]!,
              partOf(moments.agent, C, from),
              moments.agent.inputs.length,
              d,
            ),
            1,
          );
        }
        const Z = productWithTranspose(Y, rest, d, from, to);
        addTo(Z, appliedTo(moments.agent, acting.mean[a + 1]![0]!, turned, to, d), 1);
        const offset = (order === 'rows' ? a * rs + b : b * ra + a) * to * to;
        addLifted(out, lifts, Z, d, to, offset);
        addBetween(out, lifts, square, lifts, d, to, { offset });
      }
    }
  };
  if (!forgets) {
    // c with agent j's chain moved, with i's, and with both
    const movedRight = kernelRight(c, right.kernel, ri, rj, p2);
    const movedLeft = product(left.kernel, c, ri, ri, rj * p2);
    const moved = product(left.kernel, movedRight, ri, ri, rj * p2);
    for (let a = 0; a < ri; a++) {
      for (let b = 0; b < rj; b++) {
        const at = (a * rj + b) * to * to;
        const C = moved.subarray((a * rj + b) * p2, (a * rj + b + 1) * p2);
        addConjugate(out, rest, C, to, from, at);
        spread!.add(out, C, [i, j], at);
      }
    }
    oneActs(left, moment, stage.agents[i]!.lifts, right, j, movedRight, 'rows');
    oneActs(right, other, stage.agents[j]!.lifts, left, i, movedLeft, 'columns');
  }
  // both act
  const half = new Float64Array(ri * rj * d * from);
  for (let a = 0; a < ri; a++) {
    for (let b = 0; b < rj; b++) {
      const Y = half.subarray((a * rj + b) * d * from, (a * rj + b + 1) * d * from);
      for (let x = 0; x < ri; x++) {
        const at = (x * rj + b) * p2;
        addTo(Y, appliedTo(moment.agent, left.mean[a + 1]![x + 1]!, c.subarray(at, at + p2), from, d), 1);
      }
    }
  }
  const leftLifts = stage.agents[i]!.lifts;
  const rightLifts = stage.agents[j]!.lifts;
  for (let a = 0; a < ri; a++) {
    // E[y_i Xᵀ φ^a] of i by itself `[d, from]`
    const Y0 = alone.left.first[a]!;
    for (let b = 0; b < rj; b++) {
      const sum = appliedRight(other.agent, Y0, right.mean[b + 1]![0]!, d, from, d);
      // U_i E[X y_jᵀ φ^b], without what is in the term before
      const V0 = Float64Array.from(alone.right.first[b]!);
      const stillRight = appliedTo(other.agent, right.mean[b + 1]![0]!, before.all, from, d);
      for (let k = 0; k < V0.length; k++) V0[k]! -= stillRight[k]!;
      const acted = appliedRight(moment.agent, V0, left.mean[a + 1]![0]!, d, from, d);
      for (let x = 0; x < d; x++) for (let y = 0; y < d; y++) sum[x * d + y]! += acted[y * d + x]!;
      for (let y = 0; y < rj; y++) {
        const at = (a * rj + y) * d * from;
        addTo(
          sum,
          appliedRight(other.agent, half.subarray(at, at + d * from), right.mean[b + 1]![y + 1]!, d, from, d),
          1,
        );
      }
      addBetween(out, leftLifts, sum, rightLifts, d, to, {
        transposed: true,
        offset: (a * rj + b) * to * to,
      });
    }
  }
  symmetrise(out, to);
  return out;
}

/** An agent's own tables, by its functions at the end of the stage. */
interface SingleAt {
  /** Σ_s φ^a(s) of the table with the chain moved `[from, from]` */
  readonly moved: readonly Float64Array[];
  /** of E[y Xᵀ 1{s'}] `[d, from]` */
  readonly first: readonly Float64Array[];
}

function singleAt({ pairs, classes, stage, moments }: PairInput, i: number): SingleAt {
  const { functions } = pairs[i]!;
  const { moved, first } = classes[i]!;
  const n = moments[i]!.agent.pass.chain.states;
  const p2 = stage.from ** 2;
  const width = first.length / n;
  const read = (values: Vector, field: Vector, length: number): Float64Array => {
    const out = new Float64Array(length);
    for (let s = 0; s < n; s++)
      for (let k = 0; k < length; k++) out[k]! += values[s]! * field[s * length + k]!;
    return out;
  };
  return {
    moved: functions.map((values) => read(values, moved, p2)),
    first: functions.map((values) => read(values, first, width)),
  };
}

/** E[φ^a] where the chain starts. */
export const startOf = ({ functions }: PairTables, start: Vector): number[] =>
  functions.map((values) => values.reduce((sum, value, s) => sum + value * start[s]!, 0));

/** Σ_y N[b, y] c[a, y]. */
function kernelRight(c: Vector, N: Vector, ri: number, rj: number, length: number): Float64Array {
  const out = new Float64Array(c.length);
  for (let a = 0; a < ri; a++)
    for (let b = 0; b < rj; b++)
      for (let y = 0; y < rj; y++) {
        const factor = N[b * rj + y]!;
        const from = (a * rj + y) * length;
        const to = (a * rj + b) * length;
        if (factor !== 0) for (let k = 0; k < length; k++) out[to + k]! += factor * c[from + k]!;
      }
  return out;
}
