/**
 * What observations do to fields over an agent's chain. With z = (v, f, 1) the local vector (localSteps.ts) and L(s, s') its map
 * at a move of probability P(s, s'), the transfer operators are
 *
 *     E[z; s'] ← Σ_s P(s, s') L(s, s') E[z; s],      E[z zᵀ; s'] ← Σ_s P(s, s') L(s, s') E[z zᵀ; s] L(s, s')ᵀ,
 *
 * matrices on the fields of all states side by side, whose powers say what many observations do: N, T and W of Mathematics (7)
 * between the indicators of states.
 */
import { spectralRadius } from '../eigenvalues.ts';
import {
  add,
  addProduct,
  assign,
  block,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  numbersOf,
  power,
  symmetricSquare,
} from '../matrix.ts';
import { packedLength, packInto, unpackInto } from '../packed.ts';
import { byOperator, type LocalChain, type LocalShape, stepMaps } from './jumpSystem.ts';
import { secondsAfter, secondStepCost } from './secondMoments.ts';

/** What a number of observations does to fields over S states; z has q coordinates, of which v is the first d. */
export interface Transfer {
  /** P(s_H = s' | s_0 = s) at (s', s) `[S, S]` */
  readonly kernel: Matrix;
  /** E[v yᵀ; s'] `[S d, width]` of E[z yᵀ; s] `[S q, width]`, y not the agent's own */
  readonly first: (field: Matrix) => Matrix;
  /** E[v vᵀ; s'] packed `[S packed(d), width]` of E[z zᵀ; s] packed `[S packed(q), width]` */
  readonly second: (field: Matrix) => Matrix;
}

/** Rows of an operator of second moments up to which it is written out: its powers then take log H products. */
const WRITTEN_OUT = 160;

/** How large an agent's chain is. */
interface Size {
  readonly states: number;
  readonly moves: number;
}

const isWrittenOut = (states: number, q: number): boolean => states * packedLength(q) <= WRITTEN_OUT;

/** What transfers are asked for. */
interface Work {
  /** of powers */
  readonly products: number;
  /** observations, at most */
  readonly steps: number;
  /** columns of first moments */
  readonly width: number;
  /** whether second moments are asked for */
  readonly squares: boolean;
}

/** Multiplications to set up transfers, and to apply one; and the doubles that it is. */
export function transferCost(
  { states: S, moves }: Size,
  local: LocalShape,
  { products, steps, width, squares }: Work,
): { readonly setup: number; readonly each: number; readonly doubles: number } {
  const { size: q, dimension: d } = local;
  const [pq, pd] = [packedLength(q), packedLength(d)];
  if (!isWrittenOut(S, q)) {
    const chain = { states: S, moves, operators: moves, kind: 'dense' } as const;
    const each = steps * (moves * q * q * width + (squares ? secondStepCost(chain, local) : 0));
    return { setup: S ** 3 * Math.log2(1 + steps), each, doubles: S * S + moves * q * q };
  }
  const second = squares ? pd * pq : 0;
  const setup = products * (S ** 3 + (S * q) ** 3 + (squares ? (S * pq) ** 3 : 0));
  return { setup, each: S * S * (d * q * width + second), doubles: S * S * (1 + d * q + second) };
}

/** The transfers of so many observations, in ascending order; of first moments alone where second ones are not asked for. */
export function* transfersAlong(
  chain: LocalChain,
  local: LocalShape,
  counts: readonly number[],
  order: 'first' | 'second',
): Generator<Transfer> {
  const { states, dimension: d } = chain;
  const q = local.size;
  const step = jumps(chain, local);
  const kernel = powersAlong(
    fieldOperator(chain, () => identityMatrix(1)),
    counts,
  );
  if (!isWrittenOut(states, q)) {
    for (const count of counts) yield stepByStep(chain, local, step, nextOf(kernel), count);
    return;
  }
  const first = powersAlong(fieldOperator(chain, step), counts);
  const squares = (k: number): Matrix => symmetricSquare(step(k));
  const second = order === 'second' ? powersAlong(fieldOperator(chain, squares), counts) : undefined;
  for (const N of kernel) {
    const T = headsOf(nextOf(first), states, d);
    const W = second && headsOf(nextOf(second), states, packedLength(d));
    yield { kernel: N, first: (field) => multiply(T, field), second: (field) => multiply(W!, field) };
  }
}

/** By how much a field of first or second moments of v grows in a step, in the long run. */
export function growthOf(chain: LocalChain, local: LocalShape, moment: 'first' | 'second'): number {
  const step = jumps(chain, local);
  const { dimension: d } = chain;
  const onV = (k: number): Matrix => block(step(k), [0, d], [0, d]);
  const operator = fieldOperator(chain, moment === 'first' ? onV : (k) => symmetricSquare(onV(k)));
  return spectralRadius(numbersOf(operator), operator.rows);
}

/** L of each operator. */
function jumps(chain: LocalChain, local: LocalShape): (operator: number) => Matrix {
  const steps = stepMaps(chain, local);
  return byOperator((k) => {
    const L = identityMatrix(local.size);
    add(block(L, [0, local.dimension]), steps(k));
    return L;
  });
}

/** Σ_s P(s, s') map(s, s') as a matrix of fields `[S size, S size]`, of maps `[size, size]` by operator. */
function fieldOperator(chain: LocalChain, map: (operator: number) => Matrix): Matrix {
  const { states: S, first, next, probability, operator } = chain;
  const size = map(operator[0]!).rows;
  const out = matrix(S * size, S * size);
  for (let s = 0; s < S; s++)
    for (let e = first[s]!; e < first[s + 1]!; e++)
      add(block(out, [next[e]! * size, size], [s * size, size]), map(operator[e]!), probability[e]);
  return out;
}

/** What a generator has next, which it has. */
function nextOf(matrices: Generator<Matrix, void>): Matrix {
  const { value } = matrices.next();
  if (value === undefined) throw new RangeError('there is no further power');
  return value;
}

/** The powers of a matrix, in ascending order. */
function* powersAlong(A: Matrix, exponents: readonly number[]): Generator<Matrix, void> {
  let now = identityMatrix(A.rows);
  let done = 0;
  for (const exponent of exponents) {
    now = done === 0 ? power(A, exponent) : multiply(power(A, exponent - done), now);
    done = exponent;
    yield now;
  }
}

/** The first rows of the block of each state. */
function headsOf(A: Matrix, states: number, rows: number): Matrix {
  const out = matrix(states * rows, A.columns);
  for (let s = 0; s < states; s++)
    assign(block(out, [s * rows, rows]), block(A, [(s * A.rows) / states, rows]));
  return out;
}

/** Observation by observation, where operators are too large to be written out. */
function stepByStep(
  chain: LocalChain,
  local: LocalShape,
  step: (operator: number) => Matrix,
  kernel: Matrix,
  count: number,
): Transfer {
  const { states: S, first, next, probability, operator, dimension: d } = chain;
  const q = local.size;
  const [pq, pd] = [packedLength(q), packedLength(d)];
  const moved = (field: Matrix): Matrix => {
    const out = matrix(field.rows, field.columns);
    for (let s = 0; s < S; s++)
      for (let e = first[s]!; e < first[s + 1]!; e++)
        addProduct(
          block(out, [next[e]! * q, q]),
          step(operator[e]!),
          block(field, [s * q, q]),
          probability[e],
        );
    return out;
  };
  return {
    kernel,
    first: (field) => {
      let now = field;
      for (let k = 0; k < count; k++) now = moved(now);
      return headsOf(now, S, d);
    },
    second: (field) => {
      const out = matrix(S * pd, field.columns);
      for (let column = 0; column < field.columns; column++) {
        const Z = new Float64Array(S * q * q);
        for (let s = 0; s < S; s++) unpackInto(Z, s * q * q, q, block(field, [s * pq, pq], [column, 1]));
        const end = matrix(S * q, q, secondsAfter(chain, local, Z, count));
        for (let s = 0; s < S; s++)
          packInto(block(out, [s * pd, pd], [column, 1]), block(end, [s * q, d], [0, d]));
      }
      return out;
    },
  };
}
