/**
 * What an agent's round adds to the mean round, `y = G x + ỹ`, and how much of it: its chain is followed by itself,
 * exactly within a round, from what is known of it at the start.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import { addProduct, addTransposed, product } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { LocalPass } from '../levels/localPass.ts';
import type { Lift } from '../levels/stages.ts';
import { carried } from '../levels/tables.ts';
import type { FixedRound } from './fixedRound.ts';
import type { LocalChain, LocalShape } from './localSteps.ts';
import { CachedLinearMap } from './cachedLinearMap.ts';

/** What is known at the start of a stage of X and of one agent's chain. */
export interface TiedStart {
  /** E[X] and Cov(X) `[size]`, `[size, size]`, with the constant */
  readonly mean: Vector;
  readonly covariance: Vector;
  /** law of the chain's state `[n]` */
  readonly law: Vector;
  /** V(s) = E[(X − E X) 1{s}] `[n, size]` */
  readonly tied: Vector;
}

/** The moments of ỹ. */
export interface TiedNoise {
  /** E[ỹ] `[d]` */
  readonly shift: Float64Array;
  /** Cov(ỹ) `[d, d]` */
  readonly square: Float64Array;
  /** Cov(ỹ, X) `[d, size]` */
  readonly tie: Float64Array;
  /** E[(ỹ − E ỹ) 1{s'}] `[n, d]`, s' where the chain ends */
  readonly ended: Float64Array;
}

/** An agent in a stage. */
export interface TiedAgent {
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
  /** G `[d, q]` */
  readonly mean: Float64Array;
  /** the chain's moves in the stage `[n, n]` */
  readonly kernel: Float64Array;
  /** @param passed - what all agents were and did in the stage before, of a round with two */
  readonly noise: (start: TiedStart, passed: readonly Passed[]) => TiedNoise;
}

/** An agent in a stage that has passed. */
export interface Passed {
  readonly start: TiedStart;
  readonly noise: TiedNoise;
}

/** How exactly maps of slowly moving inputs are applied, and how often so far. */
export interface Passes {
  count: number;
  readonly most: number;
  /** how many times greater E‖θ̄ − θ*‖² is than what noise makes of it */
  errorOverNoise: number;
}

/** Part of a round's noise that a remembered input may leave out, while noise is all of the error. */
const TOLERANCE = 3e-5;
/** How many times more it may be while bias is most of it: that noise stays when the bias has gone. */
const MOST_TOLERANT = 20;

const toleranceOf = ({ count, most, errorOverNoise }: Passes): number =>
  count < most ? TOLERANCE * Math.min(MOST_TOLERANT, errorOverNoise) : Infinity;

/** Local steps of a chain, with what they do in the mean. */
export interface Steps {
  readonly pass: LocalPass;
  /** Φ(s): E[y | s] as a map of x `[n, d, q]`, and with s from its stationary law `[d, q]` */
  readonly means: Float64Array;
  readonly mean: Float64Array;
}

/**
 * So many local steps.
 *
 * @param maps - z at their start as a map of x `[local size, q]`
 */
export function stepsOf(chain: LocalChain, local: LocalShape, steps: number, maps: Float64Array): Steps {
  const inputs = maps.length / local.size;
  const opening = { perState: false, maps };
  const pass = new LocalPass(chain, { local, inputs, opening, moves: false, steps });
  const means = pass.mean();
  return { pass, means, mean: stationaryMean(chain.stationary, means, local.dimension * inputs) };
}

/** Σ_s π(s) maps(s). */
const stationaryMean = (stationary: Vector, maps: Vector, length: number): Float64Array =>
  product(stationary, maps, 1, stationary.length, length);

/** O T(s) Oᵀ `[n, rows, rows]` of O `[rows, q]` and T `[n, q, q]`. */
export function conjugated(O: Vector, T: Vector, states: number, rows: number, q: number): Float64Array {
  const out = new Float64Array(states * rows * rows);
  for (let s = 0; s < states; s++) {
    const half = product(O, T.subarray(s * q * q, (s + 1) * q * q), rows, q, q);
    addTransposed(out.subarray(s * rows * rows, (s + 1) * rows * rows), 1, half, O, rows, q);
  }
  return out;
}

/** Where a stage's agents read X, and where their results go. */
export interface Place {
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
}

/** E[x xᵀ 1{s}] `[n, q, q]`, without third cumulants; its last column is E[x 1{s}]. */
export function startField(
  { mean, covariance, law, tied }: TiedStart,
  inputs: readonly number[],
): Float64Array {
  const size = mean.length;
  const q = inputs.length;
  const out = new Float64Array(law.length * q * q);
  law.forEach((p, s) => {
    inputs.forEach((row, i) => {
      const m = mean[row]!;
      const v = tied[s * size + row]!;
      inputs.forEach((column, j) => {
        const second = covariance[row * size + column]! + m * mean[column]!;
        out[(s * q + i) * q + j] = p * second + v * mean[column]! + m * tied[s * size + column]!;
      });
    });
  });
  return out;
}

/**
 * E[ỹ ỹᵀ] `[d, d]`, E[ỹ 1{s'}] `[n, d]` and E[ỹ xᵀ] `[d, q]`, one after the other.
 *
 * @param now - E[x xᵀ 1{s}] at the start
 * @param end - E[z zᵀ 1{s'}]
 * @param mean - G as a map of x
 */
export function centred(steps: Steps, now: Vector, end: Vector, mean: Vector): Float64Array {
  const { pass, means } = steps;
  const { states: n, dimension: d } = pass.chain;
  const { inputs: q, local } = pass.shape;
  const z = local.size;
  const cross = new Float64Array(d * q);
  const all = new Float64Array(q * q);
  const started = new Float64Array(n * q);
  for (let s = 0; s < n; s++) {
    const block = now.subarray(s * q * q, (s + 1) * q * q);
    addProduct(cross, 0, 1, means, s * d * q, block, d, q, q);
    for (let j = 0; j < q * q; j++) all[j]! += block[j]!;
    for (let j = 0; j < q; j++) started[s * q + j] = block[(j + 1) * q - 1]!;
  }
  const moved = carried(pass.kernel, started, n, q);
  const out = new Float64Array(d * d + n * d + d * q);
  for (let s = 0; s < n; s++) {
    for (let i = 0; i < d; i++) {
      const row = (s * z + i) * z;
      for (let j = 0; j < d; j++) out[i * d + j]! += end[row + j]!;
      let value = end[row + z - 1]!;
      for (let k = 0; k < q; k++) value -= mean[i * q + k]! * moved[s * q + k]!;
      out[d * d + s * d + i] = value;
    }
  }
  // E[ỹ ỹᵀ] = E[y yᵀ] − E[y xᵀ] Gᵀ − G E[ỹ xᵀ]ᵀ
  addTransposed(out, -1, cross, mean, d, q);
  addProduct(cross, 0, -1, mean, 0, all, d, q, q);
  addTransposed(out, -1, mean, cross, d, q);
  out.set(cross, d * d + n * d);
  return out;
}

/** An agent that takes its steps from what it keeps and the server sends. */
export function plainAgent(steps: Steps, { inputs, lifts }: Place, passes: Passes): TiedAgent {
  const { pass, means, mean } = steps;
  const { kernel, chain } = pass;
  const { states: n, stationary, dimension: d } = chain;
  const q = inputs.length;
  const rises = means.map((value, at) => value - mean[at % (d * q)]!);
  const image = remembered(steps, passes, 0, (field) => centred(steps, field, pass.whole(field), mean));
  return {
    inputs,
    lifts,
    mean,
    kernel,
    noise: (start) => {
      const tie = tieOf(start, inputs, rises, stationary);
      return { ...noiseOf(image(startField(start, inputs)), carried(kernel, start.law, n, 1), d), tie };
    },
  };
}

/**
 * Cov(ỹ, X) `[d, size]`: Σ_s ρ(s) (p(s) Cov(x, X) + E[x] V(s)ᵀ).
 *
 * @param rises - ρ(s): E[ỹ | s] as a map of x `[n, d, q]`, in the mean over π(s) 0
 */
export function tieOf(
  { mean, covariance, law, tied }: TiedStart,
  inputs: readonly number[],
  rises: Vector,
  stationary: Vector,
): Float64Array {
  const size = mean.length;
  const n = law.length;
  const q = inputs.length;
  const d = rises.length / (n * q);
  const excess = new Float64Array(d * q);
  const known = new Float64Array(d * n);
  for (let s = 0; s < n; s++) {
    const p = law[s]! - stationary[s]!;
    for (let i = 0; i < d; i++) {
      inputs.forEach((row, k) => {
        const rise = rises[(s * d + i) * q + k]!;
        excess[i * q + k]! += p * rise;
        known[i * n + s]! += rise * mean[row]!;
      });
    }
  }
  const tie = product(known, tied, d, n, size);
  inputs.forEach((row, k) => {
    const covariances = covariance.subarray(row * size, (row + 1) * size);
    for (let i = 0; i < d; i++) {
      const factor = excess[i * q + k]!;
      if (factor !== 0) for (let j = 0; j < size; j++) tie[i * size + j]! += factor * covariances[j]!;
    }
  });
  return tie;
}

/** An agent whose noise does not depend on X. */
export function fixedAgent(
  { meanOverall, kernel, conditionalMeans: rises, image }: FixedRound,
  { inputs, lifts }: Place,
): TiedAgent {
  const d = meanOverall.length / inputs.length;
  const n = rises.length / d;
  const turned = transpose(rises, n, d);
  return {
    inputs,
    lifts,
    mean: meanOverall,
    kernel,
    noise: ({ mean, law, tied }) => {
      const tie = product(turned, tied, d, n, mean.length);
      const shift = product(turned, law, d, n, 1);
      return { ...noiseOf(image, carried(kernel, law, n, 1), d, shift), tie };
    },
  };
}

/** The moments of ỹ about its mean, of those that {@link centred} gives. */
export function noiseOf(
  image: Vector,
  law: Vector,
  d: number,
  shift: Float64Array = stationaryMean(new Float64Array(law.length).fill(1), image.subarray(d * d), d),
): Omit<TiedNoise, 'tie'> {
  const square = image.slice(0, d * d);
  for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) square[i * d + j]! -= shift[i]! * shift[j]!;
  const ended = image.slice(d * d, d * d + law.length * d);
  law.forEach((p, s) => {
    for (let i = 0; i < d; i++) ended[s * d + i]! -= p * shift[i]!;
  });
  return { shift, square, ended };
}

/**
 * A map of E[x xᵀ 1{s}] at the start of steps, and of numbers behind it, that is applied to what an input has which
 * earlier ones had not.
 *
 * @param more - how many numbers are behind the field
 */
export function remembered(
  steps: Steps,
  passes: Passes,
  more: number,
  apply: (input: Float64Array) => Float64Array,
): (input: Vector) => Float64Array {
  const { stationary, states: n } = steps.pass.chain;
  const { inputs: q } = steps.pass.shape;
  const ofX = weightsOf(steps);
  const weights = new Float64Array(n * q * q + more).fill(ofX[0]! ** 2);
  // an agent that starts at the root: what additive noise depends on, and all it does
  const still = new Float64Array(weights.length);
  for (let s = 0; s < n; s++) {
    const weight = 1 / Math.sqrt(stationary[s]! + 1e-3 / n);
    for (let i = 0; i < q; i++)
      for (let j = 0; j < q; j++) weights[(s * q + i) * q + j] = weight * ofX[i]! * ofX[j]!;
    still[(s + 1) * q * q - 1] = stationary[s]!;
  }
  const known = new CachedLinearMap(apply, weights, still);
  return (input) => {
    const { image, applied } = known.at(input, toleranceOf(passes));
    if (applied) passes.count++;
    return image;
  };
}

/**
 * How much each coordinate of x has to do with the noise of y: the constant by the noise at the root, θ̄ by what the
 * operators do to it, and the others beside θ̄ as their parts in y.
 */
function weightsOf({ pass: { chain, shape }, mean }: Steps): Float64Array {
  const { inputs: q } = shape;
  const { operators, stationary, first, probability, operator, dimension: d } = chain;
  let ofRoot = 0;
  let ofModel = 0;
  for (let s = 0; s < chain.states; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = stationary[s]! * probability[e]!;
      const k = operator[e]!;
      if (operators.kind === 'rank-one') {
        const phi = squares(operators.phi, k * d, d);
        ofRoot += p * phi * operators.rho[k]! ** 2;
        ofModel += p * phi * squares(operators.psi, k * d, d);
      } else {
        ofRoot += p * squares(operators.r, k * d, d);
        ofModel += p * squares(operators.A, k * d * d, d * d);
      }
    }
  }
  const model = Math.sqrt(ofModel / d) || 1;
  const out = new Float64Array(q).fill(model);
  for (let from = d; from < q - 1; from += d) {
    let square = 0;
    for (let i = 0; i < d; i++) square += squares(mean, i * q + from, d);
    out.fill(model * Math.max(1e-6, Math.sqrt(square / d)), from, from + d);
  }
  out[q - 1] = Math.sqrt(ofRoot) || model;
  return out;
}

function squares(values: Vector, from: number, count: number): number {
  let sum = 0;
  for (let j = from; j < from + count; j++) sum += values[j]! ** 2;
  return sum;
}
