/** A stage with what its agents do, and what all of them do together in the mean. */
import type { Vector } from '../../maths/vector.ts';
import { productWithTranspose } from '../../maths/rectangular.ts';
import { addBetween, addTo } from './blocks.ts';
import type { PairTables } from './pairTables.ts';
import type { StageMoments } from './stageMoments.ts';
import type { Stage } from './stages.ts';
import { partsRead, sideBySide } from './views.ts';

/** A stage with what its agents do. */
export interface LevelStage {
  readonly stage: Stage;
  /** whether all chains forget within it where they were, so that only what agents do counts */
  readonly forgets: boolean;
  /** by class of agents */
  readonly moments: readonly StageMoments[];
  /** by class; of level 2 alone */
  readonly pairs?: readonly PairTables[];
}

/** Of an agent of a class, in one stage. */
export interface ClassMoments {
  /** the table with the chain moved `[n, from, from]` */
  readonly moved: Float64Array;
  /** E[y Xᵀ 1{s'}] `[n, d, from]`, E[y yᵀ 1{s'}] `[n, d, d]` */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** E[y Xᵀ] without that of a chain that is independent of X `[d, from]`, and E[y yᵀ] without that of the mean map `[d, d]` */
  readonly rise: Float64Array;
  readonly excess: Float64Array;
}

/** R: B + Σ_i E_i G_i P_i `[to, from]`. */
export function meanMap(
  { shared, agents, from }: Stage,
  moments: readonly StageMoments[],
  multiplicity: readonly number[],
): Float64Array {
  const out = Float64Array.from(shared);
  moments.forEach((agentMoments, i) => addMean(out, multiplicity[i]!, agentMoments, agents[i]!.lifts, from));
  return out;
}

/** R without one agent of a class. */
export function without(R: Vector, moments: StageMoments, from: number): Float64Array {
  const out = Float64Array.from(R);
  addMean(out, -1, moments, moments.agent.lifts, from);
  return out;
}

function addMean(
  out: Float64Array,
  scale: number,
  { agent, mean }: StageMoments,
  lifts: Stage['agents'][number]['lifts'],
  from: number,
): void {
  const q = agent.inputs.length;
  const d = mean.length / q;
  for (const { at, factor } of lifts)
    for (let i = 0; i < d; i++)
      agent.inputs.forEach((column, k) => {
        out[(at + i) * from + column]! += scale * factor * mean[i * q + k]!;
      });
}

/** Σ_i E_i (E[y yᵀ] − E[y] E[y]ᵀ) E_iᵀ from stationarity, as a map of E[X Xᵀ]. */
export class Spread {
  readonly #stage: Stage;
  readonly #moments: readonly StageMoments[];
  readonly #multiplicity: readonly number[];
  /** the sum of all agents' maps, where they read and write the same */
  readonly #sum: Float64Array | undefined;

  constructor(stage: Stage, moments: readonly StageMoments[], multiplicity: readonly number[]) {
    this.#stage = stage;
    this.#moments = moments;
    this.#multiplicity = multiplicity;
    const [first] = stage.agents;
    const alike = stage.agents.every(
      ({ inputs, lifts }) =>
        String(inputs) === String(first!.inputs) && JSON.stringify(lifts) === JSON.stringify(first!.lifts),
    );
    if (!alike) return;
    const sum = new Float64Array(moments[0]!.spread!.length);
    moments.forEach(({ spread }, i) => addTo(sum, spread!, multiplicity[i]!));
    this.#sum = sum;
  }

  /** out `[to, to]` each += the sum on so many C `[from, from]`, without one agent of each class of some. */
  add(out: Float64Array, C: Vector, except: readonly number[], count: number): void {
    const left = (i: number): number => this.#multiplicity[i]! - except.filter((k) => k === i).length;
    if (this.#sum !== undefined) {
      const map = Float64Array.from(this.#sum);
      for (const i of except) addTo(map, this.#moments[i]!.spread!, -1);
      this.#addMapped(out, C, count, map, this.#moments[0]!, 1);
      return;
    }
    this.#moments.forEach((moments, i) => {
      if (left(i) !== 0) this.#addMapped(out, C, count, moments.spread!, moments, left(i));
    });
  }

  #addMapped(
    out: Float64Array,
    C: Vector,
    count: number,
    map: Vector,
    { agent: { inputs, lifts, pass } }: StageMoments,
    scale: number,
  ): void {
    const { from, to } = this.#stage;
    const d = pass.chain.dimension;
    const parts = partsRead({ inputs }, sideBySide(C, count, from));
    const squares = productWithTranspose(parts, map, count, parts.length / count, d * d);
    for (let at = 0; at < count; at++)
      addBetween(out, lifts, squares.subarray(at * d * d, (at + 1) * d * d), lifts, d, to, {
        scale,
        offset: at * to * to,
      });
  }
}
