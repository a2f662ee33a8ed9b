/** Runs of a sweep packed into tasks: many short ones together, and of a long one so many shares of its seeds. */
import { isIn, type Slice } from './slice.ts';
import type { RunnableRun, SweepPlan } from './sweepPlan.ts';

/** A run on its way. */
export interface Waiting extends RunnableRun {
  /** the place of its point */
  readonly at: number;
}

/** Most runs of a task, and the local steps of its agents from which on it has enough: some seconds. */
const MOST_RUNS = 64;
const ENOUGH_STEPS = 5e7;
/** So many tasks of a sweep, at least: each thread gets several. */
const FEWEST_TASKS = 32;
/** The fewest local steps of a share of seeds: half a second. */
const LEAST_STEPS = 1e7;

/** Runs in their order, those of one problem together, until they make a task. */
export async function* tasksOf(
  plan: SweepPlan,
  slice: Slice | undefined,
  totalRuns: number,
): AsyncGenerator<readonly Waiting[]> {
  const most = Math.max(1, Math.min(MOST_RUNS, Math.floor(totalRuns / FEWEST_TASKS)));
  let runs: Waiting[] = [];
  let steps = 0;
  for (let at = 0; at < plan.pointCount; at++) {
    const mine = plan.runsAt(at).map(({ key, isFirst }) => isFirst && isIn(slice, key));
    if (!mine.includes(true)) continue;
    for (const [index, run] of (await plan.runnable(at)).entries()) {
      if (!mine[index]) continue;
      if (runs.length > 0 && runs[0]!.problem.hash !== run.problem.hash) {
        yield runs;
        runs = [];
        steps = 0;
      }
      runs.push({ ...run, at });
      steps += run.agentSteps * plan.seeds.length;
      if (runs.length < most && steps < ENOUGH_STEPS) continue;
      yield runs;
      runs = [];
      steps = 0;
    }
  }
  if (runs.length > 0) yield runs;
}

/** The most shares of its seeds in which a run pays. */
export const mostShares = ({ agentSteps }: RunnableRun, seeds: number): number =>
  Math.max(1, Math.min(seeds, Math.floor((agentSteps * seeds) / LEAST_STEPS)));
