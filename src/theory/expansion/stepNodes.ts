/** Local steps of a round at which what is smooth in their number is evaluated, and the steps between them. */
import type { WeightedGap } from '../moments/gaps.ts';

/** Steps at most, of rounds that are all alike and of others: what is evaluated is a sum of exponentials. */
const MOST_NODES = 6;
const MOST_OF_RANDOM = 16;

export interface StepNodes {
  /** in increasing order */
  readonly nodes: readonly number[];
  /** of each step from the first node on the weights of the nodes in its value */
  readonly rows: readonly Float64Array[];
  /** the weights of the nodes in the average over a round's steps */
  readonly shares: Float64Array;
}

/** The nodes of rounds whose number of steps has the law of the gaps, from the `first` step on that counts. */
export function stepNodes(gaps: readonly WeightedGap[], first: number): StepNodes {
  const count = gaps.at(-1)!.gap - first;
  const nodes = spread(count, gaps.length === 1 ? MOST_NODES : MOST_OF_RANDOM);
  const rows = Array.from({ length: count }, (_, h) => lagrange(nodes, h));
  const shares = new Float64Array(nodes.length);
  let alive = 1;
  let next = 0;
  let steps = 0;
  rows.forEach((row, h) => {
    for (; gaps[next]!.gap <= h + first; next++) alive -= gaps[next]!.weight;
    steps += alive;
    row.forEach((weight, n) => (shares[n]! += alive * weight));
  });
  return { nodes: nodes.map((h) => h + first), rows, shares: shares.map((share) => share / steps) };
}

/** All of 0, …, count − 1 where they are few, and else those next to Chebyshev points. */
function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, h) => h);
  const nodes = Array.from({ length: most }, (_, n) =>
    Math.round(((count - 1) / 2) * (1 - Math.cos((Math.PI * n) / (most - 1)))),
  );
  return [...new Set(nodes)];
}

/** Lagrange's polynomials of the nodes at h. */
const lagrange = (nodes: readonly number[], h: number): Float64Array =>
  Float64Array.from(nodes, (node, n) =>
    nodes.reduce((value, other, m) => (m === n ? value : (value * (h - other)) / (node - other)), 1),
  );
