/** The largest step size at each gap at which the expected error stays bounded, as far as that is found in little time. */
import { START_STEPS } from '../budgets.ts';
import { stabilityOf } from '../stability/stability.ts';
import { type GapKind, triggerOf } from './algorithmPlan.ts';
import type { PlannedRun } from './plannedErrors.ts';
import type { Surface, SurfaceGrid } from './surface.ts';

export interface EdgePoint {
  readonly gap: number;
  readonly stepSize: number;
  /** whether it is computed, or lies between two cells of which one grows */
  readonly isComputed: boolean;
}

/** The edge of a grid; gaps at which no step size is known to be too large have no point. */
export function stableEdge(
  { problem, solution, configuration, algorithm }: PlannedRun,
  kind: GapKind,
  { gaps, others }: SurfaceGrid,
  { cells }: Surface,
): EdgePoint[] {
  return gaps.flatMap((gap): EdgePoint[] => {
    const asked = {
      ...configuration,
      trigger: triggerOf(kind, gap),
      algorithms: [{ ...algorithm, ...others } as never],
    };
    const [{ meanSquare }] = stabilityOf(problem, solution, asked, START_STEPS) as [
      ReturnType<typeof stabilityOf>[number],
    ];
    if (meanSquare.step !== null) return [{ gap, stepSize: meanSquare.step, isComputed: true }];
    const row = cells.filter((cell) => cell.gap === gap);
    const first = row.findIndex((cell) => cell.kind === 'grows');
    if (first <= 0) return [];
    const between = Math.sqrt(row[first - 1]!.stepSize * row[first]!.stepSize);
    return [{ gap, stepSize: between, isComputed: false }];
  });
}
