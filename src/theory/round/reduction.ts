/**
 * The fewest registers that a round goes by: of what parts keep, combinations that something reads, on those states
 * that a run can reach. `x` stands for a state, in coordinates of the same size.
 */
import { orthogonalised } from '../../maths/orthonormal.ts';
import { dot, largestSize, type Vector } from '../../maths/vector.ts';

/** Of a vector beside those that it is nearly a combination of. */
const INDEPENDENT = 1e-9;
/** What rounding leaves of a sum, beside the sizes of its terms. */
const ROUNDING = 1e-11;

/** How a state moves in a round: `x ← A x + B r`, and where it begins. */
interface StateMap {
  /** `[n, n]`, by rows, each with its coefficients of the results behind it `[n, n + J]` */
  readonly next: readonly Vector[];
  /** states that are reached before, by columns */
  readonly begins: readonly Vector[];
}

/** The states that a run can reach, and readings of them. */
export class ReachableStates {
  readonly #scale: Float64Array;
  readonly #next: readonly Vector[];
  readonly #size: number;
  /** orthonormal, of states divided by their scale */
  readonly #basis: Float64Array[] = [];

  constructor({ next, begins }: StateMap) {
    const n = next.length;
    this.#size = n;
    this.#next = next;
    const inputs = (next[0]?.length ?? n) - n;
    const columns = [
      ...begins.map((begin) => Float64Array.from(begin)),
      ...Array.from({ length: inputs }, (_, j) => Float64Array.from(next, (row) => row[n + j]!)),
    ];
    this.#scale = Float64Array.from({ length: n }, (_, k) => {
      const size = columns.reduce((most, column) => Math.max(most, Math.abs(column[k]!)), 0);
      return size === 0 ? 1 : size;
    });
    const waiting: Float64Array[] = columns.map((column) => column.map((x, k) => x / this.#scale[k]!));
    for (let column = waiting.shift(); column !== undefined; column = waiting.shift()) {
      const rest = leftOf(column, this.#basis);
      if (rest === undefined) continue;
      this.#basis.push(rest);
      waiting.push(this.#moved(rest));
    }
  }

  #moved(x: Vector): Float64Array {
    return Float64Array.from(this.#next, (row, k) => {
      let sum = 0;
      for (let j = 0; j < this.#size; j++) sum += row[j]! * this.#scale[j]! * x[j]!;
      return sum / this.#scale[k]!;
    });
  }

  /** What a reading of states is on those that are reached, in coordinates of them; 0 where that is rounding. */
  reading(row: Vector): Float64Array {
    return Float64Array.from(this.#basis, (column) => {
      let sum = 0;
      let size = 0;
      for (let k = 0; k < this.#size; k++) {
        const term = row[k]! * this.#scale[k]! * column[k]!;
        sum += term;
        size += Math.abs(term);
      }
      return Math.abs(sum) <= ROUNDING * size ? 0 : sum;
    });
  }

  /** A reading after the round, as one of the state before it and of the results `[n + J]`. */
  after(row: Vector, next: readonly Vector[] = this.#next): Float64Array {
    const out = new Float64Array(next[0]?.length ?? 0);
    for (let k = 0; k < this.#size; k++)
      for (let j = 0; j < out.length; j++) out[j]! += row[k]! * next[k]![j]!;
    return out;
  }
}

/** The rest of a vector beside orthonormal ones, of length 1; `undefined` where that is rounding, or beyond all doubles. */
function leftOf(vector: Vector, basis: readonly Vector[]): Float64Array | undefined {
  // Of length 1 in two steps: the squares of the smallest numbers are 0.
  const most = largestSize(vector);
  if (most === 0) return undefined;
  const scaled = Float64Array.from(vector, (x) => x / most);
  const size = Math.sqrt(dot(scaled, scaled));
  const { left: rest } = orthogonalised(
    scaled.map((x) => x / size),
    basis,
  );
  const left = Math.sqrt(dot(rest, rest));
  return left > INDEPENDENT ? Float64Array.from(rest, (x) => x / left) : undefined;
}

/** Whether a reading is none of those of the registers. */
export const isNew = (reading: Vector, registers: readonly Vector[]): boolean => {
  const basis: Float64Array[] = [];
  for (const register of registers) {
    const rest = leftOf(register, basis);
    if (rest) basis.push(rest);
  }
  return leftOf(reading, basis) !== undefined;
};

/** The coefficients of one or two registers that a reading is made of. */
export function coefficientsOf(reading: Vector, registers: readonly Vector[]): number[] {
  const sizes = registers.map(largestSize);
  const [first, second] = registers.map((register, k) => register.map((x) => x / sizes[k]!));
  if (first === undefined) return [];
  if (second === undefined) return [dot(reading, first) / dot(first, first) / sizes[0]!];
  // Second without its part along the first.
  const along = dot(second, first) / dot(first, first);
  const rest = second.map((x, k) => x - along * first[k]!);
  const ofSecond = dot(reading, rest) / dot(rest, rest);
  const left = Float64Array.from(reading, (x, k) => x - ofSecond * second[k]!);
  return [dot(left, first) / dot(first, first) / sizes[0]!, ofSecond / sizes[1]!];
}
