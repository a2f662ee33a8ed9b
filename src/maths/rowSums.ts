/**
 * Sums of long rows of one matrix, of which some hundred make the second moments of a run's vectors. A kernel of WebAssembly does them
 * in half of the time of plain JavaScript, with the same bits.
 */
import { addProduct, assignTransposed, block, type Matrix, matrix } from './matrix.ts';

/** A matrix, and what is done with views of its rows. */
export interface RowSums {
  /** `[rows, width]` */
  readonly matrix: Matrix;
  /** out += M A, of views with the same columns; out is apart from A. */
  addProduct(out: Matrix, M: Matrix, A: Matrix): void;
  /** out += Σ factor · A, of views with the same columns; out is apart from each A. */
  addCombination(out: Matrix, terms: readonly WeightedRows[]): void;
  /** Writes a view as columns: at its rows' numbers, in the rows that its columns have the numbers of. */
  mirror(A: Matrix): void;
}

export type WeightedRows = readonly [A: Matrix, factor: number];

/** Makes a matrix of zeros. */
export type NewRowSums = (rows: number, width: number) => RowSums;

/** In plain JavaScript. */
export const plainRowSums: NewRowSums = (rows, width) => {
  const all = matrix(rows, width);
  return {
    matrix: all,
    addProduct,
    addCombination: (out, terms) => {
      for (let i = 0; i < out.rows; i++) addRows(out, terms, i * width);
    },
    mirror: (A) => {
      const [row, column] = placeOf(A);
      assignTransposed(block(all, [column, A.columns], [row, A.rows]), A);
    },
  };
};

/** The first row and column of a view. */
export const placeOf = ({ offset, stride }: Matrix): readonly [row: number, column: number] => [
  Math.floor(offset / stride),
  offset % stride,
];

/** A row of each, `shift` numbers after the first. Four at a time, in the order of the kernel. */
function addRows(out: Matrix, terms: readonly WeightedRows[], shift: number): void {
  const { values: S, columns } = out;
  const to = out.offset + shift;
  const from = terms.map(([A]) => A.offset + shift);
  const fours = terms.length - (terms.length % 4);
  for (let l = 0; l < fours; l += 4) {
    const [a, b, c, e] = terms.slice(l, l + 4).map(([, factor]) => factor) as [
      number,
      number,
      number,
      number,
    ];
    const [A, B, C, E] = from.slice(l, l + 4) as [number, number, number, number];
    for (let j = 0; j < columns; j++)
      S[to + j]! += a * S[A + j]! + b * S[B + j]! + (c * S[C + j]! + e * S[E + j]!);
  }
  for (let l = fours; l < terms.length; l++)
    for (let j = 0; j < columns; j++) S[to + j]! += terms[l]![1] * S[from[l]! + j]!;
}
