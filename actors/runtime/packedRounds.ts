/**
 * The recorded rounds of a replication as one block of doubles. Between threads a block is copied as
 * it is, where thousands of small objects would each be taken apart and put together again.
 */
import type { Vector } from '../../src/maths/vector.ts';
import { roundRecord, type RoundRecord, unknownValues } from '../../src/metrics/roundRecord.ts';

/** A round as it was recorded. */
export interface RecordedRound {
  readonly record: RoundRecord;
  /** θ̄ `[d]` */
  readonly theta: Vector;
  /** the Polyak–Ruppert average `[d]`, where there is one yet */
  readonly average: Vector | undefined;
}

/** One row a round: the record's numbers, θ̄ and, where the run averages, whether there is an average, and the average. */
export interface PackedRounds {
  readonly rows: number;
  /** d */
  readonly dimension: number;
  readonly averaging: boolean;
  /** `[rows, …]`, row-major */
  readonly numbers: Float64Array;
}

/** Numbers of a record. */
const FIELDS = unknownValues().length;
/** Rows that there is room for at first. */
const FIRST_ROOM = 16;

/** Takes rounds one by one. */
export class RoundPacker {
  readonly #dimension: number;
  readonly #averaging: boolean;
  readonly #width: number;
  #numbers: Float64Array;
  #rows = 0;

  /** @param averaging - whether there may be averages */
  constructor(dimension: number, averaging: boolean) {
    this.#dimension = dimension;
    this.#averaging = averaging;
    this.#width = widthOf(dimension, averaging);
    this.#numbers = new Float64Array(FIRST_ROOM * this.#width);
  }

  /** How many rounds it has taken. */
  get rows(): number {
    return this.#rows;
  }

  add(record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    const at = this.#rows * this.#width;
    if (at === this.#numbers.length) {
      const larger = new Float64Array(2 * at);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set(record.values, at);
    const thetaAt = at + FIELDS;
    this.#numbers.set(theta, thetaAt);
    if (average && this.#averaging) {
      this.#numbers[thetaAt + this.#dimension] = 1;
      this.#numbers.set(average, thetaAt + this.#dimension + 1);
    }
    this.#rows++;
  }

  /** What it has taken so far. */
  packed(): PackedRounds {
    const numbers = this.#numbers.slice(0, this.#rows * this.#width);
    return { rows: this.#rows, dimension: this.#dimension, averaging: this.#averaging, numbers };
  }
}

/** Round `row` of a block; its vectors are views of the block. */
export function unpackRound({ numbers, dimension, averaging }: PackedRounds, row: number): RecordedRound {
  const at = row * widthOf(dimension, averaging);
  const flagAt = at + FIELDS + dimension;
  const values = unknownValues();
  for (let k = 0; k < FIELDS; k++) values[k] = numbers[at + k]!;
  return {
    record: roundRecord(values),
    theta: numbers.subarray(at + FIELDS, flagAt),
    average:
      averaging && numbers[flagAt] === 1 ? numbers.subarray(flagAt + 1, flagAt + 1 + dimension) : undefined,
  };
}

/** Bytes that a recorded round takes in a block. */
export const bytesOfRound = (dimension: number, averaging: boolean): number =>
  8 * widthOf(dimension, averaging);

const widthOf = (dimension: number, averaging: boolean): number =>
  FIELDS + dimension + (averaging ? 1 + dimension : 0);
