/** Maps of an agent's stage from and to functions of its state, for the tables of pairs. */
import { transpose } from '../../maths/linearAlgebra.ts';
import { packedLength } from '../../maths/packed.ts';
import type { Vector } from '../../maths/vector.ts';
import { secondMaps, type StageMoments, weighted } from './stageMoments.ts';

export interface PairTables {
  /** φ^a(s), a = 1 … r, `[n]` each */
  readonly functions: readonly Vector[];
  /** law of where the chain is, started as π φ^a `[n, r]` */
  readonly moved: Float64Array;
  /** E[φ^a(s') φ^b(s)] `[r, r]` */
  readonly kernel: Float64Array;
  /** E[y 1{s'} φ^a(s)] `[n d, r q]` */
  readonly started: Float64Array;
  /** E[φ^a(s') y φ^b(s)], of h = d rows and w = q columns */
  readonly mean: FunctionMaps;
  /** the same of y yᵀ, as maps of packed x xᵀ: h = d d, w = packed q; none where chains forget */
  readonly second: FunctionMaps | undefined;
}

/** Maps `[h, w]` from functions of the state at a stage's start to those at its end, next to each other as one matrix. */
export interface FunctionMaps {
  /** to the function 1, from φ^1 … φ^r `[h, r w]` */
  readonly toConstant: Float64Array;
  /** to φ^1 … φ^r, from the function 1 `[r h, w]` */
  readonly fromConstant: Float64Array;
  /** to and from φ^1 … φ^r `[r h, r w]` */
  readonly between: Float64Array;
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
  const r = functions.length;
  const ends = [new Float64Array(n).fill(1), ...functions];
  const starts = ends.map((values) => Float64Array.from(values, (value, s) => value * stationary[s]!));
  const fields = starts.map((weights) => pass.first(weighted(weights, q), q));
  const mean = ends.map((end) =>
    fields.map((field) => {
      const out = new Float64Array(d * q);
      for (let s = 0; s < n; s++) for (let k = 0; k < d * q; k++) out[k]! += end[s]! * field[s * d * q + k]!;
      return out;
    }),
  );
  const byStart = forgets ? [] : secondMaps(agent, starts, ends);
  const second = ends.map((_, a) => byStart.map((maps) => maps[a]!));
  const laws = starts.slice(1).map((weights) => {
    const out = new Float64Array(n);
    for (let s = 0; s < n; s++) for (let t = 0; t < n; t++) out[t]! += weights[s]! * pass.kernel[s * n + t]!;
    return out;
  });
  const kernel = new Float64Array(r * r);
  functions.forEach((values, a) => {
    laws.forEach((law, b) => {
      for (let s = 0; s < n; s++) kernel[a * r + b]! += values[s]! * law[s]!;
    });
  });
  return {
    functions,
    moved: transpose(beside([laws], 1, n), r, n),
    kernel,
    started: beside([fields.slice(1)], n * d, q),
    mean: functionMaps(mean, d, q),
    second: forgets ? undefined : functionMaps(second, d * d, packedLength(q)),
  };
}

/** Of maps `[h, w]` by function at the end and at the start, the first of each the function 1. */
function functionMaps(maps: readonly (readonly Vector[])[], h: number, w: number): FunctionMaps {
  const [constant, ...others] = maps;
  return {
    toConstant: beside([constant!.slice(1)], h, w),
    fromConstant: beside(
      others.map(([first]) => [first!]),
      h,
      w,
    ),
    between: beside(
      others.map((row) => row.slice(1)),
      h,
      w,
    ),
  };
}

/** Blocks `[h, w]` by row and column of blocks, as one matrix. */
function beside(blocks: readonly (readonly Vector[])[], h: number, w: number): Float64Array {
  const columns = (blocks[0]?.length ?? 0) * w;
  const out = new Float64Array(blocks.length * h * columns);
  blocks.forEach((row, a) => {
    row.forEach((values, b) => {
      for (let x = 0; x < h; x++)
        for (let y = 0; y < w; y++) out[(a * h + x) * columns + b * w + y] = values[x * w + y]!;
    });
  });
  return out;
}
