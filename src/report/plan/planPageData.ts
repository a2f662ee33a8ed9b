/** What the page of a plan is made from. */
import type { Plan, PlanReport } from '../../recording/planReport.ts';
import type { GapKind } from '../../search/plan/searchRange.ts';
import type { PlanPictures } from '../../search/plan/planPictures.ts';
import type { CurveStyle } from '../palette.ts';

/** An algorithm of a plan, under one policy. */
export interface PlannedAlgorithm {
  /** of its plans */
  readonly key: string;
  readonly style: CurveStyle;
  /** of its step size: `η`, or `γ` where it has none */
  readonly symbol: string;
  /** where theory has curves */
  readonly pictures: PlanPictures | undefined;
}

export interface PlanPageData {
  /** the scenario's */
  readonly title: string;
  readonly facts: readonly string[];
  readonly epsilons: readonly number[];
  readonly gap: GapKind;
  readonly algorithms: readonly PlannedAlgorithm[];
  readonly report: PlanReport;
  /** names for readers */
  readonly titleOf: (plan: Plan) => string;
  /** of the program */
  readonly version: string;
}

/** `H`, or `p`. */
export const gapSymbol = (gap: GapKind): string => (gap === 'localSteps' ? 'H' : 'p');
