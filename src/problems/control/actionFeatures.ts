/** Features of pairs of state and action: what a parameter θ makes of `Q(s, a) = φ(s, a)ᵀθ`. */
import { generatorFor } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { count, variant, variants } from '../../values/value.ts';
import { dimension } from '../sharedFields.ts';
import { MOST_PAIRS } from './decisionProcess.ts';

/** A table; a table over groups of neighbouring states; or directions drawn for each state and action. */
export type ActionValueFeatures =
  | { readonly kind: 'tabular' }
  | { readonly kind: 'aggregated'; readonly groups: number }
  | { readonly kind: 'random'; readonly dimension: number };

export const actionValueFeatures = variants(
  variant('tabular', {}),
  variant('aggregated', { groups: count(MOST_PAIRS) }),
  variant('random', { dimension }),
);

/**
 * φ of all pairs. `indicator`: φ(x) is the unit vector of one coordinate, `coordinate[x]`; `dense`:
 * the rows of `vectors`, `[S·A, d]`.
 */
export type ActionFeatures =
  | { readonly kind: 'indicator'; readonly dimension: number; readonly coordinate: Int32Array }
  | { readonly kind: 'dense'; readonly dimension: number; readonly vectors: Vector };

/** The features that a specification asks for, the same for all agents. */
export function actionFeatures(
  features: ActionValueFeatures,
  states: number,
  actions: number,
  seed: number,
): ActionFeatures {
  const pairs = states * actions;
  switch (features.kind) {
    case 'tabular':
      return {
        kind: 'indicator',
        dimension: pairs,
        coordinate: Int32Array.from({ length: pairs }, (_, x) => x),
      };
    case 'aggregated': {
      // Neighbouring states share their values: group of s = ⌊s·groups/S⌋.
      const coordinate = new Int32Array(pairs);
      for (let x = 0; x < pairs; x++) {
        const group = Math.floor((Math.floor(x / actions) * features.groups) / states);
        coordinate[x] = group * actions + (x % actions);
      }
      return { kind: 'indicator', dimension: features.groups * actions, coordinate };
    }
    case 'random':
      return {
        kind: 'dense',
        dimension: features.dimension,
        vectors: directions(pairs, features.dimension, seed),
      };
  }
}

/** Rows uniform on the unit sphere, `[n, d]`. */
function directions(n: number, d: number, seed: number): Float64Array {
  const generator = generatorFor(seed, 'problem', 'features');
  const out = Float64Array.from({ length: n * d }, () => generator.normal());
  for (let row = 0; row < n * d; row += d) {
    const length = Math.sqrt(dot(out, out, d, row, row));
    for (let j = 0; j < d; j++) out[row + j]! /= length;
  }
  return out;
}

/** φ(x)ᵀθ. */
export function actionValue(features: ActionFeatures, theta: Vector, pair: number): number {
  if (features.kind === 'indicator') return theta[features.coordinate[pair]!]!;
  return dot(features.vectors, theta, features.dimension, pair * features.dimension);
}

/** out ← out + s φ(x), in `out[offset] … out[offset + d − 1]`. */
export function addFeature(
  features: ActionFeatures,
  pair: number,
  s: number,
  out: Float64Array,
  offset = 0,
): void {
  if (features.kind === 'indicator') {
    out[offset + features.coordinate[pair]!]! += s;
    return;
  }
  const { dimension: d, vectors } = features;
  for (let j = 0; j < d; j++) out[offset + j]! += s * vectors[pair * d + j]!;
}
