/**
 * Stationary means of a one-dimensional Local SA of equal agents whose observations are fair coins, two of
 * them or infinitely many. Expectations are carried by their values at Chebyshev points, as in
 * stationaryMean.ts: exact to rounding for analytic operators, without derivatives or covariances.
 */
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';

const POINTS = 40;

/** `G(θ, s)`, s = 0 or 1 with probability ½ each. */
export type CoinOperator = (theta: number, s: number) => number;

/** Points of [−radius, radius], and what the values of a function at them count in its value at x. */
function interpolation(radius: number): { points: number[]; row: (x: number) => number[] } {
  const points = Array.from({ length: POINTS }, (_, k) => radius * Math.cos((Math.PI * k) / (POINTS - 1)));
  const weights = points.map((_, k) => (k % 2 === 0 ? 1 : -1) * (k === 0 || k === POINTS - 1 ? 0.5 : 1));
  const row = (x: number): number[] => {
    const hit = points.indexOf(x);
    if (hit >= 0) return points.map((_, k) => (k === hit ? 1 : 0));
    const terms = points.map((p, k) => weights[k]! / (x - p));
    const sum = terms.reduce((a, b) => a + b, 0);
    return terms.map((t) => t / sum);
  };
  return { points, row };
}

const weighed = (row: readonly number[], values: readonly number[]): number =>
  row.reduce((sum, weight, k) => sum + weight * values[k]!, 0);

/**
 * Infinitely many agents: θ̄ has no noise of its own, and is the fixed point of `m ← E[θ_K | θ_0 = m]`.
 *
 * @param radius - θ stays in [−radius, radius]
 */
export function manyAgentsMean(
  operator: CoinOperator,
  stepSize: number,
  trigger: TriggerConfiguration,
  radius: number,
): number {
  const { points, row } = interpolation(radius);
  const step = points.map((x) => {
    const [up, down] = [0, 1].map((s) => row(x + stepSize * operator(x, s)));
    return up!.map((weight, k) => (weight + down![k]!) / 2);
  });
  // E[θ_k | θ_0 = x] for k = 1, 2, …, mixed over the law of the gap
  let ends = points;
  let mixture = points.map(() => 0);
  const last = trigger.kind === 'deterministic' ? trigger.localSteps : Math.ceil(40 / trigger.probability);
  for (let k = 1; k <= last; k++) {
    const now = ends;
    ends = step.map((entry) => weighed(entry, now));
    const weight =
      trigger.kind === 'deterministic'
        ? Number(k === last)
        : trigger.probability * (1 - trigger.probability) ** (k - 1);
    mixture = mixture.map((value, j) => value + weight * ends[j]!);
  }
  let m = 0;
  for (let n = 0, change = 1; n < 20_000 && change > 1e-17; n++) {
    const next = weighed(row(m), mixture);
    change = Math.abs(next - m);
    m = next;
  }
  return m;
}

/** Two agents: the stationary mean of θ̄, from all outcomes of a round. */
export function twoAgentsMean(
  operator: CoinOperator,
  stepSize: number,
  localSteps: number,
  radius: number,
): number {
  const { points, row } = interpolation(radius);
  let U = points.map((x) => {
    let ends = [x];
    for (let k = 0; k < localSteps; k++)
      ends = ends.flatMap((theta) => [0, 1].map((s) => theta + stepSize * operator(theta, s)));
    const out = points.map(() => 0);
    for (const end of ends) {
      for (const other of ends)
        row((end + other) / 2).forEach((weight, k) => (out[k]! += weight / ends.length ** 2));
    }
    return out;
  });
  // U^(2^n), until a row is the stationary functional
  for (let n = 0; n < 14; n++) {
    const V = U;
    U = V.map((line) => V.map((_, j) => line.reduce((sum, weight, k) => sum + weight * V[k]![j]!, 0)));
  }
  return weighed(U[0]!, points);
}
