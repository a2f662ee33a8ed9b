/**
 * Functions of an agent's state, orthonormal in L²(π), φ^0 = 1 the first: those that moments reach, and of these the ones that
 * pairs of agents are followed by.
 */
import { add, identityMatrix, type Matrix, matrix, multiplyTransposed } from '../../maths/matrix.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import type { AgentTables } from './agentTables.ts';
import { operatorIsOfState } from '../../maths/jumpLinear/derivedChains.ts';

/** Beside the length of a law, what is left of it that is rounding. */
const ROUNDING = 1e-13;
/** Beside the sum of all, a squared singular value that is rounding. */
const NOTHING = 1e-15;

/**
 * Functions whose combinations times π are all the laws that E[X Xᵀ 1{s}] can be at the end of a stage `[n, 1 + R]`. Where
 * observations depend on the state that a chain leaves, and it moves in each stage, they are the rows of P: of a chain
 * of pairs of states there are as many as states.
 */
export function reachedFunctions(chain: LocalChain, moves: boolean): Matrix {
  const isOfRows = moves && operatorIsOfState(chain);
  const known = isOfRows ? ofRows : ofStates;
  const found = known.get(chain) ?? functionsOf(chain, isOfRows);
  known.set(chain, found);
  return found;
}

/** Functions depend on no step size: those of chains are there for all of them. */
const ofRows = new WeakMap<LocalChain, Matrix>();
const ofStates = new WeakMap<LocalChain, Matrix>();

function functionsOf(
  { states: n, stationary, start, first, next, probability }: LocalChain,
  isOfRows: boolean,
): Matrix {
  const roots = stationary.map(Math.sqrt);
  const laws = [roots, start.map((p, s) => p / roots[s]!)];
  if (isOfRows)
    for (let s = 0; s < n; s++) {
      const law = new Float64Array(n);
      for (let e = first[s]!; e < first[s + 1]!; e++) law[next[e]!]! += probability[e]! / roots[next[e]!]!;
      laws.push(law);
    }
  const basis = isOfRows ? orthonormalised(laws) : reflected(roots);
  // independent observations have no function beside 1: tables are those of one that is 0
  if (basis.length === 1) basis.push(new Float64Array(n));
  const out = matrix(n, basis.length);
  basis.forEach((u, a) => {
    for (let s = 0; s < n; s++) out.values[s * basis.length + a] = a === 0 ? 1 : u[s]! / roots[s]!;
  });
  return out;
}

/** An orthonormal basis of all vectors, the given unit vector u the first: of Householder's reflection that swaps u and (1, 0, …). */
function reflected(u: Vector): Float64Array[] {
  const normal = u.map((value, s) => value - Number(s === 0));
  const square = squaredNorm(normal);
  return Array.from(u, (_, a) =>
    normal.map((value, s) => Number(s === a) - (square > 0 ? (2 * value * normal[a]!) / square : 0)),
  );
}

/** An orthonormal basis of what vectors span, the first of them the first: each time the vector of which most is left. */
function orthonormalised(vectors: readonly Vector[]): Float64Array[] {
  const basis: Float64Array[] = [];
  const rests = vectors.map((vector) => Float64Array.from(vector));
  const sizes = rests.map(norm);
  while (basis.length < rests[0]!.length) {
    const parts = rests.map((rest, k) => norm(rest) / sizes[k]!);
    const chosen = basis.length === 0 ? 0 : parts.indexOf(Math.max(...parts));
    if (!(parts[chosen]! > ROUNDING)) break;
    const unit = Float64Array.from(rests[chosen]!);
    for (const other of basis) removePart(unit, other);
    const size = norm(unit);
    const u = unit.map((x) => x / size);
    basis.push(u);
    for (const rest of rests) removePart(rest, u);
  }
  return basis;
}

const norm = (x: Vector): number => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));

function removePart(x: Float64Array, unit: Vector): void {
  let along = 0;
  for (let s = 0; s < x.length; s++) along += x[s]! * unit[s]!;
  for (let s = 0; s < x.length; s++) x[s]! -= along * unit[s]!;
}

/** Functions turned so that those first that stages' mean effects depend on most. */
export interface LeadingFunctions {
  /** the new functions from φ^0 … φ^R; φ^0 = 1 stays `[1 + R, 1 + R]` */
  readonly Q: Matrix;
  /** r: the first so many after 1 are those that pairs are followed by */
  readonly r: number;
}

/**
 * Singular vectors of V = T[0, ·] and U = T[·, 0], each in units of the root mean squares of X and scaled to norm 1.
 *
 * @param stages - what the agent does in each
 * @param covariances - E[X Xᵀ] at the start of each stage, and of the last at its end
 * @param omits - part of the squared singular values that may be left out
 */
export function leadingFunctions(
  stages: readonly AgentTables[],
  covariances: readonly Matrix[],
  omits: number,
): LeadingFunctions {
  const R = stages[0]!.functions.columns - 1;
  const gram = matrix(R, R);
  stages.forEach(({ agent: { inputs, lifts }, mean, T }, k) => {
    const { rows: d, columns: q } = mean;
    const size = (C: Matrix, at: number): number =>
      Math.sqrt(Math.max(C.values[at * (C.columns + 1)]!, 1e-300));
    const x = inputs.map((at) => size(covariances[k]!, at));
    const y = Array.from({ length: d }, (_, i) => size(covariances[k + 1]!, (lifts[0]?.at ?? 0) + i));
    for (const isEnd of [false, true]) {
      const effects = matrix(R, d * q);
      for (let a = 0; a < R; a++)
        for (let i = 0; i < d; i++)
          for (let j = 0; j < q; j++) {
            const [row, column] = isEnd ? [(a + 1) * d + i, j] : [i, (a + 1) * q + j];
            effects.values[(a * d + i) * q + j] = (T.values[row * T.columns + column]! * x[j]!) / y[i]!;
          }
      const size = squaredNorm(effects.values);
      if (size > 0) add(gram, multiplyTransposed(effects, effects), 1 / size);
    }
  });
  const Q = identityMatrix(1 + R);
  const { values, vectors } = symmetricEigenvectors(gram.values, R);
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
  order.forEach((k, a) => {
    for (let b = 0; b < R; b++) Q.values[(a + 1) * (R + 1) + b + 1] = vectors[b * R + k]!;
  });
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  let left = total;
  let r = 0;
  while (r < R && left > omits * total && values[order[r]!]! > NOTHING * total) left -= values[order[r++]!]!;
  return { Q, r: Math.max(r, 1) };
}
