/**
 * The noise of TD(0), `A(s, s') = φ(s)(φ(s) − γ φ(s'))ᵀ`: a move takes about 3 d multiplications, and no more is held than the
 * features, where operators by themselves would be as many as there are moves.
 */
import type { FiniteObservations, TemporalDifference } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { identity, multiply, transpose } from '../../maths/linearAlgebra.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import type { LocalShape } from './localSteps.ts';
import { meanOperator, meanValue } from './meanOperator.ts';
import { expectedNext, kernelOf, movesOf } from './moves.ts';
import { addProduct, product } from '../../maths/rectangular.ts';
import {
  type FirstMoments,
  largest,
  type MovedMoments,
  NEGLIGIBLE,
  type NoiseSource,
} from './noiseSource.ts';

/** The noise of an agent whose law is that of TD(0). */
export function temporalNoise(
  law: FiniteObservations,
  { features, rewards, discount }: TemporalDifference,
  linear: LinearMean,
  root: Vector,
): NoiseSource {
  const d = root.length;
  const moves = movesOf(law);
  const { states: n, stationary, first, next, probability } = moves;
  const mean = meanOperator(linear, root);
  const following = expectedNext(moves, features, d);
  const turned = transpose(features, n, d);

  /** φ(s)ᵀ(θ* + point), and by how much the reward is above it */
  const valuesAt = (point: Vector): { readonly value: Float64Array; readonly rest: Float64Array } => {
    const value = new Float64Array(n);
    const rest = new Float64Array(n);
    for (let s = 0; s < n; s++) {
      let sum = 0;
      for (let j = 0; j < d; j++) sum += features[s * d + j]! * (root[j]! + point[j]!);
      value[s] = sum;
      rest[s] = rewards[s]! - sum;
    }
    return { value, rest };
  };

  return {
    moves,
    mean,
    meanNoise(point) {
      const { value, rest } = valuesAt(point);
      const later = expectedNext(moves, value, 1);
      const centre = meanValue(mean, point, 0);
      const out = new Float64Array(n * d);
      for (let s = 0; s < n; s++) {
        const delta = rest[s]! + discount * later[s]!;
        for (let j = 0; j < d; j++) out[s * d + j] = features[s * d + j]! * delta - centre[j]!;
      }
      return out;
    },
    lagged(most) {
      // A(s) = φ(s) ψ̄(s)ᵀ in the mean over s', ψ̄ = φ − γ P φ. With g(s, s_0) = ψ̄(s)ᵀ φ(s_0) π(s_0),
      // E[A_j A_0] = Σ_s φ(s) Σ_{s_0} g(s, s_0) (P^j(s_0, s) φ(s_0) − γ Σ_{s_1} P(s_0, s_1) P^{j−1}(s_1, s) φ(s_1))ᵀ.
      const ahead = features.map((feature, at) => feature - discount * following[at]!);
      const g = product(ahead, turned, n, d, n);
      for (let at = 0; at < n * n; at++) g[at]! *= stationary[at % n]!;
      const P = kernelOf(moves, 1);
      const gP = multiply(g, P, n);
      let before: Float64Array = identity(n);
      const out: Float64Array[] = [];
      const limit = NEGLIGIBLE * largest(mean.A) ** 2;
      for (let lag = 1; lag <= most; lag++) {
        const now = lag === 1 ? P : multiply(before, P, n);
        const weights = new Float64Array(n * n);
        for (let s = 0; s < n; s++)
          for (let from = 0; from < n; from++)
            weights[s * n + from] =
              g[s * n + from]! * now[from * n + s]! - discount * gP[s * n + from]! * before[from * n + s]!;
        const rows = product(weights, features, n, n, d);
        const K = product(turned, rows, d, n, d);
        addProduct(K, 0, -1, mean.A, 0, mean.A, d, d, d);
        if (largest(K) <= limit) break;
        out.push(K);
        before = now;
      }
      return out;
    },
    move({ gain, shift, source }: LocalShape, point, { v, f }: FirstMoments, covariance): MovedMoments {
      const { value, rest } = valuesAt(point);
      const centre = meanValue(mean, point, 0);
      const input = source === 0 ? v : f;
      const movedV = new Float64Array(n * d);
      const base = new Float64Array(d);
      // by state: E[δ], and Σ_s' P δ², δ the temporal difference at the point
      const means = new Float64Array(n);
      const weights = new Float64Array(n);
      for (let s = 0; s < n; s++) {
        const row = s * d;
        const chance = stationary[s]!;
        for (let j = 0; j < d; j++) base[j] = v[row + j]! - gain * chance * centre[j]!;
        if (f !== undefined && shift !== 0) for (let j = 0; j < d; j++) base[j]! += shift * f[row + j]!;
        const along = input === undefined ? 0 : dot(features, input, d, row, row);
        let sum = 0;
        let squares = 0;
        for (let e = first[s]!; e < first[s + 1]!; e++) {
          const p = probability[e]!;
          const to = next[e]! * d;
          const delta = rest[s]! + discount * value[next[e]!]!;
          sum += p * delta;
          squares += p * delta * delta;
          const ahead = input === undefined ? 0 : dot(features, input, d, to, row);
          const factor = p * gain * (chance * delta - along + discount * ahead);
          for (let j = 0; j < d; j++) movedV[to + j]! += p * base[j]! + factor * features[row + j]!;
        }
        means[s] = sum;
        weights[s] = chance * squares;
      }
      if (covariance !== undefined) addSpread(weights, covariance);
      const square = weighted(weights);
      for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) square[i * d + j]! -= centre[i]! * centre[j]!;
      return {
        v: movedV,
        cross: transpose(crossed(v, means, centre), d),
        square,
        ...(f !== undefined && {
          f: expectedArrivals(f),
          crossF: crossed(f, means, centre),
        }),
      };
    },
  };

  /** weights(s) += π(s) Σ_s' P(s, s') ψᵀ C ψ, ψ = φ(s) − γ φ(s') */
  function addSpread(weights: Float64Array, C: Vector): void {
    const half = product(features, C, n, d, d);
    const squares = new Float64Array(n);
    for (let s = 0; s < n; s++) squares[s] = dot(half, features, d, s * d, s * d);
    const later = expectedNext(moves, squares, 1);
    for (let s = 0; s < n; s++) {
      const across = dot(half, following, d, s * d, s * d);
      weights[s]! += stationary[s]! * (squares[s]! - 2 * discount * across + discount ** 2 * later[s]!);
    }
  }

  /** weight(s) φ(s), transposed `[d, n]` */
  function scaled(weights: Vector): Float64Array {
    const out = new Float64Array(d * n);
    for (let j = 0; j < d; j++) for (let s = 0; s < n; s++) out[j * n + s] = weights[s]! * turned[j * n + s]!;
    return out;
  }

  /** Σ_s weight(s) φ(s) φ(s)ᵀ */
  function weighted(weights: Vector): Float64Array {
    const out = product(scaled(weights), features, d, n, d);
    return out;
  }

  /** Σ_s (mean(s) φ(s) − centre) x(s)ᵀ */
  function crossed(x: Vector, means: Vector, centre: Vector): Float64Array {
    const out = product(scaled(means), x, d, n, d);
    const total = new Float64Array(d);
    for (let s = 0; s < n; s++) for (let j = 0; j < d; j++) total[j]! += x[s * d + j]!;
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) out[i * d + j]! -= centre[i]! * total[j]!;
    return out;
  }

  /** Σ_s P(s, s') f(s) */
  function expectedArrivals(f: Vector): Float64Array {
    const out = new Float64Array(n * d);
    for (let s = 0; s < n; s++) {
      for (let e = first[s]!; e < first[s + 1]!; e++) {
        const p = probability[e]!;
        const to = next[e]! * d;
        for (let j = 0; j < d; j++) out[to + j]! += p * f[s * d + j]!;
      }
    }
    return out;
  }
}
