/**
 * The rounds of a closure: mean and covariance of the state X, and for each agent the first moments
 * `V_i(s) = E[(X − E X) 1{s_i = s}]` that tie the state to where its chain stands between rounds.
 *
 * A stage of a round is `X⁺ = R X + Σ_i E_i ỹ_i`, with ỹ_i what agent i's chain adds to the mean (tiedAgents.ts).
 * Neglected: how ỹ_i and ỹ_j of two agents depend on each other beyond their common start, and how the
 * covariance of X depends on one agent's state. At M = 1 the second alone is missing.
 */
import { trace, transpose } from '../../maths/linearAlgebra.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { ErrorMoments } from '../moments/errorMoments.ts';
import { addBetween, addLifted, addRows } from '../levels/blocks.ts';
import { carried, symmetrise } from '../levels/tables.ts';
import { product, productWithTranspose } from '../../maths/rectangular.ts';
import { change, momentsOf } from './sharedRounds.ts';
import { type Passed, type Passes, type TiedAgent, type TiedStart } from './tiedAgents.ts';

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;

/** `X⁺ = B X + Σ_i E_i y_i` of X with its constant. */
export interface TiedStage {
  /** B `[to, from]` */
  readonly shared: Float64Array;
  readonly from: number;
  readonly to: number;
  readonly agents: readonly TiedAgent[];
}

/** A stage with R, the mean of all its agents. */
interface MeanStage extends TiedStage {
  readonly total: Float64Array;
}

/** Mean and covariance of X between stages, and each agent's law of its state and V. */
interface Between {
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
  readonly laws: readonly Vector[];
  readonly tied: readonly Float64Array[];
}

/** Mean and covariance of the state, round by round. */
export class TiedRounds {
  /** whether rounds change nothing any more */
  settled = false;
  readonly #stages: readonly MeanStage[];
  readonly #dimension: number;
  readonly #passes: Passes | undefined;
  #now: Between;

  /**
   * @param initial - X at the start, with its constant
   * @param laws - of each chain's first state
   * @param passes - of the stages' agents, where their noise depends on the state
   */
  constructor(
    stages: readonly TiedStage[],
    dimension: number,
    initial: Float64Array,
    laws: readonly Vector[],
    passes?: Passes,
  ) {
    this.#stages = stages.map((stage) => ({ ...stage, total: meanOf(stage, dimension) }));
    this.#dimension = dimension;
    this.#passes = passes;
    const size = initial.length;
    const tied = laws.map((law) => new Float64Array(law.length * size));
    this.#now = { mean: initial, covariance: new Float64Array(size * size), laws, tied };
  }

  moments(): ErrorMoments {
    const { mean, covariance } = this.#now;
    return momentsOf(mean, covariance, mean.length, this.#dimension);
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const before = this.#now;
    if (this.#passes) this.#passes.errorOverNoise = this.#errorOverNoise();
    let passed: Passed[] = [];
    for (const stage of this.#stages) {
      const { mean, covariance, laws, tied } = this.#now;
      passed = stage.agents.map((agent, i) => {
        const start: TiedStart = { mean, covariance, law: laws[i]!, tied: tied[i]! };
        return { start, noise: agent.noise(start, passed) };
      });
      this.#now = after(stage, passed, this.#dimension);
    }
    const moved = this.#now.tied.map((V, i) => change(before.tied[i]!, V));
    this.settled =
      Math.max(
        change(before.mean, this.#now.mean),
        change(before.covariance, this.#now.covariance),
        ...moved,
      ) <= SETTLED;
  }

  #errorOverNoise(): number {
    const { mean, covariance } = this.#now;
    const noise = trace(covariance, this.#dimension, mean.length);
    return noise > 0 ? 1 + squaredNorm(mean.subarray(0, this.#dimension)) / noise : 1;
  }
}

/** R: B + Σ_i E_i G_i `[to, from]`. */
function meanOf({ shared, from, agents }: TiedStage, d: number): Float64Array {
  const out = Float64Array.from(shared);
  for (const { inputs, lifts, mean } of agents)
    for (const { at, factor } of lifts)
      for (let i = 0; i < d; i++)
        inputs.forEach((column, k) => {
          out[(at + i) * from + column]! += factor * mean[i * inputs.length + k]!;
        });
  return out;
}

function after({ from, to, agents, total }: MeanStage, passed: readonly Passed[], d: number): Between {
  const { mean: m, covariance: C } = passed[0]!.start;
  const mean = product(total, m, to, from, 1);
  const half = product(total, C, to, from, from);
  const covariance = productWithTranspose(half, total, to, from, to);
  const turned = transpose(total, to, from);
  const laws: Float64Array[] = [];
  const tied: Float64Array[] = [];
  agents.forEach(({ lifts, kernel }, i) => {
    const { start, noise } = passed[i]!;
    const { shift, square, tie, ended } = noise;
    const n = start.law.length;
    addRows(mean, 1, shift, lifts, 1);
    const across = product(tie, turned, d, from, to);
    addLifted(covariance, lifts, across, d, to);
    addBetween(covariance, lifts, square, lifts, d, to);
    laws.push(carried(kernel, start.law, n, 1));
    // V⁺ = R V K + E u
    const V = product(carried(kernel, start.tied, n, from), turned, n, from, to);
    for (const { at, factor } of lifts)
      for (let s = 0; s < n; s++)
        for (let a = 0; a < d; a++) V[s * to + at + a]! += factor * ended[s * d + a]!;
    tied.push(V);
  });
  symmetrise(covariance, to);
  return { mean, covariance, laws, tied };
}
