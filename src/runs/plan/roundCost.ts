/** The cost of one round at any gap, of whatever kind a plan makes least of. */
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { type GapKind } from '../../search/plan/searchRange.ts';
import { triggerOf } from '../../search/plan/searchRange.ts';
import { meanGap } from '../../triggers/index.ts';

/** Of one algorithm. Plain data. */
export type RoundCost =
  | { readonly kind: 'rounds' | 'steps' }
  /** in closed form */
  | { readonly kind: 'pace' }
  /** whatever the gap */
  | { readonly kind: 'constant'; readonly cost: number }
  /** bytes or seconds, a mean over seeds, at some gaps, between which it is interpolated */
  | { readonly kind: 'measured'; readonly known: readonly MeasuredRound[] };

export interface MeasuredRound {
  readonly gap: number;
  readonly cost: number;
}

/** The cost of a round as a function of the gap. */
export function costsOf(
  cost: RoundCost,
  kind: GapKind,
  problem: Problem,
  configuration: RunConfiguration,
): (gap: number) => number {
  switch (cost.kind) {
    case 'rounds':
      return () => 1;
    case 'steps':
      return (gap) => meanGap(triggerOf(kind, gap));
    case 'pace':
      return (gap) => expectedPace(problem, { ...configuration, trigger: triggerOf(kind, gap) })!.stepSeconds;
    case 'constant':
      return () => cost.cost;
    case 'measured':
      return (gap) => interpolated(cost.known, gap);
  }
}

/** Seconds grow about in proportion to local steps; NaN beyond the gaps at which they are known. */
function interpolated(known: readonly MeasuredRound[], gap: number): number {
  const above = known.findIndex((measured) => measured.gap >= gap);
  if (known[above]?.gap === gap) return known[above].cost;
  if (above <= 0) return NaN;
  const [left, right] = [known[above - 1]!, known[above]!];
  const share = (gap - left.gap) / (right.gap - left.gap);
  return left.cost + share * (right.cost - left.cost);
}
