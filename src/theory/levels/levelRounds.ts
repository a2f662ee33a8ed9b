/**
 * Second moments with at most one or two chain factors, round by round.
 *
 * With φ functions of agents' chains, orthonormal and orthogonal to 1, the tables are
 * c(A) = E[X Xᵀ Π_{i∈A} φ_i(s_i)]. Within a stage everything is exact given its start; at its end tables of more
 * than `level` agents are set to 0. Of one agent all functions are kept, as a field over its states; of pairs those
 * of {@link PairFunctions}.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { productWithTranspose } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { addBetween, addConjugate, addLifted, addRows, appliedRight, appliedTo, partOf } from './blocks.ts';
import { type ClassMoments, type LevelStage, meanMap, Spread, without } from './levelStage.ts';
import { addSingle, pairAfter, pairSums, singleAt, startOf } from './pairRounds.ts';
import type { StageMoments } from './stageMoments.ts';
import {
  carried,
  centred,
  changeOf,
  scaledBy,
  spreadOver,
  summed,
  symmetrise,
  type Tables,
  together,
} from './tables.ts';

/** One of the gaps that a round may have, with its probability. */
export interface GapStages {
  readonly weight: number;
  readonly stages: readonly LevelStage[];
}

export interface LevelInput {
  /** by gap */
  readonly gaps: readonly GapStages[];
  /** how many agents each class has */
  readonly multiplicities: readonly number[];
  /** X at the start, with its constant */
  readonly initial: Vector;
}

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;

/** Moments round by round. */
export class LevelRounds {
  readonly #gaps: readonly GapStages[];
  readonly #multiplicities: readonly number[];
  /** whether a round changes nothing any more */
  settled = false;
  /** rounds so far, up to that from which on all are the same */
  count = 0;
  /** now */
  tables: Tables;

  constructor({ gaps, multiplicities, initial }: LevelInput) {
    this.#gaps = gaps;
    this.#multiplicities = multiplicities;
    const { stages } = gaps[0]!;
    const size = initial.length;
    const all = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) all[i * size + j] = initial[i]! * initial[j]!;
    const { moments, pairs } = stages[0]!;
    const single = moments.map(({ agent: { pass } }) => {
      const { states, start, stationary } = pass.chain;
      return spreadOver(states, size, all, (s) => start[s]! - stationary[s]!);
    });
    const pair = moments.map((_, i) =>
      moments.map((__, j) => {
        if (pairs === undefined || j < i || (i === j && multiplicities[i] === 1)) return undefined;
        const left = startOf(pairs[i]!, moments[i]!.agent.pass.chain.start);
        const right = startOf(pairs[j]!, moments[j]!.agent.pass.chain.start);
        const out = new Float64Array(left.length * right.length * size * size);
        left.forEach((x, a) => {
          right.forEach((y, b) => {
            const at = (a * right.length + b) * size * size;
            for (let k = 0; k < size * size; k++) out[at + k] = x * y * all[k]!;
          });
        });
        return out;
      }),
    );
    this.tables = { size, all, single, pair };
  }

  /** E[X Xᵀ] `[size, size]`, whose last column is E[X]. */
  get all(): Float64Array {
    return this.tables.all;
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    this.count++;
    const before = this.tables;
    const sum = this.image(before);
    this.settled = changeOf(before, sum) <= SETTLED;
    this.tables = sum;
  }

  /** What a round makes of tables: linear in them. */
  image(before: Tables): Tables {
    return this.#gaps
      .map(({ weight, stages }) => scaledBy(weight, this.#through(stages, before).at(-1)!))
      .reduce(together);
  }

  /** E[X Xᵀ] before each stage of a round of a gap, and after the last. */
  covariances(gap: GapStages, before = this.tables): Float64Array[] {
    return [before, ...this.#through(gap.stages, before)].map(({ all }) => all);
  }

  #through(stages: readonly LevelStage[], before: Tables): Tables[] {
    const passed: Tables[] = [];
    for (const stage of stages) passed.push(this.#afterStage(stage, passed.at(-1) ?? before));
    return passed;
  }

  #afterStage({ stage, forgets, moments, pairs }: LevelStage, before: Tables): Tables {
    const { from, to } = stage;
    const p2 = from * from;
    const multiplicity = this.#multiplicities;
    const classes = moments.map((agentMoments, i) => this.#classOf(agentMoments, before, i));
    const total = meanMap(stage, moments, multiplicity);
    const spread = forgets ? undefined : new Spread(stage, moments, multiplicity);
    const sums = pairs && pairSums(stage, moments, pairs, before, multiplicity);

    // h = Σ_i E_i V_i c_i `[to, from]`, and what agent i adds to it
    const rising = new Float64Array(to * from);
    classes.forEach(({ rise }, i) => addRows(rising, multiplicity[i]!, rise, stage.agents[i]!.lifts, from));

    const all = new Float64Array(to * to);
    addConjugate(all, total, before.all, to, from);
    classes.forEach(({ rise, excess }, i) => {
      const moment = moments[i]!;
      const rest = without(total, moment, from);
      const { lifts } = stage.agents[i]!;
      const d = moment.agent.pass.chain.dimension;
      const turned = productWithTranspose(rise, rest, d, from, to);
      for (let k = 0; k < turned.length; k++) turned[k]! *= multiplicity[i]!;
      addLifted(all, lifts, turned, d, to);
      addBetween(all, lifts, excess, lifts, d, to, { scale: multiplicity[i]! });
    });
    if (sums !== undefined) for (let k = 0; k < all.length; k++) all[k]! += sums.both[k]!;
    symmetrise(all, to);

    const single = moments.map((agentMoments, i) => {
      const { agent, ended } = agentMoments;
      const { pass } = agent;
      const { states: n, stationary, dimension: d } = pass.chain;
      const q = pass.shape.inputs;
      const { lifts } = stage.agents[i]!;
      const { moved, first, second, rise } = classes[i]!;
      const rest = without(total, agentMoments, from);
      const others = Float64Array.from(rising);
      addRows(others, -1, rise, lifts, from);
      const turned = transpose(others, to, from);
      const sum = sums?.singles[i];
      const out = new Float64Array(n * to * to);
      for (let s = 0; s < n; s++) {
        const at = s * to * to;
        if (spread !== undefined) addConjugate(out, rest, moved, to, from, at, s * p2);
        const Y = productWithTranspose(first.subarray(s * d * from, (s + 1) * d * from), rest, d, from, to);
        const toOthers = appliedTo(agent, ended, turned, to, d, s * d * q);
        for (let k = 0; k < Y.length; k++) Y[k]! += toOthers[k]!;
        addLifted(out, lifts, Y, d, to, at);
        addBetween(out, lifts, second.subarray(s * d * d, (s + 1) * d * d), lifts, d, to, { offset: at });
      }
      spread?.add(out, moved, [i], n);
      if (sum !== undefined) addSingle(out, pairs![i]!, sum, rest, agent, d, from, to);
      symmetrise(out, to);
      return centred(out, stationary, to * to);
    });

    if (pairs === undefined || sums === undefined) return { size: to, all, single, pair: before.pair };
    const alone = classes.map((agentClass, i) => singleAt(pairs[i]!, agentClass));
    const common = { stage, moments, pairs, before, alone, total, spread, sums };
    const pair = before.pair.map((row, i) => row.map((c, j) => c && pairAfter(common, i, j)));
    return { size: to, all, single, pair };
  }

  /** What an agent of a class does to its own table. */
  #classOf(moments: StageMoments, { all, single, size }: Tables, i: number): ClassMoments {
    const { agent, mean } = moments;
    const { pass } = agent;
    const { states: n, stationary, dimension: d } = pass.chain;
    const q = pass.shape.inputs;
    const p2 = size * size;
    const full = Float64Array.from(single[i]!);
    for (let s = 0; s < n; s++) for (let k = 0; k < p2; k++) full[s * p2 + k]! += stationary[s]! * all[k]!;
    const rows = new Float64Array(n * q * size);
    const parts = new Float64Array(n * q * q);
    for (let s = 0; s < n; s++) {
      agent.inputs.forEach((from, k) => {
        const at = s * p2 + from * size;
        rows.set(full.subarray(at, at + size), (s * q + k) * size);
      });
      parts.set(partOf(agent, full, size, s * p2), s * q * q);
    }
    const first = pass.firstOfMany(rows, size);
    const second = moments.secondOf(parts);
    const rise = summed(first, n, d * size);
    const still = appliedTo(agent, mean, all, size, d);
    for (let k = 0; k < rise.length; k++) rise[k]! -= still[k]!;
    const excess = summed(second, n, d * d);
    const ofMean = appliedRight(agent, still, mean, d, size, d);
    for (let k = 0; k < excess.length; k++) excess[k]! -= ofMean[k]!;
    return { moved: carried(pass.kernel, single[i]!, n, p2), first, second, rise, excess };
  }
}
