/** What an agent's stage does from and to functions of its state, for the tables of pairs. */
import type { Vector } from '../../maths/vector.ts';
import { secondMaps, type StageMoments, weighted } from './stageMoments.ts';

export interface PairTables {
  /** φ^a(s), a = 1 … r, `[n]` each */
  readonly functions: readonly Vector[];
  /** law of where the chain is, started as π φ^a: `[n]` each */
  readonly moved: readonly Float64Array[];
  /** E[φ^a(s') φ^b(s)] `[r, r]` */
  readonly kernel: Float64Array;
  /** E[y 1{s'} φ^a(s)] `[n, d, q]` each */
  readonly started: readonly Float64Array[];
  /** E[φ^a(s') y φ^b(s)] `[d, q]`, index 0 the function 1 */
  readonly mean: readonly (readonly Float64Array[])[];
  /** the same of y yᵀ, as maps of packed x xᵀ `[d d, packed q]`; none where chains forget */
  readonly second: readonly (readonly Float64Array[])[];
}

/** The tables of an agent, from and to given functions. */
export function pairTables(
  { agent }: StageMoments,
  functions: readonly Vector[],
  forgets: boolean,
): PairTables {
  const { pass } = agent;
  const { states: n, stationary, dimension: d } = pass.chain;
  const q = pass.shape.inputs;
  const withOne = [new Float64Array(n).fill(1), ...functions];
  const starts = withOne.map((values) => Float64Array.from(values, (value, s) => value * stationary[s]!));
  const fields = starts.map((weights) => pass.first(weighted(weights, q), q));
  const mean = withOne.map((end) =>
    fields.map((field) => {
      const out = new Float64Array(d * q);
      for (let s = 0; s < n; s++) for (let k = 0; k < d * q; k++) out[k]! += end[s]! * field[s * d * q + k]!;
      return out;
    }),
  );
  const byStart = forgets ? [] : secondMaps(agent, starts, withOne);
  const second = forgets ? [] : withOne.map((_, a) => starts.map((__, b) => byStart[b]![a]!));
  const moved = starts.slice(1).map((weights) => {
    const out = new Float64Array(n);
    for (let s = 0; s < n; s++) for (let t = 0; t < n; t++) out[t]! += weights[s]! * pass.kernel[s * n + t]!;
    return out;
  });
  const r = functions.length;
  const kernel = new Float64Array(r * r);
  functions.forEach((values, a) => {
    moved.forEach((law, b) => {
      for (let s = 0; s < n; s++) kernel[a * r + b]! += values[s]! * law[s]!;
    });
  });
  return { functions, moved, kernel, started: fields.slice(1), mean, second };
}
