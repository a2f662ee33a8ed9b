/** A search for plans, and what it finds: plain data but for the errors. */
import type { PlannedErrors } from './plannedErrors.ts';
import type { SearchedGap, SearchRange } from './searchRange.ts';

/** A parameter that is searched. */
export interface SearchedParameter {
  readonly name: string;
  readonly range: SearchRange;
}

export interface PlanSearch {
  readonly errors: PlannedErrors;
  /** the step size first */
  readonly parameters: readonly SearchedParameter[];
  readonly gap: SearchedGap;
  /** cost of a round at a gap */
  readonly costAt: (gap: number) => number;
  /** hears how many gaps have been tried for an ε, and how many there are to try as far as is known */
  readonly progress?: (tried: number, known: number) => void;
}

/** The best at one gap. */
export interface GapPlan {
  readonly gap: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** T */
  readonly rounds: number;
  readonly cost: number;
}

/** Why no curve is known at a gap, whatever the step size. */
export interface GapRefusal {
  readonly gap: number;
  readonly reason: string;
}

/** The best of all, or why there is none. */
export type AlgorithmPlan = { readonly withoutCurve?: readonly GapRefusal[] } & (
  | (GapPlan & {
      /** measured ones are found by simulation */
      readonly kind: 'exact' | 'approximate' | 'measured';
      /** what it is worth, where it is not exact */
      readonly reason?: string;
      /** the limit of the expected error; null where it is not known */
      readonly floor: number | null;
      /** estimate of |E/truth − 1| at T; of what was measured half its interval beside T, null where that is open */
      readonly relativeError: number | null;
      /** of the step size: within a tenth of the least cost */
      readonly range: readonly [low: number, high: number];
      readonly byGap: readonly GapPlan[];
    })
  | {
      readonly kind: 'none';
      readonly reason: string;
      /** there, and true, where theory has no curve */
      readonly lacksCurve?: true;
      /** the least floor that was found */
      readonly floor: number | null;
      readonly byGap: readonly GapPlan[];
    }
);
