/**
 * An agent's round with a second exchange (FedHSA): local step 0 and the correction hold the average
 * g of all agents' values at their first observation.
 *
 * With w_i = G_i(θ̄, o_0) − Ḡ_i(θ̄) that average is `g = Ḡ(θ̄) + (1/M) Σ_k w_k`, and what agent i reaches
 * is `y_i + Ψ_i (1/M) Σ_{k≠i} w_k`: y_i depends on its own chain alone. The mean of Ψ_i makes the w_k part of
 * agent k's own result, `Y_k = y_k + (1/M) Σ_{i≠k} Ψ̄_i w_k`. What is left, `(Ψ_i − Ψ̄_i) w_k`, is noise of its
 * own, which joins agent i's: its covariance is E[Ψ_i Ω_i Ψ_iᵀ] − Ψ̄_i Ω_i Ψ̄_iᵀ, with Ω_i = M⁻² Σ_{k≠i} E[w_k w_kᵀ].
 */
import type { LinearMean } from '../../problems/operator.ts';
import { affineInto, type Vector } from '../../maths/vector.ts';
import { addProduct, addTransposed } from './addedProducts.ts';
import { type AgentRound, arrivals, centred, crossOf, overall } from './agentRound.ts';
import type { LocalChain } from './localSteps.ts';
import { meanOverSteps } from './firstMoments.ts';
import { kernelOf } from './moves.ts';
import type { Exchange, RoundShape } from './roundShape.ts';
import { secondsAfter } from './secondMoments.ts';

/** An agent of a round with a second exchange. */
export interface ExchangeRound extends AgentRound {
  /** E[w wᵀ] `[d, d]` for E[x xᵀ] `[size, size]`, s_0 ∼ π */
  exchangeNoise(second: Vector): Float64Array;
  /** Ψ̄ `[d, d]` */
  readonly fromOthers: Float64Array;
}

/** All agents' rounds; the input of each is T(s), and after it Ω_i `[d, d]`. */
export function exchangeRounds(
  chains: readonly LocalChain[],
  means: readonly LinearMean[],
  root: Vector,
  shape: RoundShape,
  steps: number,
): ExchangeRound[] {
  const { dimension: d, size: X } = shape;
  const exchange = shape.exchange!;
  const M = chains.length;
  const own = means.map((mean) => valueMap(mean, root, d));
  const average = new Float64Array(d * X);
  for (const map of own) for (let j = 0; j < map.length; j++) average[j]! += map[j]! / M;
  const later = chains.map((chain) => meanOverSteps(chain, shape.local, steps - 1));
  const fromOthers = chains.map((chain, i) => responseToAverage(chain, later[i]!, shape, exchange));
  const sum = new Float64Array(d * d);
  for (const psi of fromOthers) for (let j = 0; j < sum.length; j++) sum[j]! += psi[j]!;
  return chains.map((chain, i) => {
    const toOthers = sum.map((value, j) => (value - fromOthers[i]![j]!) / M);
    return exchangeRound({
      chain,
      shape,
      exchange,
      steps,
      agents: M,
      own: own[i]!,
      average,
      later: later[i]!,
      fromOthers: fromOthers[i]!,
      toOthers,
    });
  });
}

/** Ḡ about the root as a map of x = (e, 1): `[d, d + 1]`. */
function valueMap({ A, b }: LinearMean, root: Vector, d: number): Float64Array {
  const r = new Float64Array(d);
  affineInto(r, A, b, root);
  const out = new Float64Array(d * (d + 1));
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) out[i * (d + 1) + j] = -A[i * d + j]!;
    out[i * (d + 1) + d] = r[i]!;
  }
  return out;
}

/** Ψ̄ = E_π[∂y/∂g] over what g does to model and correction. */
function responseToAverage(
  { stationary }: LocalChain,
  later: Vector,
  { dimension: d, local: { size: D } }: RoundShape,
  { modelOfMean, correctionOfMean }: Exchange,
): Float64Array {
  const mean = overall(later, stationary, d * D);
  return Float64Array.from({ length: d * d }, (_, at) => {
    const row = Math.floor(at / d) * D;
    return modelOfMean * mean[row + (at % d)]! + correctionOfMean * mean[row + d + (at % d)]!;
  });
}

interface Parts {
  readonly chain: LocalChain;
  readonly shape: RoundShape;
  readonly exchange: Exchange;
  readonly steps: number;
  readonly agents: number;
  /** Ḡ_i and Ḡ as maps of x `[d, size]` */
  readonly own: Vector;
  readonly average: Vector;
  /** means of the steps after the first `[n, d, local size]` */
  readonly later: Vector;
  /** Ψ̄_i, and (1/M) Σ_{k≠i} Ψ̄_k `[d, d]` */
  readonly fromOthers: Float64Array;
  readonly toOthers: Float64Array;
}

function exchangeRound(parts: Parts): ExchangeRound {
  const { chain, shape, exchange, steps, agents: M, own, average, later, fromOthers, toOthers } = parts;
  const { dimension: d, local, size: X } = shape;
  const { states: n, stationary, first, next, probability, operator } = chain;
  const D = local.size;
  const first0 = new Float64Array(D * X);
  const value = new Float64Array(d * X);
  // f = known + share w, of which the known part is a map of x
  const known = Float64Array.from(
    own,
    (mean, j) => exchange.correctionOfMean * average[j]! + exchange.correctionOfOwn * mean,
  );
  const share = exchange.correctionOfMean / M + exchange.correctionOfOwn;
  const firstMap = (k: number): void => {
    valueOf(chain, k, value);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < X; j++) {
        const g = average[i * X + j]! + (value[i * X + j]! - own[i * X + j]!) / M;
        first0[i * X + j] = exchange.modelOfMean * g + (i === j ? exchange.modelOfServer : 0);
        first0[(d + i) * X + j] =
          exchange.correctionOfMean * g + exchange.correctionOfOwn * value[i * X + j]!;
      }
    }
    first0[D * X - 1] = 1;
  };

  const before = new Float64Array(n * d * X);
  const gathered = new Float64Array(n * d * X);
  const noises: { readonly weight: number; readonly map: Float64Array }[] = [];
  for (let s = 0; s < n; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      const p = probability[e]!;
      firstMap(operator[e]!);
      addProduct(before, s * d * X, p, later, next[e]! * d * D, first0, d, D, X);
      const map = value.map((v, j) => v - own[j]!);
      for (let j = 0; j < map.length; j++) gathered[s * d * X + j]! += p * map[j]!;
      if (stationary[s]! > 0) noises.push({ weight: stationary[s]! * p, map });
    }
  }
  const mean = Float64Array.from(before);
  for (let s = 0; s < n; s++)
    addProduct(mean, s * d * X, 1, toOthers, 0, gathered.subarray(s * d * X), d, d, X);
  const meanOverall = overall(mean, stationary, d * X);
  const kernel = kernelOf(chain, steps);
  const tensor = secondTensor(noises, d, X);
  return {
    chain,
    mean,
    meanOverall,
    kernel,
    fromOthers,
    inputSize: n * X * X + d * d,
    exchangeNoise: (second) => appliedTensor(tensor, second, d),
    respond(input) {
      const omega = input.subarray(n * X * X);
      const field = new Float64Array(n * D * D);
      const half = new Float64Array(D * X);
      let made = -1;
      const squared = new Float64Array(d * d);
      const noise = new Float64Array(d * X);
      for (let s = 0; s < n; s++) {
        const T = input.subarray(s * X * X, (s + 1) * X * X);
        made = -1;
        const image = new Float64Array(D * D);
        for (let e = first[s]!; e < first[s + 1]!; e++) {
          const p = probability[e]!;
          if (operator[e]! !== made) {
            made = operator[e]!;
            firstMap(made);
            half.fill(0);
            addProduct(half, 0, 1, first0, 0, T, D, X, X);
            image.fill(0);
            addTransposed(image, 1, half, first0, D, X);
          }
          const to = next[e]! * D * D;
          for (let j = 0; j < D * D; j++) field[to + j]! += p * image[j]!;
          valueOf(chain, made, value);
          for (let j = 0; j < d * X; j++) value[j]! -= own[j]!;
          noise.fill(0);
          addProduct(noise, 0, p, value, 0, T, d, X, X);
          addTransposed(squared, 1, noise, value, d, X);
        }
      }
      const { modelOfMean, correctionOfMean } = exchange;
      const factors = [modelOfMean, correctionOfMean];
      for (let s = 0; s < n; s++) {
        const weight = stationary[s]!;
        if (weight === 0) continue;
        for (let i = 0; i < 2 * d; i++) {
          for (let j = 0; j < 2 * d; j++) {
            const factor = weight * factors[i < d ? 0 : 1]! * factors[j < d ? 0 : 1]!;
            field[(s * D + i) * D + j]! += factor * omega[(i % d) * d + (j % d)]!;
          }
        }
      }
      const end = secondsAfter(chain, local, field, steps - 1);
      const square = new Float64Array(d * d);
      const withF = new Float64Array(d * d);
      const carried = new Float64Array(n * d);
      for (let s = 0; s < n; s++) {
        const at = s * D * D;
        for (let i = 0; i < d; i++) {
          for (let j = 0; j < d; j++) {
            square[i * d + j]! += end[at + i * D + j]!;
            withF[i * d + j]! += end[at + i * D + d + j]!;
          }
          carried[s * d + i] = end[at + i * D + D - 1]!;
        }
      }
      const meanNoise = new Float64Array(d * d);
      addProduct(meanNoise, 0, 1, fromOthers, 0, omega, d, d, d);
      addTransposed(square, -1, meanNoise, fromOthers, d, d);
      const cross = crossOf(before, input, n, d, X);
      if (M > 1) {
        // E[y wᵀ] from E[y fᵀ], of which the others' part is Ψ̄ Ω, and E[w 1{s'}] from E[f 1{s'}]
        const withW = withF;
        for (let j = 0; j < d * d; j++) withW[j]! -= correctionOfMean * meanNoise[j]!;
        addTransposed(withW, -1, cross, known, d, X);
        for (let j = 0; j < d * d; j++) withW[j]! /= share;
        const turned = new Float64Array(d * d);
        addTransposed(turned, 1, withW, toOthers, d, d);
        for (let i = 0; i < d; i++)
          for (let j = 0; j < d; j++) square[i * d + j]! += turned[i * d + j]! + turned[j * d + i]!;
        const half2 = new Float64Array(d * d);
        addProduct(half2, 0, 1, toOthers, 0, squared, d, d, d);
        addTransposed(square, 1, half2, toOthers, d, d);
        const arrived = arrivals(input, kernel, n, X);
        for (let s = 0; s < n; s++) {
          const w = new Float64Array(d);
          for (let i = 0; i < d; i++) {
            let sum = end[(s * D + d + i) * D + D - 1]!;
            for (let k = 0; k < X; k++) sum -= known[i * X + k]! * arrived[s * X + k]!;
            w[i] = sum / share;
          }
          for (let i = 0; i < d; i++)
            for (let k = 0; k < d; k++) carried[s * d + i]! += toOthers[i * d + k]! * w[k]!;
        }
        const gatheredCross = crossOf(gathered, input, n, d, X);
        addProduct(cross, 0, 1, toOthers, 0, gatheredCross, d, d, X);
      }
      return centred(square, cross, carried, meanOverall, input, kernel, n);
    },
  };
}

/** Writes G(o) about the root as a map of x = (e, 1). */
function valueOf({ dimension: d, operators }: LocalChain, k: number, out: Float64Array): void {
  const X = d + 1;
  for (let i = 0; i < d; i++) {
    if (operators.kind === 'rank-one') {
      const own = operators.phi[k * d + i]!;
      for (let j = 0; j < d; j++) out[i * X + j] = -own * operators.psi[k * d + j]!;
      out[i * X + d] = own * operators.rho[k]!;
    } else {
      for (let j = 0; j < d; j++) out[i * X + j] = -operators.A[(k * d + i) * d + j]!;
      out[i * X + d] = operators.r[k * d + i]!;
    }
  }
}

/** E[w wᵀ] as a linear map of E[x xᵀ]: for each (i, j ≤ i) a matrix `[size, size]`. */
function secondTensor(
  noises: readonly { readonly weight: number; readonly map: Float64Array }[],
  d: number,
  X: number,
): Float64Array {
  const out = new Float64Array(((d * (d + 1)) / 2) * X * X);
  for (const { weight, map } of noises) {
    let at = 0;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= i; j++) {
        for (let k = 0; k < X; k++) {
          const factor = weight * map[i * X + k]!;
          for (let l = 0; l < X; l++) out[at++]! += factor * map[j * X + l]!;
        }
      }
    }
  }
  return out;
}

function appliedTensor(tensor: Vector, second: Vector, d: number): Float64Array {
  const out = new Float64Array(d * d);
  let at = 0;
  for (let i = 0; i < d; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < second.length; k++) sum += tensor[at++]! * second[k]!;
      out[i * d + j] = sum;
      out[j * d + i] = sum;
    }
  }
  return out;
}
