/** What a plan has found: `fedsa-plan/1`, plain data without infinities. */
import type { PlanCost } from '../configuration/planField.ts';

/** The best at one number of local steps, or at one probability. */
export interface PlanPoint {
  readonly localSteps?: number;
  readonly communicationProbability?: number;
  /** η, or γ of an algorithm that has none */
  readonly stepSize: number;
  /** T, the least round from which the expected error is at most ε */
  readonly rounds: number;
  readonly cost: number;
}

/** A number of local steps, or a probability, at which no curve is known. */
export interface GapWithoutCurve {
  readonly localSteps?: number;
  readonly communicationProbability?: number;
  readonly reason: string;
}

/** One algorithm's plan for one ε, under one policy. */
export interface Plan {
  readonly epsilon: number;
  /** its key in the run */
  readonly algorithm: string;
  /** as it was given, where several policies are compared */
  readonly policy?: string;
  readonly kind: 'exact' | 'approximate' | 'measured' | 'none';
  readonly stepSize: number | null;
  /** α_g or γ; null of an algorithm that has none */
  readonly serverStepSize: number | null;
  readonly localSteps?: number | null;
  readonly communicationProbability?: number | null;
  readonly rounds: number | null;
  readonly cost: number | null;
  /** the limit of the expected error; of `none` the least that was found */
  readonly floor: number | null;
  /** estimate of |E/truth − 1| at T: 0 where it is exact */
  readonly relativeError: number | null;
  /** step sizes whose cost is within a tenth of the least */
  readonly stepSizeRange: readonly [low: number, high: number] | null;
  readonly byLocalSteps: readonly PlanPoint[];
  /** gaps that were tried and at which no step size has a curve; absent where there are none */
  readonly withoutCurve?: readonly GapWithoutCurve[];
  /** why there is no plan, or what an approximation neglects; null where it is exact */
  readonly reason: string | null;
  /** other parameters that were searched, by name */
  readonly others?: Readonly<Record<string, number>>;
  readonly verified?: VerifiedCost;
}

/** The cost that runs took. */
export interface VerifiedCost {
  readonly seeds: number;
  /** of the mean error over seeds; null where it was not reached */
  readonly cost: number | null;
  /** 95 % interval; null where that end was not reached */
  readonly low: number | null;
  readonly high: number | null;
  readonly reached: boolean;
}

/** Plans of one key are of one algorithm under one policy. */
export const planKey = ({ algorithm, policy }: Pick<Plan, 'algorithm' | 'policy'>): string =>
  policy === undefined ? algorithm : `${algorithm} ${policy}`;

export interface PlanReport {
  readonly format: 'fedsa-plan/1';
  readonly cost: PlanCost;
  /** by ε as it was asked for, and by cost within each; those without a plan last */
  readonly plans: readonly Plan[];
}
