/** An agent's part of rounds in which its chain forgets where it stood: what rounds next to each other have in common. */
import type { Vector } from '../../maths/vector.ts';
import { packedLength } from '../moments/symmetric.ts';
import { slowMoments } from './slowMoments.ts';
import type { Lift, StageAgent } from './stages.ts';

/**
 * A round makes y `[d]` of the agent's part x `[q]` of X: `y = (G + Ỹ) x`. Ỹ and that of the round before share the
 * state s between them, and hardly anything else.
 */
export interface ForgetfulAgent {
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
  /** G `[d, q]` */
  readonly mean: Float64Array;
  /** E[Ỹ x xᵀ Ỹᵀ] as a map of packed x xᵀ `[pairs of d, packed q]` */
  readonly excess: Float64Array;
  /** E[Ỹ | s] of the state at the round's start `[n, d, q]` */
  readonly started: Float64Array;
  /** where the local vector ends in the mean `[z, q]` */
  readonly reached: Float64Array;
  /** E[y 1{s'}] − π(s') E[y] of the state at its end, as a map of where the local vector ends `[n, d, z]` */
  readonly ended: Float64Array;
  /** beside the first round's: what it has where the chain does not start from its stationary law */
  readonly first?: FirstRound;
}

/** How a round from the law of the first state differs from one from π. */
export interface FirstRound {
  /** of E[y] `[d, q]` */
  readonly mean: Float64Array;
  /** of E[y yᵀ] `[pairs of d, packed q]` */
  readonly second: Float64Array;
}

/** The part of an agent; none where its steps are too large for its chain's mixing time. */
export function forgetfulAgent({ pass, inputs, lifts }: StageAgent): ForgetfulAgent | undefined {
  const { chain, shape } = pass;
  const { opening, local, inputs: q } = shape;
  const { states: n, dimension: d, stationary, start } = chain;
  const slow = slowMoments(chain, local, shape.steps);
  if (slow === undefined) return undefined;
  const z = local.size;
  const open = (rows: Vector, at: number, count: number): Float64Array => {
    const out = new Float64Array(count * q);
    for (let i = 0; i < count; i++)
      for (let k = 0; k < z; k++) {
        const factor = rows[at + i * z + k]!;
        if (factor !== 0) for (let j = 0; j < q; j++) out[i * q + j]! += factor * opening.maps[k * q + j]!;
      }
    return out;
  };
  const mean = open(slow.first, 0, d);
  const started = open(slow.started, 0, n * d);
  for (let s = 0; s < n; s++) for (let k = 0; k < d * q; k++) started[s * d * q + k]! -= mean[k]!;
  const reached = new Float64Array(z * q);
  reached.set(mean);
  reached.set(opening.maps.subarray(d * q), d * q);
  const excess = opened(slow.second, opening.maps, d, z, q);
  for (let a = 0, r = 0; a < d; a++)
    for (let b = 0; b <= a; b++, r++)
      for (let i = 0, at = r * packedLength(q); i < q; i++)
        for (let j = 0; j <= i; j++, at++)
          excess[at]! -=
            mean[a * q + i]! * mean[b * q + j]! + (i === j ? 0 : mean[a * q + j]! * mean[b * q + i]!);
  const isStationary = start.every((p, s) => Math.abs(p - stationary[s]!) <= 1e-12);
  if (isStationary) return { inputs, lifts, mean, excess, started, reached, ended: slow.ended };
  const ofFirst = new Float64Array(d * q);
  const second = new Float64Array(excess.length);
  for (let s = 0; s < n; s++) {
    const weight = start[s]!;
    for (let k = 0; k < d * q; k++) ofFirst[k]! += weight * started[s * d * q + k]!;
    if (weight === 0) continue;
    const own = opened(slow.secondFrom(s), opening.maps, d, z, q);
    for (let k = 0; k < own.length; k++) second[k]! += weight * own[k]!;
  }
  const still = opened(slow.second, opening.maps, d, z, q);
  for (let k = 0; k < second.length; k++) second[k]! -= still[k]!;
  const first = { mean: ofFirst, second };
  return { inputs, lifts, mean, excess, started, reached, ended: slow.ended, first };
}

/** Functionals of z zᵀ `[pairs of d, packed z]` as maps of packed x xᵀ `[pairs of d, packed q]`, z = O x. */
function opened(family: Vector, O: Vector, d: number, z: number, q: number): Float64Array {
  const D = packedLength(z);
  const width = packedLength(q);
  const m = packedLength(d);
  const out = new Float64Array(m * width);
  const half = new Float64Array(z * q);
  const whole = new Float64Array(q * q);
  for (let r = 0; r < m; r++) {
    half.fill(0);
    for (let i = 0, at = r * D; i < z; i++)
      for (let k = 0; k <= i; k++, at++) {
        const factor = family[at]!;
        if (factor === 0) continue;
        for (let j = 0; j < q; j++) {
          half[i * q + j]! += factor * O[k * q + j]!;
          if (k < i) half[k * q + j]! += factor * O[i * q + j]!;
        }
      }
    whole.fill(0);
    for (let i = 0; i < z; i++)
      for (let k = 0; k < q; k++) {
        const factor = O[i * q + k]!;
        if (factor !== 0) for (let j = 0; j < q; j++) whole[k * q + j]! += factor * half[i * q + j]!;
      }
    for (let i = 0, at = r * width; i < q; i++)
      for (let j = 0; j <= i; j++, at++) out[at] = (i === j ? 1 : 2) * whole[i * q + j]!;
  }
  return out;
}
