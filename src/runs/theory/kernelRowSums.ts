/** Sums of rows by the kernels' program, in a memory of their own. */
import { instantiate, loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { type Matrix, matrix, numbersOf } from '../../maths/matrix.ts';
import { type NewRowSums, placeOf, plainRowSums } from '../../maths/rowSums.ts';
import { KernelMemory } from '../../kernels/kernelMemory.ts';

/** What the program exports for them; rows are given by their addresses. */
interface RowExports {
  readonly addRowSums: (
    out: number,
    stride: number,
    M: number,
    rows: number,
    from: number,
    inner: number,
    count: number,
    shift: number,
  ) => void;
  readonly mirrorRows: (
    matrix: number,
    stride: number,
    table: number,
    blocks: number,
    size: number,
    from: number,
    to: number,
  ) => void;
}

/**
 * By the kernel, or in plain JavaScript where there is none: the numbers are the same. A matrix takes the place
 * of the one before, since memories of WebAssembly are few.
 */
export function kernelRowSums(): NewRowSums {
  const program = loadKernels();
  if (program === undefined) return plainRowSums;
  const memory = new KernelMemory();
  const { addRowSums, mirrorRows } = instantiate(program, memory) as unknown as RowExports;
  return (rows, width) => {
    const place = (name: string, bytes: number): number => memory.kept(name, {}, bytes, () => undefined);
    const at = place('matrix', 8 * rows * width);
    // Of M, and of the table of addresses: never more than the matrix has rows.
    const ofM = place('factors', 8 * rows * rows);
    const ofTable = place('table', 4 * rows);
    const { buffer } = memory.memory;
    const all = matrix(rows, width, new Float64Array(buffer, at, rows * width).fill(0));
    const factors = new Float64Array(buffer, ofM, rows * rows);
    const table = new Uint32Array(buffer, ofTable, rows);
    const addressOf = ({ offset }: Matrix): number => at + 8 * offset;
    return {
      matrix: all,
      addProduct: (out, M, A) => {
        factors.set(numbersOf(M));
        for (let l = 0; l < A.rows; l++) table[l] = addressOf(A) + 8 * width * l;
        addRowSums(addressOf(out), 8 * width, ofM, M.rows, ofTable, A.rows, A.columns, 0);
      },
      addCombination: (out, terms) => {
        terms.forEach(([A, factor], l) => {
          factors[l] = factor;
          table[l] = addressOf(A);
        });
        addRowSums(addressOf(out), 8 * width, ofM, out.rows, ofTable, terms.length, out.columns, 8 * width);
      },
      mirror: (A) => {
        const [row, column] = placeOf(A);
        table[0] = row;
        mirrorRows(at, 8 * width, ofTable, 1, A.rows, column, column + A.columns);
      },
    };
  };
}
