/** What an agent's stage does in the mean and in the mean square from a stationary chain, and what its end says of where the chain is. */
import type { Vector } from '../../maths/vector.ts';
import { packedLength } from '../../maths/packed.ts';
import { CachedLinearMap } from './cachedLinearMap.ts';
import type { LocalChain } from '../chain/localSteps.ts';
import type { StageAgent } from './stages.ts';

/** Of one agent and stage; y `[d]` is a random linear map of x `[q]`. */
export interface StageMoments {
  readonly agent: StageAgent;
  /** G: E[y | x] from stationarity `[d, q]` */
  readonly mean: Float64Array;
  /** U: E[y 1{s'}] `[n, d, q]` */
  readonly ended: Float64Array;
  /** E[y yᵀ] − E[y] E[y]ᵀ as a map of packed E[x xᵀ] `[d d, packed q]`; none where chains forget */
  readonly spread?: Float64Array;
  /** {@link LocalPass.second}, of inputs that move slowly from round to round */
  readonly secondOf: (field: Vector) => Float64Array;
}

/** Part of an input that may be left out, where those before had it not. */
const TOLERANCE = 1e-10;

/**
 * What an agent's stage does.
 *
 * @param forgets - whether all chains forget within the stage where they were
 */
export function stageMoments(agent: StageAgent, forgets: boolean): StageMoments {
  const { pass } = agent;
  const { dimension: d } = pass.chain;
  const q = pass.shape.inputs;
  const { states: n, stationary } = pass.chain;
  const ended = pass.first(weighted(stationary, q), q);
  const mean = new Float64Array(d * q);
  for (let s = 0; s < n; s++) for (let j = 0; j < d * q; j++) mean[j]! += ended[s * d * q + j]!;
  const weights = new Float64Array(n * q * q);
  stationary.forEach((p, s) => weights.fill(1 / Math.sqrt(p), s * q * q, (s + 1) * q * q));
  const still = new Float64Array(n * q * q);
  stationary.forEach((p, s) => (still[(s + 1) * q * q - 1] = p));
  const remembered = new CachedLinearMap((field) => pass.second(field), weights, still);
  const secondOf = (field: Vector): Float64Array => remembered.at(field, TOLERANCE).image;
  return { agent, mean, ended, secondOf, ...(!forgets && { spread: spreadMap(agent, mean) }) };
}

/** Largest difference of P^H from its limit at which a chain has forgotten where it was. */
const FORGOTTEN = 1e-7;

/** Whether a chain forgets within its stage where it was. */
export const forgets = ({ pass: { chain, kernel } }: StageAgent): boolean => chainForgets(chain, kernel);

/** Whether a chain does, P^H its kernel. */
export function chainForgets({ states: n, stationary }: LocalChain, kernel: Vector): boolean {
  return kernel.every((p, at) => Math.abs(p - stationary[at % n]!) <= FORGOTTEN);
}

function spreadMap(agent: StageAgent, mean: Vector): Float64Array {
  const { states: n, stationary, dimension: d } = agent.pass.chain;
  const q = agent.pass.shape.inputs;
  const D = packedLength(q);
  const spread = secondMaps(agent, [stationary], [new Float64Array(n).fill(1)])[0]![0]!;
  for (let a = 0; a < d; a++) {
    for (let b = 0; b < d; b++) {
      const row = (a * d + b) * D;
      for (let i = 0, at = 0; i < q; i++)
        for (let j = 0; j <= i; j++, at++)
          spread[row + at]! -=
            mean[a * q + i]! * mean[b * q + j]! + (i === j ? 0 : mean[a * q + j]! * mean[b * q + i]!);
    }
  }
  return spread;
}

/** The field weight(s) · identity `[n, q, q]`. */
export function weighted(weights: Vector, q: number): Float64Array {
  const out = new Float64Array(weights.length * q * q);
  weights.forEach((weight, s) => {
    for (let j = 0; j < q; j++) out[(s * q + j) * q + j] = weight;
  });
  return out;
}

/**
 * E[f(s') y yᵀ] as maps of packed x xᵀ `[d d, packed q]`, of chains that start with a weight and functions f of where
 * they end: by weight, then by function.
 */
export function secondMaps(
  { pass }: StageAgent,
  starts: readonly Vector[],
  functions: readonly Vector[],
): Float64Array[][] {
  const { dimension: d, states: n } = pass.chain;
  const q = pass.shape.inputs;
  const D = packedLength(q);
  return starts.map((weights) => {
    const maps = functions.map(() => new Float64Array(d * d * D));
    for (let i = 0, at = 0; i < q; i++) {
      for (let j = 0; j <= i; j++, at++) {
        const field = new Float64Array(n * q * q);
        for (let s = 0; s < n; s++) {
          field[(s * q + i) * q + j] = weights[s]!;
          field[(s * q + j) * q + i] = weights[s]!;
        }
        const end = pass.second(field);
        functions.forEach((values, k) => {
          const map = maps[k]!;
          for (let s = 0; s < n; s++) {
            const value = values[s]!;
            if (value !== 0)
              for (let ab = 0; ab < d * d; ab++) map[ab * D + at]! += value * end[s * d * d + ab]!;
          }
        });
      }
    }
    return maps;
  });
}
