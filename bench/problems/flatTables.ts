/**
 * A TD(0) problem as flat arrays, for rivals that share no code with the program: rewards, features
 * and alias tables of all agents one after another, and the words that seed their generators.
 *
 * What the program's problems do not show (rewards, features, discounts) is generated again here by
 * the same recipe, and the alias tables are built again by Vose's method. A bench asserts that a
 * rival ends at the same θ, so a recipe that drifted apart would be detected.
 */
import seedrandom from 'seedrandom';
import { generatorFor } from '../../src/maths/generator.ts';
import type { Vector } from '../../src/maths/vector.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Plan } from '../harness/plan.ts';
import type { GarnetSpecification, LinearFeaturesTdSpecification } from '../../src/problems/specification.ts';

type TdSpecification = LinearFeaturesTdSpecification | GarnetSpecification;

/** Rows of all agents' tables: S rows of successors, then the stationary law; agent after agent. */
export interface FlatTables {
  readonly agents: number;
  readonly states: number;
  readonly dimension: number;
  /** doubles between one agent's features and the next's; 0 where all share them */
  readonly featureStride: number;
  /** γ_i `[M]`, r_i(s) `[M, S]`, φ_i(s) `[M or 1, S, d]` */
  readonly discounts: Float64Array;
  readonly rewards: Float64Array;
  readonly features: Float64Array;
  /** the state of each agent's xoshiro128++ `[M, 4]` */
  readonly words: Uint32Array;
  /** slots of row r: offsets[r] … offsets[r + 1] − 1; `[M (S + 1) + 1]` */
  readonly offsets: Uint32Array;
  readonly thresholds: Uint32Array;
  readonly columns: Uint16Array;
  readonly alias: Uint16Array;
}

interface Process {
  readonly discount: number;
  readonly rewards: Vector;
  readonly features: Vector;
}

/** The recipe of the problem `linear-features-td`, up to its kernel. */
function linearFeatures(specification: LinearFeaturesTdSpecification, agent: number): Process {
  const { states: S, dimension: d, seed, discount, reward } = specification;
  const draw = generatorFor(seed, 'problem', 'reward process', agent);
  const between = ([low, high]: readonly [number, number]): number => low + (high - low) * draw.uniform();
  return {
    discount: between(discount),
    rewards: Float64Array.from({ length: S }, () => between(reward)),
    features: Float64Array.from({ length: S * d }, () => draw.uniform()),
  };
}

/** The recipe of the problem `garnet` in its low heterogeneity: one process for all agents. */
function lowGarnet({ states: S, dimension: d, seed, discount }: GarnetSpecification): Process {
  const draw = generatorFor(seed, 'problem', 'features');
  const features = Float64Array.from({ length: S * d }, () => draw.normal());
  for (let s = 0; s < S; s++) {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += features[s * d + j]! ** 2;
    for (let j = 0; j < d; j++) features[s * d + j]! /= Math.sqrt(sum);
  }
  const rewardDraw = generatorFor(seed, 'problem', 'rewards');
  return { discount, rewards: Float64Array.from({ length: S }, () => rewardDraw.uniform()), features };
}

/** The slots of one distribution: own successor, threshold in units of 2⁻³², alias. */
function vose(probabilities: Vector): { columns: number[]; thresholds: number[]; alias: number[] } {
  const ours = [...probabilities.keys()].filter((c) => probabilities[c]! > 0);
  const total = ours.reduce((sum, c) => sum + probabilities[c]!, 0);
  const share = ours.map((c) => (probabilities[c]! / total) * ours.length);
  const thresholds = ours.map(() => 0);
  const alias = [...ours];
  const below: number[] = [];
  const above: number[] = [];
  share.forEach((value, k) => (value < 1 ? below : above).push(k));
  while (below.length > 0 && above.length > 0) {
    const poor = below.pop()!;
    const rich = above.pop()!;
    thresholds[poor] = Math.min(Math.round(share[poor]! * 2 ** 32), 2 ** 32 - 1);
    alias[poor] = ours[rich]!;
    share[rich] = share[rich]! + share[poor]! - 1;
    (share[rich] < 1 ? below : above).push(rich);
  }
  return { columns: ours, thresholds, alias };
}

/** @param seed - the run's seed, which names the agents' streams */
export function flatTables(specification: TdSpecification, seed: number): FlatTables {
  const { agents: M, states: S, dimension: d } = specification;
  const problem = buildProblem(specification);
  const discounts = new Float64Array(M);
  const rewards = new Float64Array(M * S);
  const featureStride = specification.kind === 'garnet' ? 0 : S * d;
  const features = new Float64Array(featureStride === 0 ? S * d : M * S * d);
  const words = new Uint32Array(4 * M);
  const offsets = [0];
  const slots = { columns: [] as number[], thresholds: [] as number[], alias: [] as number[] };
  for (let agent = 0; agent < M; agent++) {
    const process =
      specification.kind === 'garnet' ? lowGarnet(specification) : linearFeatures(specification, agent);
    discounts[agent] = process.discount;
    rewards.set(process.rewards, agent * S);
    features.set(process.features, agent * featureStride);
    const arc4 = seedrandom(`fedsa/${seed}/chain/${agent}`);
    for (let k = 0; k < 4; k++) words[4 * agent + k] = arc4.int32();
    const { transition, stationary } = problem.agent(agent).chain!;
    for (let row = 0; row <= S; row++) {
      const { columns, thresholds, alias } = vose(
        row < S ? transition.subarray(row * S, (row + 1) * S) : stationary,
      );
      slots.columns.push(...columns);
      slots.thresholds.push(...thresholds);
      slots.alias.push(...alias);
      offsets.push(slots.columns.length);
    }
  }
  return {
    agents: M,
    states: S,
    dimension: d,
    featureStride,
    discounts,
    rewards,
    features,
    words,
    offsets: Uint32Array.from(offsets),
    thresholds: Uint32Array.from(slots.thresholds),
    columns: Uint16Array.from(slots.columns),
    alias: Uint16Array.from(slots.alias),
  };
}

/**
 * The tables as one file, little-endian: ten 32-bit integers (M, S, d, H, T, first timed round,
 * slots, feature stride, 1 for i.i.d. transitions, 1 for SCAFFLSA), η, then the arrays in the order of {@link FlatTables}.
 */
export function tablesFile(tables: FlatTables, plan: Plan): Uint8Array {
  const { agents, states, dimension, featureStride } = tables;
  const { algorithm, sampling, localSteps, rounds, timedFrom, stepSize } = plan;
  const integers = [
    agents,
    states,
    dimension,
    localSteps,
    rounds,
    timedFrom,
    tables.columns.length,
    featureStride,
    Number(sampling === 'iid'),
    Number(algorithm === 'scafflsa'),
  ];
  const parts = [
    Int32Array.from(integers),
    Float64Array.of(stepSize),
    tables.discounts,
    tables.rewards,
    tables.features,
    tables.words,
    tables.offsets,
    tables.thresholds,
    tables.columns,
    tables.alias,
  ];
  const file = new Uint8Array(parts.reduce((bytes, part) => bytes + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return file;
}
