/** A Gauss rule of two to four nodes with given moments. */
import { eigenvalues } from './eigenvalues.ts';
import { solve } from './linearSolve.ts';
import type { Vector } from './vector.ts';

export interface Rule {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/** σ over the size of the numbers that moments are differences of, above which they have digits for so many nodes. */
const LEAST_SPREAD = [
  [4, 0.05],
  [3, 0.016],
] as const;

/**
 * Nodes and weights with `Σ_q w_q z_q^k = m_k` for k < 2q: the nodes are the roots of the polynomial of degree q
 * that is orthogonal under the moments, in units of their standard deviation. Narrow laws get fewer
 * nodes: their higher moments are rounding, and matter as little.
 *
 * @param moments - m_0 = 1, m_1, …, m_7
 * @param size - of the numbers whose powers the moments are sums of
 */
export function gaussRule(moments: Vector, size: number): Rule {
  const centre = moments[1]!;
  const scale = Math.sqrt(moments[2]! - centre ** 2);
  if (!(scale > 0)) return { nodes: [centre], weights: [1] };
  const n = LEAST_SPREAD.find(([, spread]) => scale > spread * size)?.[0] ?? 2;
  const unit = standardised(moments, centre, scale);
  // Σ_j a_j m_{i+j} = −m_{i+n}, i < n: the coefficients of z^n + a_{n−1} z^{n−1} + … + a_0
  const hankel = Float64Array.from({ length: n ** 2 }, (_, at) => unit[Math.floor(at / n) + (at % n)]!);
  const right = Float64Array.from({ length: n }, (_, i) => -unit[n + i]!);
  const coefficients = solve(hankel, right, n);
  const companion = new Float64Array(n ** 2);
  for (let i = 0; i < n; i++) {
    companion[i * n + n - 1] = -coefficients[i]!;
    if (i > 0) companion[i * n + i - 1] = 1;
  }
  const nodes = eigenvalues(companion, n).map(({ re }) => re);
  const powers = Float64Array.from({ length: n ** 2 }, (_, at) => nodes[at % n]! ** Math.floor(at / n));
  const weights = solve(powers, unit.slice(0, n), n);
  return { nodes: nodes.map((node) => centre + scale * node), weights: [...weights] };
}

/** Moments of (z − centre)/scale. */
function standardised(moments: Vector, centre: number, scale: number): Float64Array {
  const out = new Float64Array(moments.length);
  for (let n = 0; n < moments.length; n++) {
    let term = 1;
    for (let k = 0; k <= n; k++) {
      out[n]! += term * moments[n - k]! * (-centre) ** k;
      term = (term * (n - k)) / (k + 1);
    }
    out[n]! /= scale ** n;
  }
  return out;
}
