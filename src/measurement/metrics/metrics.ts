/** The metrics of the program: the one list that columns, records, figures and documents follow. */
import { agentError, drift } from './agentModels.ts';
import { averageError, drawnError, error } from './error.ts';
import { lyapunov } from './lyapunov.ts';
import type { Measurements } from './measuredRound.ts';
import type { Column, Metric, MetricFigure } from './metric.ts';
import { drawnOperatorNorm, operatorNorm } from './operatorNorm.ts';
import { round, step, time } from './place.ts';
import { idle, staleness } from './timing.ts';
import {
  downlinkBits,
  downlinkBytes,
  downlinkVectors,
  uplinkBits,
  uplinkBytes,
  uplinkVectors,
} from './traffic.ts';

/** The metrics of the program, in the order of their columns in rounds.csv. */
export const METRICS = [
  round,
  step,
  time,
  error,
  agentError,
  operatorNorm,
  drift,
  uplinkVectors,
  downlinkVectors,
  uplinkBytes,
  downlinkBytes,
  uplinkBits,
  downlinkBits,
  averageError,
  drawnError,
  drawnOperatorNorm,
  lyapunov,
  staleness,
  idle,
] as const satisfies readonly Metric[];

export type MetricName = (typeof METRICS)[number]['name'];

/** A metric of a user's module, as a configuration has it: plain data. */
export interface OwnMetric extends Column {
  readonly figure: MetricFigure;
  /** file URL of the module, or `fedsa:` and the name of a shipped scenario */
  readonly module: string;
  /** of the compiled module; absent of a shipped one */
  readonly sha256?: string;
}

/** Measurements of a run, with metrics of its own. */
export interface MeasuredChoice extends Measurements {
  readonly metrics?: readonly OwnMetric[];
}

interface Placed<Metric> {
  readonly metric: Metric;
  /** place in a record */
  readonly at: number;
}

/** The columns of a run's rounds.csv: its own come last. */
export const columnsOf = (choice: MeasuredChoice): readonly Placed<Column>[] => [
  ...measuredIn(choice),
  ...(choice.metrics ?? []).map((metric, k) => ({ metric, at: METRICS.length + k })),
];

/** The metrics of the program that a run is measured in, in the order of its columns. */
export function measuredIn(choice: Measurements): readonly Placed<Metric>[] {
  return METRICS.map((metric: Metric, at) => ({ metric, at })).filter(
    ({ metric }) => metric.when?.(choice) ?? true,
  );
}
