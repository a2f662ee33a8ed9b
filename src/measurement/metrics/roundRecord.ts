/** One recorded round: a row of rounds.csv. */
import { METRICS, type MetricName } from './metrics.ts';

/**
 * The numbers of a round by the metrics' names: `record.error`. Those that do not exist for a problem,
 * or that the run is not measured in, are NaN.
 */
export type RoundRecord = Readonly<Record<MetricName, number>> & {
  /** all of them, in the order of the metrics; those of the run's own metrics, and of its agents, at the end */
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

/** The numbers of a record, none of them known, with room for those of a run's own metrics and of its agents at the end. */
export const unknownValues = (count: number): readonly number[] =>
  new Array<number>(METRICS.length + count).fill(NaN);

/** @param values - in the order of the metrics; the record's from now on */
export const roundRecord = (values: readonly number[]): RoundRecord =>
  new Row(values) as unknown as RoundRecord;
