/** The cost of one round at any gap, of whatever kind a plan makes least of. */
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { type GapKind } from '../../theory/plan/searchRange.ts';
import { triggerOf } from '../../theory/plan/planSearch.ts';
import { meanGap } from '../../triggers/index.ts';

/** Of one algorithm. Plain data. */
export type RoundCost =
  | { readonly kind: 'rounds' | 'steps' }
  /** of each round, whatever the gap */
  | { readonly kind: 'bytes'; readonly bytes: number }
  /** in closed form */
  | { readonly kind: 'pace' }
  /** mean over seeds at some gaps, between which it is interpolated */
  | {
      readonly kind: 'seconds';
      readonly known: readonly { readonly gap: number; readonly seconds: number }[];
    };

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
    case 'bytes':
      return () => cost.bytes;
    case 'pace':
      return (gap) => expectedPace(problem, { ...configuration, trigger: triggerOf(kind, gap) })!.stepSeconds;
    case 'seconds':
      return (gap) => interpolated(cost.known, gap);
  }
}

/** Seconds grow about in proportion to local steps; NaN beyond the gaps at which they are known. */
function interpolated(known: Extract<RoundCost, { kind: 'seconds' }>['known'], gap: number): number {
  const above = known.findIndex((measured) => measured.gap >= gap);
  if (known[above]?.gap === gap) return known[above].seconds;
  if (above <= 0) return NaN;
  const [left, right] = [known[above - 1]!, known[above]!];
  const share = (gap - left.gap) / (right.gap - left.gap);
  return left.seconds + share * (right.seconds - left.seconds);
}
