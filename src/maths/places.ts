/**
 * Where an agent is in X: it reads x_i = O_i X, and adds E_i y_i to X⁺. Both are a few blocks of X, however long it is, so
 * that O and E are lists of places. Tables are blocks of matrices over X next to each other; loops over them are kernels:
 * matrices that hold O and E as they are would take a hundred times as long where a hundred agents keep corrections.
 */
import { addProduct, type Matrix, matrix } from './matrix.ts';
import { packedLength } from './packed.ts';

/** Where y_i enters X⁺: `factor · y_i` from row `at` on. */
export interface Lift {
  readonly at: number;
  readonly factor: number;
}

export interface Part {
  /** the coordinates of X that x_i consists of, q */
  readonly inputs: readonly number[];
  readonly lifts: readonly Lift[];
}

/** Where an agent reads what it has written, by the coordinates of x. */
export const placesRead = ({ inputs, lifts }: Part): Lift[] =>
  lifts.map(({ at, factor }) => ({ at: inputs.indexOf(at), factor })).filter(({ at }) => at >= 0);

/** Whether all agents read and write in the same places. */
export function areAlike(parts: readonly Part[]): boolean {
  const places = parts.map(({ inputs, lifts }) => JSON.stringify([inputs, lifts]));
  return places.every((place) => place === places[0]);
}

/** Blocks `[height, width]` by functions a < `first` and b < `second` of two chains, below each other as one matrix. */
export interface Blocks {
  readonly matrix: Matrix;
  readonly first: number;
  readonly second: number;
  /** whether b counts before a in the order of the blocks: the table of a pair as its second agent sees it */
  readonly isExchanged?: boolean;
}

/** Blocks by functions of one chain. */
export const byFirst = (matrix: Matrix, first: number): Blocks => ({ matrix, first, second: 1 });
/** Blocks by functions of one chain that are next to others. */
export const bySecond = (matrix: Matrix, second: number): Blocks => ({ matrix, first: 1, second });

/** The same blocks, seen from the other chain. */
export const exchanged = ({ matrix, first, second, isExchanged }: Blocks): Blocks => ({
  ...{ matrix, first: second, second: first, isExchanged: isExchanged !== true },
});

/** Where the rows of a block begin among the numbers of all. */
function beginningOf({ matrix: C, first, second, isExchanged }: Blocks): (a: number, b: number) => number {
  const size = (C.rows / (first * second)) * C.stride;
  return (a, b) => C.offset + (isExchanged === true ? b * first + a : a * second + b) * size;
}

/** O on the left of each block `[first q, second width]`. */
export function rowsRead({ inputs }: Part, blocks: Blocks): Matrix {
  const { first, second, matrix: C } = blocks;
  const { columns: width, values, stride } = C;
  const at = beginningOf(blocks);
  const out = matrix(first * inputs.length, second * width);
  let to = 0;
  for (let a = 0; a < first; a++)
    for (const row of inputs)
      for (let b = 0; b < second; b++, to += width) {
        const from = at(a, b) + row * stride;
        for (let j = 0; j < width; j++) out.values[to + j] = values[from + j]!;
      }
  return out;
}

/** Y Oᵀ of blocks next to each other, Y `[rows, count width]`: `[rows, count q]`. */
export function columnsRead({ inputs }: Part, Y: Matrix, count: number): Matrix {
  const width = Y.columns / count;
  const out = matrix(Y.rows, count * inputs.length);
  let to = 0;
  for (let i = 0; i < Y.rows; i++)
    for (let b = 0; b < count; b++)
      for (const column of inputs) out.values[to++] = Y.values[Y.offset + i * Y.stride + b * width + column]!;
  return out;
}

/** O C Oᵀ of each symmetric block, packed `[first packed q, second]`. */
export function squaresRead({ inputs }: Part, blocks: Blocks): Matrix {
  const { first, second, matrix: C } = blocks;
  const size = packedLength(inputs.length);
  const at = beginningOf(blocks);
  const out = matrix(first * size, second);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++) {
      const from = at(a, b);
      let to = a * size * second + b;
      for (let i = 0; i < inputs.length; i++)
        for (let j = 0; j <= i; j++, to += second)
          out.values[to] = C.values[from + inputs[i]! * C.stride + inputs[j]!]!;
    }
  return out;
}

/** blocks += factor · (E Y)ᵀ of Y `[first d, second height]`. */
export function addTransposed(blocks: Blocks, { lifts }: Part, Y: Matrix, factor = 1): void {
  eachLifted(blocks, lifts, Y, (values, from, i, to, stride, height, scale) => {
    for (let j = 0; j < height; j++) values[to + j * stride + i]! += factor * scale * Y.values[from + j]!;
  });
}

/** blocks += factor · (E Y + (E Y)ᵀ) of Y `[first d, second height]`. */
export function addTwice(blocks: Blocks, { lifts }: Part, Y: Matrix, factor = 1): void {
  eachLifted(blocks, lifts, Y, (values, from, i, to, stride, height, scale) => {
    for (let j = 0; j < height; j++) {
      const value = factor * scale * Y.values[from + j]!;
      values[to + i * stride + j]! += value;
      values[to + j * stride + i]! += value;
    }
  });
}

/** Row i of the block that begins at `to` gains `factor` times the numbers of Y from `from` on. */
type Visit = (
  values: Float64Array,
  from: number,
  i: number,
  to: number,
  stride: number,
  height: number,
  factor: number,
) => void;

function eachLifted(blocks: Blocks, lifts: readonly Lift[], Y: Matrix, visit: Visit): void {
  const { first, second, matrix: C } = blocks;
  const d = Y.rows / first;
  const height = Y.columns / second;
  const at = beginningOf(blocks);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++) {
      const to = at(a, b);
      for (const lift of lifts)
        for (let i = 0; i < d; i++) {
          const from = Y.offset + (a * d + i) * Y.stride + b * height;
          visit(C.values, from, lift.at + i, to, C.stride, height, lift.factor);
        }
    }
}

/** blocks += factor · E Q Eᵀ of symmetric Q, packed `[first packed d, second]`. */
export function addSquares(blocks: Blocks, { lifts }: Part, Q: Matrix, factor = 1): void {
  const { first, second, matrix: C } = blocks;
  const m = Q.rows / first;
  const at = beginningOf(blocks);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++) {
      const to = at(a, b);
      for (const left of lifts)
        for (const right of lifts) {
          const scale = factor * left.factor * right.factor;
          for (let i = 0, k = 0; k < m; i++)
            for (let j = 0; j <= i; j++, k++) {
              const value = scale * Q.values[Q.offset + (a * m + k) * Q.stride + b]!;
              C.values[to + (left.at + i) * C.stride + right.at + j]! += value;
              if (j < i) C.values[to + (left.at + j) * C.stride + right.at + i]! += value;
            }
        }
    }
}

/** blocks += E Y E'ᵀ and its transpose, of Y `[first d, second d]`. */
export function addBetween(blocks: Blocks, part: Part, Y: Matrix, other: Part): void {
  const { first, second, matrix: C } = blocks;
  const d = Y.rows / first;
  const at = beginningOf(blocks);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++) {
      const to = at(a, b);
      for (const left of part.lifts)
        for (const right of other.lifts)
          for (let i = 0; i < d; i++)
            for (let j = 0; j < d; j++) {
              const value =
                left.factor * right.factor * Y.values[Y.offset + (a * d + i) * Y.stride + b * d + j]!;
              C.values[to + (left.at + i) * C.stride + right.at + j]! += value;
              C.values[to + (right.at + j) * C.stride + left.at + i]! += value;
            }
    }
}

/** out `[to, from]` += factor · E A O of A `[d, q]`. */
export function addThrough(out: Matrix, { inputs, lifts }: Part, A: Matrix, factor = 1): void {
  for (const lift of lifts)
    for (let i = 0; i < A.rows; i++)
      inputs.forEach((column, k) => {
        out.values[(lift.at + i) * out.stride + column]! +=
          factor * lift.factor * A.values[A.offset + i * A.stride + k]!;
      });
}

/** Blocks below each other, each turned `[first second width, height]`. */
export function eachTransposed(blocks: Blocks): Matrix {
  const { first, second, matrix: C } = blocks;
  const height = C.rows / (first * second);
  const at = beginningOf(blocks);
  const out = matrix(first * second * C.columns, height);
  let to = 0;
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++)
      for (let j = 0; j < C.columns; j++)
        for (let i = 0; i < height; i++) out.values[to++] = C.values[at(a, b) + i * C.stride + j]!;
  return out;
}

/** factor · (C + Cᵀ) of each square block, in its place. */
export function eachWithTranspose(blocks: Blocks, factor: number): Matrix {
  const { first, second, matrix: C } = blocks;
  const at = beginningOf(blocks);
  for (let a = 0; a < first; a++)
    for (let b = 0; b < second; b++)
      for (let i = 0; i < C.columns; i++)
        for (let j = 0; j <= i; j++) {
          const [lower, upper] = [at(a, b) + i * C.stride + j, at(a, b) + j * C.stride + i];
          const value = factor * (C.values[lower]! + C.values[upper]!);
          C.values[lower] = value;
          C.values[upper] = value;
        }
  return C;
}

/** Σ_b N[g, b] of blocks of rows next to each other, X `[rows, count width]`: `[rows, count width]`. */
export function along(N: Matrix, X: Matrix): Matrix {
  const width = X.columns / N.columns;
  const out = matrix(X.rows, N.rows * width);
  for (let i = 0; i < X.rows; i++)
    addProduct(
      { rows: N.rows, columns: width, values: out.values, offset: i * out.stride, stride: width },
      N,
      { rows: N.columns, columns: width, values: X.values, offset: X.offset + i * X.stride, stride: width },
    );
  return out;
}
