/** The metrics of the program: the one list that columns, records, figures and documents follow. */
import { agentError, drift } from './agentModels.ts';
import { averageError, drawnError, error } from './error.ts';
import { lyapunov } from './lyapunov.ts';
import type { Measurements } from './measuredRound.ts';
import type { Metric } from './metric.ts';
import { drawnOperatorNorm, operatorNorm } from './operatorNorm.ts';
import { round, step, time } from './place.ts';
import { idle, staleness } from './timing.ts';
import { downlinkBytes, downlinkVectors, uplinkBytes, uplinkVectors } from './traffic.ts';

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
  averageError,
  drawnError,
  drawnOperatorNorm,
  lyapunov,
  staleness,
  idle,
] as const satisfies readonly Metric[];

export type MetricName = (typeof METRICS)[number]['name'];

/** The metrics that a run is measured in, each with its place in a record, in the order of its columns. */
export function measuredIn(
  choice: Measurements,
): readonly { readonly metric: Metric; readonly at: number }[] {
  return METRICS.map((metric: Metric, at) => ({ metric, at })).filter(
    ({ metric }) => metric.when?.(choice) ?? true,
  );
}
