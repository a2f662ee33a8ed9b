/** What theory says of a problem and a run. */
import type { RunConfiguration } from '../configuration/configuration.ts';
import type { RunStatement } from './bounds/statedRun.ts';
import type { ProblemConstants } from './constants.ts';
import type { ExpectedPace } from './expectedPace.ts';
import type { AgentsTiming } from './expectedTimings.ts';
import type { FirstOrder } from './expansion/firstOrder.ts';
import type { ExactErrors } from './moments/exactErrors.ts';
import type { PredictedCurve } from './predictedCurve.ts';
import type { Prediction } from './predictions.ts';
import type { ScheduleTheory } from './schedules/scheduleTheory.ts';
import type { SquareFactor } from './stability/meanSquareGrowth.ts';
import type { Stability } from './stability/stableStep.ts';
import type { TheoryPart } from './theoryParts.ts';

/** The part of a run's configuration that the theory depends on. */
export type TheoryConfiguration = Pick<
  RunConfiguration,
  'algorithms' | 'trigger' | 'budget' | 'initial' | 'sampling' | 'stride'
> &
  Partial<Pick<RunConfiguration, 'policy' | 'timing' | 'averageFrom' | 'seeds'>>;

/** ‖E[θ̄_t] − θ*‖² of one algorithm at the curve's rounds; null where the mean does not exist. */
export interface MeanCurve {
  readonly algorithm: string;
  readonly errors: readonly number[] | null;
  /** where there is no mean recursion: what run the curve is of, or why there is none */
  readonly source?: string;
}

/** Exact errors of one algorithm at the curve's rounds, noise included, or why there are none. */
export interface ExactCurve {
  readonly algorithm: string;
  readonly result: ExactErrors;
}

/** Plain data: what is printed, before it is laid out. */
export interface TheorySummary {
  readonly agents: number;
  readonly dimension: number;
  readonly meanOperator: 'linear' | 'nonlinear' | 'unknown';
  /** θ* `[d]` */
  readonly root: readonly number[] | null;
  /** why digits of θ* are not known; absent where they are */
  readonly rootDoubt?: string;
  /** smallest eigenvalue of (Ā + Āᵀ)/2, of the average operator; null unless it is linear */
  readonly monotonicity: number | null;
  /** real parts of the eigenvalues of Ā, smallest and largest; null unless linear */
  readonly spectrum: { readonly smallest: number; readonly largest: number } | null;
  /** ε of the mixing times τ(ε) */
  readonly epsilon: number;
  /** null where they were not asked for */
  readonly constants: ProblemConstants | null;
  /** the parts that were asked for; absent where all were */
  readonly only?: readonly TheoryPart[];
  /** the part that it was at when it was ended; absent where it is whole */
  readonly endedAt?: string;
  /** the settings that a run needs and does not have, with what they mean; absent where it has all, and where nobody asked */
  readonly needed?: string;
  /** with a configuration only; its lists are empty where a part was not asked for */
  readonly run: {
    readonly configuration: TheoryConfiguration;
    /** in the order of the configuration's algorithms */
    readonly predictions: readonly Prediction[];
    /** the largest stable step sizes under the run's sampling, in the same order */
    readonly stability: readonly Stability[];
    /** by how much second moments grow or shrink in a round at the run's own step sizes; null where it is not known */
    readonly meanSquareFactors: readonly (SquareFactor | null)[];
    readonly rounds: readonly number[];
    /** in the same order; empty where there is no closed form */
    readonly curves: readonly MeanCurve[];
    /** in the same order */
    readonly exact: readonly ExactCurve[];
    /** with what each number is worth, or why there is none, under every policy; in the same order */
    readonly predicted: readonly PredictedCurve[];
    /** stationary laws to first order in the step size, of the algorithms that have one */
    readonly firstOrders: readonly FirstOrder[];
    /** mean seconds of a round's parts, agents alike together; empty without a timing model */
    readonly expected: readonly AgentsTiming[];
    /** in expectation over schedules, where not all agents take part in each step; null elsewhere */
    readonly schedule: ScheduleTheory | null;
    /** how fast server steps follow one another; null where there is no closed form */
    readonly pace: ExpectedPace | null;
    /** what the papers' theorems say of the end of the run, with their reasons where they say nothing */
    readonly statements: readonly RunStatement[];
  } | null;
}
