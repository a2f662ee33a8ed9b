/** Records and meters by hand. */
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import type { MeasuredRun } from '../../src/measurement/metrics/measuredRound.ts';
import { METRICS, type MetricName } from '../../src/measurement/metrics/metrics.ts';
import { roundRecord, type RoundRecord } from '../../src/measurement/metrics/roundRecord.ts';

/** A record of these numbers, all others unknown. */
export const recordOf = (numbers: Partial<Record<MetricName, number>>): RoundRecord =>
  roundRecord(METRICS.map(({ name }) => numbers[name] ?? NaN));

/** A run of Local SA by two agents in step, measured in what every run is measured in. */
export const measuredRun = (
  dimension: number,
  answer: MeasuringBasis,
  changes: Partial<MeasuredRun> = {},
): MeasuredRun => ({
  agents: 2,
  dimension,
  seed: 1,
  algorithm: { name: 'local-sa', stepSize: 0.1 },
  trigger: { kind: 'deterministic', localSteps: 10 },
  answer,
  averageFrom: undefined,
  drawn: false,
  lyapunov: false,
  policy: { kind: 'synchronous' },
  timing: undefined,
  clock: 'virtual',
  ...changes,
});
