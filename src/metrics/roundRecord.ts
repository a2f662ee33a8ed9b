/** One recorded round: a row of rounds.csv. */
import { METRICS, type MetricName } from './metrics.ts';

/**
 * The numbers of a round by the metrics' names: `record.error`. Those that do not exist for a problem,
 * or that the run is not measured in, are NaN.
 */
export type RoundRecord = Readonly<Record<MetricName, number>> & {
  /** all of them, in the order of the metrics */
  readonly values: readonly number[];
  /** all of them by name */
  toJSON(): Readonly<Record<MetricName, number>>;
};

class Row {
  readonly values: readonly number[];

  constructor(values: readonly number[]) {
    this.values = values;
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(METRICS.map(({ name }, at) => [name, this.values[at]!]));
  }
}

// An accessor each over one array: objects filled by name in a loop take ten times as long to make.
for (const [at, { name }] of METRICS.entries()) {
  Object.defineProperty(Row.prototype, name, {
    get(this: Row) {
      return this.values[at];
    },
  });
}

const UNKNOWN: readonly number[] = METRICS.map(() => NaN);

/** Room for a record's numbers, none of them known. */
export const unknownValues = (): number[] => UNKNOWN.slice();

/** @param values - in the order of the metrics; the record's from now on */
export const roundRecord = (values: readonly number[]): RoundRecord =>
  new Row(values) as unknown as RoundRecord;
