/**
 * The recorded rounds of a replication as one block of doubles. Between threads a block is copied as
 * it is, where thousands of small objects would each be taken apart and put together again.
 */
import type { Vector } from '../../src/maths/vector.ts';
import type { RecordedRound } from '../../src/events/inspection.ts';
import { METRICS } from '../../src/measurement/metrics/metrics.ts';
import { roundRecord, type RoundRecord, unknownValues } from '../../src/measurement/metrics/roundRecord.ts';

/** One row a round: the record's numbers, θ̄ and, where the run averages, whether there is an average, and the average. */
export interface PackedRounds {
  readonly rows: number;
  /** d */
  readonly dimension: number;
  readonly averaging: boolean;
  /** numbers of a record */
  readonly fields: number;
  /** `[rows, …]`, row-major */
  readonly numbers: Float64Array;
}

/** Rows that there is room for at first. */
const FIRST_ROOM = 16;

/** Takes rounds one by one. */
export class RoundPacker {
  readonly #dimension: number;
  readonly #averaging: boolean;
  readonly #fields: number;
  readonly #width: number;
  #numbers: Float64Array;
  #rows = 0;

  /**
   * @param averaging - whether there may be averages
   * @param userMetrics - how many metrics of a user the run has
   */
  constructor(dimension: number, averaging: boolean, userMetrics = 0) {
    this.#dimension = dimension;
    this.#averaging = averaging;
    this.#fields = unknownValues(userMetrics).length;
    this.#width = widthOf(this.#fields, dimension, averaging);
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
    const thetaAt = at + this.#fields;
    this.#numbers.set(theta, thetaAt);
    if (average && this.#averaging) {
      this.#numbers[thetaAt + this.#dimension] = 1;
      this.#numbers.set(average, thetaAt + this.#dimension + 1);
    }
    this.#rows++;
  }

  /** The rounds so far. */
  packed(): PackedRounds {
    const numbers = this.#numbers.slice(0, this.#rows * this.#width);
    return {
      rows: this.#rows,
      dimension: this.#dimension,
      averaging: this.#averaging,
      fields: this.#fields,
      numbers,
    };
  }
}

/** Round `row` of a block; its vectors are views of the block. */
export function unpackRound(
  { numbers, dimension, averaging, fields }: PackedRounds,
  row: number,
): RecordedRound {
  const at = row * widthOf(fields, dimension, averaging);
  const flagAt = at + fields + dimension;
  const values: number[] = [];
  for (let k = 0; k < fields; k++) values.push(numbers[at + k]!);
  return {
    record: roundRecord(values),
    theta: numbers.subarray(at + fields, flagAt),
    average:
      averaging && numbers[flagAt] === 1 ? numbers.subarray(flagAt + 1, flagAt + 1 + dimension) : undefined,
  };
}

/** Bytes that a recorded round takes in a block. */
export const bytesOfRound = (dimension: number, averaging: boolean, userMetrics = 0): number =>
  8 * widthOf(METRICS.length + userMetrics, dimension, averaging);

const widthOf = (fields: number, dimension: number, averaging: boolean): number =>
  fields + dimension + (averaging ? 1 + dimension : 0);
