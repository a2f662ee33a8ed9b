/** The largest step size at each gap at which the expected error stays bounded, as far as that is found in little time. */
import { START_STEPS } from '../../theory/budgets.ts';
import { stabilityOf } from '../../theory/stability/stability.ts';
import { type GapKind, triggerOf } from './searchRange.ts';
import type { PlannedRun } from './plannedErrors.ts';
import type { Surface, SurfaceCell } from './surface.ts';

export interface EdgePoint {
  readonly gap: number;
  readonly stepSize: number;
  /** whether it is computed, or lies between two cells of which one grows */
  readonly isComputed: boolean;
}

/** The edge at some gaps, in their order; those at which the budget does not find it have no point. */
export const computedEdge = (
  { problem, solution, configuration, algorithm }: PlannedRun,
  kind: GapKind,
  gaps: readonly number[],
): EdgePoint[] =>
  gaps.flatMap((gap): EdgePoint[] => {
    const asked = { ...configuration, trigger: triggerOf(kind, gap), algorithms: [algorithm as never] };
    const step = stabilityOf(problem, solution, asked, START_STEPS)[0]!.meanSquare.step;
    return step === null || step === 0 ? [] : [{ gap, stepSize: step, isComputed: true }];
  });

/** A map of which cells without a curve grow where they are beyond the edge: there moments may not exist after one round. */
export const grownBeyond = (edge: readonly EdgePoint[], { epsilon, cells }: Surface): Surface => ({
  epsilon,
  cells: cells.map((cell) =>
    cell.kind === 'unknown' && edge.some(({ gap, stepSize }) => gap === cell.gap && stepSize < cell.stepSize)
      ? { ...cell, kind: 'grows' }
      : cell,
  ),
});

/** The edge with points at other gaps: halfway from the first cell that grows to the one before. */
export function edgeFromCells(edge: readonly EdgePoint[], cells: readonly SurfaceCell[]): EdgePoint[] {
  const gaps = [...new Set(cells.map(({ gap }) => gap))];
  return gaps.flatMap((gap): EdgePoint[] => {
    const computed = edge.find((point) => point.gap === gap);
    if (computed !== undefined) return [computed];
    const row = cells.filter((cell) => cell.gap === gap);
    const first = row.findIndex(({ kind }) => kind === 'grows');
    if (first <= 0) return [];
    const stepSize = Math.sqrt(row[first - 1]!.stepSize * row[first]!.stepSize);
    return [{ gap, stepSize, isComputed: false }];
  });
}
