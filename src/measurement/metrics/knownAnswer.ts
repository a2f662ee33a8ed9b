/** Basis on which a run's rounds are measured. */
import type { ProblemAnswer } from './measuredRound.ts';
import type { Metric } from './metric.ts';

/** A metric of a user's module, with a URL under which any thread can import that. */
export interface ImportedMetric extends Metric {
  readonly url: string;
}

/** The known answer of the problem, and the run's own metrics, in the order of its configuration. */
export interface MeasuringBasis extends ProblemAnswer {
  readonly metrics?: readonly ImportedMetric[] | undefined;
}
