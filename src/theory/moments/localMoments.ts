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
import {
  add,
  block,
  conjugate,
  type Matrix,
  matrix,
  multiply,
  plus,
  timesVector,
} from '../../maths/matrix.ts';
import { pack, packedIndex, packedLength, unpack } from '../../maths/packed.ts';

/** How Cov(v⁺) depends on y. */
export type LocalNoise =
  /** not at all: the covariance `[moving, moving]` */
  | { readonly kind: 'additive'; readonly covariance: Float64Array }
  /** through y yᵀ: packed E[v⁺ v⁺ᵀ] = second · packed E[y yᵀ], `[packed(moving), packed(moving + fixed)]` */
  | { readonly kind: 'multiplicative'; readonly second: Float64Array };

export interface LocalMoments {
  readonly moving: number;
  readonly fixed: number;
  /** `[moving, moving + fixed]` */
  readonly mean: Float64Array;
  readonly noise: LocalNoise;
}

/** The moments of `earlier` and then, independently, `later`. The kinds of noise must be the same. */
export function compose(later: LocalMoments, earlier: LocalMoments): LocalMoments {
  const { moving, fixed } = later;
  const [first, then] = [meanMap(earlier), meanMap(later)];
  const ofV = block(then, [0, moving], [0, moving]);
  const mean = multiply(ofV, first);
  add(block(mean, [0, moving], [moving, fixed]), block(then, [0, moving], [moving, fixed]));
  if (later.noise.kind === 'additive' && earlier.noise.kind === 'additive') {
    const N = matrix(moving, moving, earlier.noise.covariance);
    const covariance = add(conjugate(ofV, N), matrix(moving, moving, later.noise.covariance)).values;
    return { moving, fixed, mean: mean.values, noise: { kind: 'additive', covariance } };
  }
  if (later.noise.kind === 'multiplicative' && earlier.noise.kind === 'multiplicative') {
    const [Z, last] = [earlier.noise, later.noise].map(({ second }) => secondMap(moving, fixed, second));
    const second = composedSecond(last!, Z!, first).values;
    return { moving, fixed, mean: mean.values, noise: { kind: 'multiplicative', second } };
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
export function noiseCovariance(moments: LocalMoments, Y: Float64Array): Float64Array {
  const { moving, fixed, noise } = moments;
  const all = moving + fixed;
  if (noise.kind === 'additive') return noise.covariance.map((value) => value * Y[moving * all + moving]!);
  const square = unpack(timesVector(secondMap(moving, fixed, noise.second), pack(Y, all)), moving);
  const ofMean = conjugate(meanMap(moments), matrix(all, all, Y));
  return plus(matrix(moving, moving, square), ofMean, -1).values;
}

/** E[v⁺ | y] as a map of y. */
export const meanMap = ({ moving, fixed, mean }: LocalMoments): Matrix =>
  matrix(moving, moving + fixed, mean);

/** Packed E[v⁺ v⁺ᵀ] as a map of packed E[y yᵀ], from its numbers. */
export const secondMap = (moving: number, fixed: number, second: Float64Array): Matrix =>
  matrix(packedLength(moving), packedLength(moving + fixed), second);

/** Z_later applied to the moments of (v⁺, f): E[v⁺v⁺ᵀ] by Z_earlier, E[v⁺fᵀ] by the mean, E[ffᵀ] as it was. */
function composedSecond(later: Matrix, earlier: Matrix, mean: Matrix): Matrix {
  const { rows: moving, columns: all } = mean;
  const rows = [0, later.rows] as const;
  const out = multiply(block(later, rows, [0, packedLength(moving)]), earlier);
  const column = (A: Matrix, k: number): Matrix => block(A, rows, [k, 1]);
  for (let f = moving; f < all; f++) {
    const ofV = multiply(block(later, rows, [packedIndex(f, 0), moving]), mean);
    for (let l = 0; l < all; l++) add(column(out, packedIndex(f, l)), column(ofV, l));
    const ofFixed = [packedIndex(f, moving), f - moving + 1] as const;
    add(block(out, rows, ofFixed), block(later, rows, ofFixed));
  }
  return out;
}
