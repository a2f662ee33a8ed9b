/** What exact moments are computed of: a program, its agents, and where it starts. */
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import type { LinearMean, Sampling } from '../../problems/operator.ts';
import type { TriggerConfiguration } from '../../configuration/configuration.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import type { ScheduleLaw } from '../schedules/answerLaw.ts';

/** One agent: its mean and, but for exact sampling, the law of its observations. */
export interface KnownAgent {
  readonly mean: LinearMean;
  readonly law: ObservationLaw | undefined;
}

export interface Setting extends ScheduleLaw {
  readonly program: RoundProgram;
  readonly trigger: TriggerConfiguration;
  readonly sampling: Sampling;
  readonly agents: readonly KnownAgent[];
  /** θ* `[d]` */
  readonly root: Float64Array;
  /** θ̄_0 − θ* `[d]` */
  readonly initial: Float64Array;
}
