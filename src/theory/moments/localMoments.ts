/**
 * The first two moments of what an agent's observations do to it between two communications.
 *
 * The agent's part of the state is `y = (v, f)`: `v [moving]` is what changes and `f [fixed]`, whose
 * first element is 1, what does not. So many observations make `v⁺ = Φ y` with a random Φ, and
 *
 *     E[v⁺ | y] = mean · y,      E[Cov(v⁺ | y)] = noise(E[y yᵀ]), which is linear in E[y yᵀ].
 *
 * Independent stretches of observations compose (the tower rule), so that H of them take 2 log₂ H
 * compositions.
 */
import { addComposed } from '../composedMap.ts';
import { block, conjugate, matrix } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { pack, packedIndex, packedLength } from '../../maths/packed.ts';

/** How Cov(v⁺) depends on y. */
export type LocalNoise =
  /** not at all: the covariance `[moving, moving]` */
  | { readonly kind: 'additive'; readonly covariance: Vector }
  /** through y yᵀ: packed E[v⁺ v⁺ᵀ] = second · packed E[y yᵀ], `[packed(moving), packed(moving + fixed)]` */
  | { readonly kind: 'multiplicative'; readonly second: Vector };

export interface LocalMoments {
  readonly moving: number;
  readonly fixed: number;
  /** `[moving, moving + fixed]` */
  readonly mean: Vector;
  readonly noise: LocalNoise;
}

/** The moments of `earlier` and then, independently, `later`. The kinds of noise must be the same. */
export function compose(later: LocalMoments, earlier: LocalMoments): LocalMoments {
  const { moving, fixed } = later;
  const all = moving + fixed;
  const mean = new Float64Array(moving * all);
  addComposed(mean, 0, 1, later.mean, 0, earlier.mean, 0, moving, all);
  if (later.noise.kind === 'additive' && earlier.noise.kind === 'additive') {
    const covariance = congruence(later.mean, all, earlier.noise.covariance, moving);
    for (let j = 0; j < covariance.length; j++) covariance[j]! += later.noise.covariance[j]!;
    return { moving, fixed, mean, noise: { kind: 'additive', covariance } };
  }
  if (later.noise.kind === 'multiplicative' && earlier.noise.kind === 'multiplicative') {
    const second = composedSecond(later.noise.second, earlier, earlier.noise.second);
    return { moving, fixed, mean, noise: { kind: 'multiplicative', second } };
  }
  throw new TypeError('additive noise does not compose with multiplicative noise');
}

/** The moments of `count` ≥ 1 independent stretches, from the binary digits of `count`. */
export function repeated(localMoments: LocalMoments, count: number): LocalMoments {
  let result = localMoments;
  for (const digit of count.toString(2).slice(1)) {
    result = compose(result, result);
    if (digit === '1') result = compose(localMoments, result);
  }
  return result;
}

/** Multiplications of one composition. */
export function composeCost(moving: number, fixed: number, kind: LocalNoise['kind']): number {
  const all = moving + fixed;
  const ofMean = moving * moving * all;
  if (kind === 'additive') return ofMean + 2 * moving ** 3;
  return ofMean + packedLength(moving) * moving * (moving * all + fixed * all);
}

/**
 * E[Cov(v⁺ | y)] `[moving, moving]`.
 *
 * @param Y - E[y yᵀ] `[moving + fixed, moving + fixed]`; additive noise reads its 1·1 element alone
 */
export function noiseCovariance(moments: LocalMoments, Y: Vector): Float64Array {
  const { moving, fixed, mean, noise } = moments;
  const all = moving + fixed;
  if (noise.kind === 'additive') return noise.covariance.map((value) => value * Y[moving * all + moving]!);
  const packedY = pack(Y, all);
  const out = congruence(mean, all, Y, all).map((value) => -value);
  for (let i = 0, at = 0; i < moving; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < packedY.length; k++) sum += noise.second[at++]! * packedY[k]!;
      out[i * moving + j]! += sum;
      if (i !== j) out[j * moving + i]! += sum;
    }
  }
  return out;
}

/** `A S Aᵀ` `[rows, rows]`, A the first `n` columns of a matrix with rows of length `stride`, S `[n, n]`. */
function congruence(values: Float64Array, stride: number, S: Float64Array, n: number): Float64Array {
  const rows = values.length / stride;
  return conjugate(block(matrix(rows, stride, values), [0, rows], [0, n]), matrix(n, n, S)).values;
}

/** Z_later applied to the moments of (v⁺, f): E[v⁺v⁺ᵀ] by Z_earlier, E[v⁺fᵀ] by the mean, E[ffᵀ] as it was. */
function composedSecond(later: Vector, earlier: LocalMoments, second: Vector): Float64Array {
  const { moving, fixed, mean } = earlier;
  const all = moving + fixed;
  const rows = packedLength(moving);
  const columns = packedLength(all);
  const out = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const target = out.subarray(row * columns, (row + 1) * columns);
    const coefficients = later.subarray(row * columns, (row + 1) * columns);
    for (let k = 0; k < rows; k++) {
      const factor = coefficients[k]!;
      if (factor === 0) continue;
      const from = k * columns;
      for (let j = 0; j < columns; j++) target[j]! += factor * second[from + j]!;
    }
    for (let f = moving; f < all; f++) {
      for (let v = 0; v < moving; v++) {
        const factor = coefficients[packedIndex(f, v)]!;
        if (factor === 0) continue;
        for (let l = 0; l < all; l++) target[packedIndex(f, l)]! += factor * mean[v * all + l]!;
      }
      for (let g = moving; g <= f; g++) target[packedIndex(f, g)]! += coefficients[packedIndex(f, g)]!;
    }
  }
  return out;
}
