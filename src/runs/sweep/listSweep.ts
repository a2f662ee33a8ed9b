/** What a sweep would do, line by line: its points, their keys, and what is there already. */
import { InputError } from '../../protocol/failure.ts';
import { readResult } from '../store/resultFile.ts';
import { runFolder } from './sweepFiles.ts';
import { pointText, type SweepPlan } from './sweepPlan.ts';

/**
 * A line for each algorithm at each point, and one that sums up.
 *
 * @param directory - the sweep directory, where one is named
 * @param keys - of the slice that is asked for
 */
export function* listed(
  plan: SweepPlan,
  directory: string | undefined,
  keys: ReadonlyMap<string, unknown>,
): Generator<string> {
  let there = 0;
  for (let at = 0; at < plan.pointCount; at++) {
    for (const { key, algorithm } of plan.runsAt(at)) {
      if (!keys.has(key)) continue;
      const done = directory === undefined ? 0 : finished(plan, directory, key);
      there += done;
      const state =
        done === plan.seeds.length
          ? 'there'
          : done === 0
            ? 'pending'
            : `${done} of ${plan.seeds.length} seeds there`;
      yield `${key}  ${pointText(plan.point(at))}  ${algorithm}  ${state}`;
    }
  }
  const replications = keys.size * plan.seeds.length;
  yield `${plan.pointCount} points, ${keys.size} runs of ${plan.seeds.length} ${plan.seeds.length === 1 ? 'seed' : 'seeds'}: ${replications} replications, ${there} of them there`;
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
