/** Parts of matrices over X that agents read, of one matrix or of many next to each other by functions of chains. */
import { packedLength } from '../../maths/packed.ts';
import type { Vector } from '../../maths/vector.ts';
import type { StageAgent } from './stages.ts';

/** The table of a pair as seen from one of its agents: its functions are rows, those of the other columns. */
export interface View {
  readonly table: Vector;
  /** numbers of functions, and how far apart the matrices `[from, from]` of neighbours are */
  readonly rows: number;
  readonly rowStride: number;
  readonly columns: number;
  readonly columnStride: number;
  readonly from: number;
}

/** The table of a pair `[r_i, r_j, from, from]`, seen from i. */
export const seenFromFirst = (table: Vector, ri: number, rj: number, from: number): View => ({
  ...{ table, from, rows: ri, rowStride: rj },
  ...{ columns: rj, columnStride: 1 },
});

/** The same, seen from j. */
export const seenFromSecond = (table: Vector, ri: number, rj: number, from: number): View => ({
  ...{ table, from, rows: rj, rowStride: 1 },
  ...{ columns: ri, columnStride: rj },
});

/** Matrices `[count, from, from]`, as the table of a pair of which one agent has the function 1 alone. */
export const sideBySide = (table: Vector, count: number, from: number): View =>
  seenFromFirst(table, 1, count, from);

/** The rows of X that an agent reads `[rows q, columns from]`. */
export function rowsRead(
  { inputs }: Pick<StageAgent, 'inputs'>,
  { table, rows, rowStride, columns, columnStride, from }: View,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(rows * q * columns * from);
  let to = 0;
  for (let x = 0; x < rows; x++)
    for (let k = 0; k < q; k++)
      for (let b = 0; b < columns; b++) {
        const at = ((x * rowStride + b * columnStride) * from + inputs[k]!) * from;
        for (let l = 0; l < from; l++) out[to++] = table[at + l]!;
      }
  return out;
}

/** The packed parts of X Xᵀ that an agent reads `[columns, rows packed q]`. */
export function partsRead(
  { inputs }: Pick<StageAgent, 'inputs'>,
  { table, rows, rowStride, columns, columnStride, from }: View,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(columns * rows * packedLength(q));
  let to = 0;
  for (let b = 0; b < columns; b++)
    for (let x = 0; x < rows; x++) {
      const at = (x * rowStride + b * columnStride) * from * from;
      for (let i = 0; i < q; i++)
        for (let j = 0; j <= i; j++) out[to++] = table[at + inputs[i]! * from + inputs[j]!]!;
    }
  return out;
}

/** Of matrices `[height, from]` next to each other the columns that an agent reads, as rows `[count q, height]`. */
export function columnsAsRows(
  { inputs }: Pick<StageAgent, 'inputs'>,
  matrices: Vector,
  count: number,
  height: number,
  from: number,
): Float64Array {
  const q = inputs.length;
  const out = new Float64Array(count * q * height);
  let to = 0;
  for (let a = 0; a < count; a++)
    for (let k = 0; k < q; k++)
      for (let t = 0; t < height; t++) out[to++] = matrices[(a * height + t) * from + inputs[k]!]!;
  return out;
}

/** Some columns of a matrix with rows of `stride` `[rows, columns.length]`. */
export function gathered(
  matrix: Vector,
  rows: number,
  stride: number,
  columns: readonly number[],
): Float64Array {
  const out = new Float64Array(rows * columns.length);
  let to = 0;
  for (let i = 0; i < rows; i++) for (const column of columns) out[to++] = matrix[i * stride + column]!;
  return out;
}
