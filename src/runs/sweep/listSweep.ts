/** What a sweep would do, line by line: its points, their keys, and what is there already. */
import { InputError } from '../../values/failure.ts';
import { readResult } from '../store/resultFile.ts';
import { isIn, type Slice } from './slice.ts';
import { runFolder } from './sweepFolder.ts';
import { pointText } from '../../configuration/sweep/grid.ts';
import type { SweepPlan } from './sweepPlan.ts';
import { counted } from '../../values/counted.ts';

/**
 * A line for each algorithm at each point, and one that sums up.
 *
 * @param directory - the sweep directory, where one is named
 * @param slice - that is asked for
 */
export function* listed(
  plan: SweepPlan,
  directory: string | undefined,
  slice: Slice | undefined,
): Generator<string> {
  let present = 0;
  let runs = 0;
  for (let at = 0; at < plan.pointCount; at++) {
    for (const { key, algorithm, isFirst } of plan.runsAt(at)) {
      if (!isIn(slice, key)) continue;
      const done = directory === undefined ? 0 : finished(plan, directory, key);
      if (isFirst) runs++;
      if (isFirst) present += done;
      const state =
        done === plan.seeds.length
          ? 'there'
          : done === 0
            ? 'pending'
            : `${done} of ${counted(plan.seeds.length, 'seed')} there`;
      yield `${key}  ${pointText(plan.point(at))}  ${algorithm}  ${state}`;
    }
  }
  const replications = runs * plan.seeds.length;
  yield `${counted(plan.pointCount, 'point')}, ${counted(runs, 'run')} of ${counted(plan.seeds.length, 'seed')}: ${counted(replications, 'replication')}, ${present} of them done`;
}

function finished({ seeds }: SweepPlan, directory: string, key: string): number {
  try {
    const result = readResult(runFolder(directory, key), key);
    return result === undefined ? 0 : seeds.filter((seed) => result.replications[seed] !== undefined).length;
  } catch (error) {
    if (error instanceof InputError) return 0;
    throw error;
  }
}
