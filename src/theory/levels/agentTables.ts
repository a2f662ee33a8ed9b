/**
 * What an agent's stage does to its part x of X, from functions φ of its chain's state at the start to those at the end,
 * Mathematics (7): with y = Y x, G = E[Y] and the innovation Ỹ = Y − G,
 *
 *     N = E[φ' φ],   T = E[φ' Ỹ φ],   W = E[φ' Ỹ ⊗ Ỹ φ].
 *
 * Functions are numbered from 0, the function 1, so that T[0,0] = 0, N[0,0] = 1 and N[0,a] = N[a,0] = 0. N is that of the others.
 */
import {
  add,
  assign,
  block,
  kron,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  reshaped,
  scaled,
  transposed,
} from '../../maths/matrix.ts';
import { packedLength, unpack } from '../../maths/packed.ts';
import type { Vector } from '../../maths/vector.ts';
import { CachedLinearMap } from '../../maths/cachedLinearMap.ts';
import type { LocalPass } from './localPass.ts';
import { once } from '../../values/once.ts';
import { along } from '../../maths/places.ts';
import { addSquare } from '../../maths/jumpLinear/squareFunctionals.ts';
import type { StageAgent } from './stages.ts';

export interface AgentTables {
  readonly agent: StageAgent;
  /** φ^0 … φ^R over the states, orthonormal in L²(π) `[n, 1 + R]` */
  readonly functions: Matrix;
  /** G `[d, q]` */
  readonly mean: Matrix;
  /** N `[R, R]`; none where the chain forgets within the stage where it was */
  readonly N: Matrix | undefined;
  /** T `[(1 + R) d, (1 + R) q]` */
  readonly T: Matrix;
  /** W of packed E[x xᵀ φ] `[1 + R, packed q]`, which move slowly from round to round: `[1 + R, packed d]` */
  readonly W: SquareMap;
  /** r: the functions φ^1 … φ^r are those that pairs of agents are followed by */
  readonly r: number;
  /** W of these and 1, written out `[(1 + r) packed d, (1 + r) packed q]`; none where the chain forgets */
  readonly ofPairs: () => Matrix | undefined;
  /** W as often as it is asked for */
  readonly anyW: SquareMap;
}

type SquareMap = (parts: Matrix) => Matrix;

/** Part of an input that may be left out, where those before had it not. */
const TOLERANCE = 1e-10;

/**
 * An agent's tables.
 *
 * @param functions - φ^0 = 1, φ^1 … φ^R `[n, 1 + R]`
 * @param forgets - whether all chains forget within the stage where they were: N is 0 then
 */
export function agentTables(agent: StageAgent, functions: Matrix, forgets: boolean): AgentTables {
  const { pass } = agent;
  const { states: n, stationary, dimension: d } = pass.chain;
  const q = pass.inputs;
  const count = functions.columns;
  const ends = transposed(functions);
  const starts = weighted(stationary, functions);
  const byStart = multiply(transposed(starts), reshaped(pass.firstsBefore(functions), n, count * d * q));
  const T = matrix(count * d, count * q);
  for (let a = 0; a < count; a++)
    assign(block(T, [0, T.rows], [a * q, q]), reshaped(scaled(block(byStart, [a, 1])), T.rows, q));
  const G = scaled(block(T, [0, d], [0, q]));
  const kernel = multiply(ends, multiply(transposed(matrix(n, n, pass.kernel)), starts));
  if (forgets) kernel.values.fill(0, 1);
  add(T, kron(kernel, G), -1);
  const W = squareMap(pass, { starts, ends, G, T, kernel });
  const N = forgets ? undefined : scaled(block(kernel, [1, count - 1], [1, count - 1]));
  return withMap({ agent, functions, mean: G, T, N }, W, 0);
}

/**
 * The same by other functions, of which pairs are followed by the first r.
 *
 * @param Q - the new functions from the old ones, orthogonal `[1 + R, 1 + R]`; the function 1 stays
 */
export function turned(tables: AgentTables, Q: Matrix, r: number): AgentTables {
  const { agent, functions, mean, T, N, anyW } = tables;
  const { rows: count } = Q;
  const back = transposed(Q);
  const inner = block(Q, [1, count - 1], [1, count - 1]);
  const half = multiply(Q, reshaped(T, count, T.values.length / count));
  const parts = {
    ...{ agent, mean },
    functions: multiply(functions, back),
    T: along(Q, reshaped(half, T.rows, T.columns)),
    N: N && multiply(inner, multiplyTransposed(N, inner)),
  };
  return withMap(parts, (x) => multiply(Q, anyW(multiply(back, x))), r);
}

function withMap(
  tables: Pick<AgentTables, 'agent' | 'functions' | 'mean' | 'T' | 'N'>,
  W: SquareMap,
  r: number,
): AgentTables {
  const { functions, mean, N } = tables;
  const count = functions.columns;
  const size = packedLength(mean.columns);
  // The constant's square is the largest part of all inputs.
  const nearby = once(
    () => new CachedLinearMap((x) => W(matrix(count, size, x)).values, unit(count * size, size - 1)),
  );
  return {
    ...tables,
    W: (parts) => matrix(count, packedLength(mean.rows), nearby().at(parts.values, TOLERANCE)),
    ...{ r, anyW: W },
    ofPairs: once(() => N && writtenOut({ ...tables, N }, r)),
  };
}

/** W of the first 1 + r functions: E[φ' Y ⊗ Y φ] less G ⊗ (T + ½ N G) and its transpose. */
function writtenOut(
  {
    agent: { pass },
    functions,
    mean: G,
    T,
    N,
  }: Pick<AgentTables, 'agent' | 'functions' | 'mean' | 'T'> & { readonly N: Matrix },
  r: number,
): Matrix {
  const { states: n, stationary } = pass.chain;
  const { rows: d, columns: q } = G;
  const count = 1 + r;
  const [m, size] = [packedLength(d), packedLength(q)];
  const first = scaled(block(functions, [0, n], [0, count]));
  const byStart = multiply(
    transposed(weighted(stationary, first)),
    matrix(n, count * m * size, pass.squaresBefore(first)),
  );
  const out = matrix(count * m, count * size);
  for (let a = 0; a < count; a++) {
    assign(
      block(out, [0, count * m], [a * size, size]),
      reshaped(scaled(block(byStart, [a, 1])), count * m, size),
    );
    for (let e = 0; e < count; e++) {
      const moved = a === 0 || e === 0 ? Number(a === e) : N.values[(e - 1) * N.columns + a - 1]!;
      const withHalf = plus(block(T, [e * d, d], [a * q, q]), G, moved / 2);
      const square = new Float64Array(m * size);
      addSquare(square, -2, withHalf.values, G.values, d, q);
      add(block(out, [e * m, m], [a * size, size]), matrix(m, size, square));
    }
  }
  return out;
}

const unit = (size: number, at: number): Float64Array =>
  Float64Array.from({ length: size }, (_, k) => Number(k === at));

/** E[φ' Y ⊗ Y φ] less what G makes of it: less half = Σ_a (T[e, a] + ½ N[e, a] G) P[a] Gᵀ, and its transpose. */
function squareMap(
  pass: LocalPass,
  { starts, ends, G, T, kernel }: Readonly<Record<'starts' | 'ends' | 'G' | 'T' | 'kernel', Matrix>>,
): SquareMap {
  const { rows: d, columns: q } = G;
  const count = ends.rows;
  const withHalf = plus(T, kron(kernel, G), 1 / 2);
  return ({ values }) => {
    const P = unpacked(values, q, count);
    const field = reshaped(multiply(starts, matrix(count, q * q, P)), starts.rows * q, q);
    const squares = multiply(ends, reshaped(pass.second(field), starts.rows, d * d));
    const half = multiplyTransposed(multiply(withHalf, matrix(count * q, q, P)), G);
    const out = matrix(count, packedLength(d));
    for (let e = 0, at = 0; e < count; e++)
      for (let i = 0; i < d; i++)
        for (let j = 0; j <= i; j++, at++) {
          const [lower, upper] = [(e * d + i) * d + j, (e * d + j) * d + i];
          out.values[at] = squares.values[lower]! - half.values[lower]! - half.values[upper]!;
        }
    return out;
  };
}

/** Symmetric `[size, size]` each, packed one after the other. */
function unpacked(packed: Vector, size: number, count: number): Float64Array {
  const out = new Float64Array(count * size * size);
  for (let a = 0; a < count; a++) out.set(unpack(packed, size, a * packedLength(size)), a * size * size);
  return out;
}

/** weight(s) f(s) of functions f `[n, count]`. */
export function weighted(weights: Vector, functions: Matrix): Matrix {
  const { columns, values } = functions;
  return matrix(
    functions.rows,
    columns,
    values.map((value, at) => weights[Math.floor(at / columns)]! * value),
  );
}
