/**
 * One agent's round as a linear map of what it starts from: the moments of its result y and of the state
 * that its chain ends in.
 *
 * The input is T(s) = E[x xᵀ 1{s_0 = s}] `[n, size, size]`, x the agent's part of the state. With Φ̄ the
 * mean of y as a map of x when s_0 ∼ π, and ỹ = y − Φ̄ x, the image is E[ỹ ỹᵀ] `[d, d]` and
 * E[ỹ 1{s_H = s'}] `[n, d]`.
 */
import type { Vector } from '../../maths/vector.ts';
import type { LocalChain } from './localSteps.ts';
import { meanOverSteps } from './firstMoments.ts';
import { kernelOf } from './moves.ts';
import type { RoundShape } from './roundShape.ts';
import { secondsAfter } from './secondMoments.ts';

export interface AgentRound {
  readonly chain: LocalChain;
  /** Φ(s), the mean of y given s_0 = s as a map of x `[n, d, size]` */
  readonly mean: Float64Array;
  /** Φ̄ `[d, size]` */
  readonly meanOverall: Float64Array;
  /** P^H `[n, n]` */
  readonly kernel: Float64Array;
  /** length of the input */
  readonly inputSize: number;
  /** the image of an input: E[ỹ ỹᵀ], then E[ỹ 1{s'}] state by state */
  respond(input: Float64Array): Float64Array;
}

/** The round of an agent without a second exchange. */
export function plainRound(chain: LocalChain, shape: RoundShape, steps: number): AgentRound {
  const { dimension: d, local, size: X } = shape;
  const { states: n, stationary } = chain;
  const mean = opened(meanOverSteps(chain, local, steps), shape, n);
  const meanOverall = overall(mean, stationary, d * X);
  const kernel = kernelOf(chain, steps);
  return {
    chain,
    mean,
    meanOverall,
    kernel,
    inputSize: n * X * X,
    respond(input) {
      const end = secondsAfter(chain, local, openedField(input, shape, n), steps);
      const D = local.size;
      const square = new Float64Array(d * d);
      const carried = new Float64Array(n * d);
      for (let s = 0; s < n; s++) {
        const at = s * D * D;
        for (let i = 0; i < d; i++) {
          for (let j = 0; j < d; j++) square[i * d + j]! += end[at + i * D + j]!;
          carried[s * d + i] = end[at + i * D + D - 1]!;
        }
      }
      return centred(square, crossOf(mean, input, n, d, X), carried, meanOverall, input, kernel, n);
    },
  };
}

/** Maps of the local vector `[n, d, local size]` as maps of x `[n, d, size]`. */
function opened(
  maps: Vector,
  { dimension: d, local, size: X, openingV, openingF }: RoundShape,
  n: number,
): Float64Array {
  const D = local.size;
  const out = new Float64Array(n * d * X);
  for (let row = 0; row < n * d; row++) {
    openingV.forEach((v, b) => {
      const f = local.second ? openingF[b]! : 0;
      for (let j = 0; j < d; j++) {
        out[row * X + b * d + j] = v * maps[row * D + j]! + (f === 0 ? 0 : f * maps[row * D + d + j]!);
      }
    });
    out[row * X + X - 1] = maps[row * D + D - 1]!;
  }
  return out;
}

/** T(s) of x `[n, size, size]` as the field of the local vector `[n, local size, local size]`. */
function openedField(T: Vector, shape: RoundShape, n: number): Float64Array {
  const { dimension: d, local, size: X, openingV, openingF } = shape;
  const D = local.size;
  const registers = local.second ? [openingV, openingF] : [openingV];
  const half = new Float64Array(D * X);
  const field = new Float64Array(n * D * D);
  const open = (
    from: Vector,
    at: number,
    stride: number,
    step: number,
    out: Float64Array,
    to: number,
  ): void => {
    registers.forEach((parts, a) => {
      for (let i = 0; i < d; i++) {
        let sum = 0;
        parts.forEach((part, b) => {
          if (part !== 0) sum += part * from[at + (b * d + i) * stride]!;
        });
        out[to + (a * d + i) * step] = sum;
      }
    });
    out[to + (D - 1) * step] = from[at + (X - 1) * stride]!;
  };
  for (let s = 0; s < n; s++) {
    for (let k = 0; k < X; k++) open(T, s * X * X + k, X, X, half, k);
    for (let i = 0; i < D; i++) open(half, i * X, 1, 1, field, (s * D + i) * D);
  }
  return field;
}

/** Σ_s π(s) maps(s). */
export function overall(maps: Vector, stationary: Vector, length: number): Float64Array {
  const out = new Float64Array(length);
  for (let s = 0; s < stationary.length; s++) {
    const weight = stationary[s]!;
    if (weight !== 0) for (let j = 0; j < length; j++) out[j]! += weight * maps[s * length + j]!;
  }
  return out;
}

/** E[y xᵀ] = Σ_s Φ(s) T(s) `[d, size]`. */
export function crossOf(maps: Vector, T: Vector, n: number, d: number, X: number): Float64Array {
  const out = new Float64Array(d * X);
  for (let s = 0; s < n; s++) {
    for (let i = 0; i < d; i++) {
      for (let k = 0; k < X; k++) {
        const factor = maps[(s * d + i) * X + k]!;
        if (factor === 0) continue;
        const row = (s * X + k) * X;
        for (let j = 0; j < X; j++) out[i * X + j]! += factor * T[row + j]!;
      }
    }
  }
  return out;
}

/** E[x 1{s_H = s'}] `[n, size]`. */
export function arrivals(T: Vector, kernel: Vector, n: number, X: number): Float64Array {
  const out = new Float64Array(n * X);
  for (let s = 0; s < n; s++) {
    for (let to = 0; to < n; to++) {
      const p = kernel[s * n + to]!;
      if (p !== 0) for (let j = 0; j < X; j++) out[to * X + j]! += p * T[(s * X + j) * X + X - 1]!;
    }
  }
  return out;
}

/** From E[y yᵀ], E[y xᵀ] and E[y 1{s'}] to the same of ỹ = y − Φ̄ x. */
export function centred(
  square: Vector,
  cross: Vector,
  carried: Vector,
  meanOverall: Vector,
  T: Vector,
  kernel: Vector,
  n: number,
): Float64Array {
  const d = Math.sqrt(square.length);
  const X = meanOverall.length / d;
  const own = new Float64Array(X * X);
  for (let s = 0; s < n; s++) for (let j = 0; j < X * X; j++) own[j]! += T[s * X * X + j]!;
  const out = new Float64Array(d * d + n * d);
  // E[ỹ ỹᵀ] = E[y yᵀ] − E[y xᵀ] Φ̄ᵀ − Φ̄ (E[y xᵀ] − Φ̄ E[x xᵀ])ᵀ
  const rest = Float64Array.from(cross);
  for (let i = 0; i < d; i++)
    for (let k = 0; k < X; k++)
      for (let j = 0; j < X; j++) rest[i * X + j]! -= meanOverall[i * X + k]! * own[k * X + j]!;
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      let sum = square[i * d + j]!;
      for (let k = 0; k < X; k++) {
        sum -= cross[i * X + k]! * meanOverall[j * X + k]!;
        sum -= meanOverall[i * X + k]! * rest[j * X + k]!;
      }
      out[i * d + j] = sum;
    }
  }
  const arrived = arrivals(T, kernel, n, X);
  for (let s = 0; s < n; s++) {
    for (let i = 0; i < d; i++) {
      let sum = carried[s * d + i]!;
      for (let k = 0; k < X; k++) sum -= meanOverall[i * X + k]! * arrived[s * X + k]!;
      out[d * d + s * d + i] = sum;
    }
  }
  return out;
}
