/** Slices of a sweep: parts of its runs, by their keys, that several machines compute without knowing of each other. */
import type { SweepPlan } from './sweepPlan.ts';

/** A part of the runs: those whose key is `index` modulo `of`. */
export interface Slice {
  readonly index: number;
  readonly of: number;
}

/** Whether a run belongs to a slice. */
export const isIn = (slice: Slice | undefined, key: string): boolean =>
  slice === undefined || parseInt(key.slice(0, 12), 16) % slice.of === slice.index;

/** How many runs of a plan belong to a slice. */
export function countIn(plan: SweepPlan, slice: Slice | undefined): number {
  if (slice === undefined) return plan.keyCount;
  let count = 0;
  for (let at = 0; at < plan.pointCount; at++)
    for (const { key, isFirst } of plan.runsAt(at)) if (isFirst && isIn(slice, key)) count++;
  return count;
}
