/** The noise of an operator whose observation is uniform on n records. */
import { addOuter } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import { type LagWeights, type OperatorNoise, summedLag } from '../operatorNoise.ts';

/** `out ← G(θ, record)`. */
type RecordEvaluation = (record: number, theta: Vector, out: Float64Array) => void;

/** Lags at which ρ^ℓ is left out. */
const NEGLIGIBLE = Number.EPSILON / 16;

/** Independent draws: `Cov = mean (G − Ḡ)(G − Ḡ)ᵀ`, in O(n d²). */
export function uniformNoise(
  d: number,
  count: number,
  evaluate: RecordEvaluation,
): Pick<OperatorNoise, 'cost' | 'covariance'> {
  return {
    cost: { covariance: count * (2 * d + d * d), longRun: count * (6 * d + d * d) },
    covariance: (theta, out) => {
      const mean = meanAt(d, count, evaluate, theta);
      const value = new Float64Array(d);
      out.fill(0);
      for (let record = 0; record < count; record++) {
        evaluate(record, theta, value);
        for (let j = 0; j < d; j++) value[j]! -= mean[j]!;
        addOuter(out, 1 / count, value, 0, value, 0, d);
      }
    },
  };
}

/**
 * A record stays with probability ρ and is else drawn afresh: the covariance at lag k is ρ^|k| times
 * that at lag 0, and so every q-th one sums to `(1 + r)/(1 − r)` times it, r = ρ^q.
 *
 * @param persistence - ρ in [0, 1)
 */
export function persistentNoise(
  d: number,
  count: number,
  persistence: number,
  evaluate: RecordEvaluation,
): OperatorNoise {
  const { cost, covariance } = uniformNoise(d, count, evaluate);
  return {
    cost,
    covariance,
    longRun: (theta, stride, weights) => {
      const r = persistence ** stride;
      const longRun = new Float64Array(d * d);
      covariance(theta, longRun);
      const force = alongNoise(d, count, evaluate, theta);
      return {
        covariance: longRun.map((x) => (x * (1 + r)) / (1 - r)),
        memories: weights.map((weight) => {
          const factor = geometricSum(r, weight);
          return force.map((x) => factor * x);
        }),
      };
    },
  };
}

/** The mean over the records of the derivative of G along G − Ḡ, at that record `[d]`. */
function alongNoise(d: number, count: number, evaluate: RecordEvaluation, theta: Vector): Float64Array {
  const mean = meanAt(d, count, evaluate, theta);
  const [value, moved, out] = [new Float64Array(d), new Float64Array(d), new Float64Array(d)];
  for (let record = 0; record < count; record++) {
    evaluate(record, theta, value);
    const u = value.map((x, j) => x - mean[j]!);
    const length = u.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
    if (length === 0) continue;
    const size = theta.reduce((largest, x) => Math.max(largest, Math.abs(x)), 1);
    const width = (Math.cbrt(Number.EPSILON) * size) / length;
    for (const side of [1, -1]) {
      for (let j = 0; j < d; j++) moved[j] = theta[j]! + side * width * u[j]!;
      evaluate(record, moved, value);
      for (let j = 0; j < d; j++) out[j]! += (side * value[j]!) / (2 * width * count);
    }
  }
  return out;
}

/** Σ_{ℓ≥1} w(ℓ) r^ℓ. */
function geometricSum(r: number, { carried, within, reach }: LagWeights): number {
  let sum = (carried * r) / (1 - r);
  let power = r;
  for (let lag = 1; lag < reach && power > NEGLIGIBLE; lag++) {
    sum += within(summedLag(lag)) * power;
    power *= r;
  }
  return sum;
}

function meanAt(d: number, count: number, evaluate: RecordEvaluation, theta: Vector): Float64Array {
  const mean = new Float64Array(d);
  const value = new Float64Array(d);
  for (let record = 0; record < count; record++) {
    evaluate(record, theta, value);
    for (let j = 0; j < d; j++) mean[j]! += value[j]! / count;
  }
  return mean;
}
