/** The thread that computes an atlas: each cell is sent as it is found. */
import '../../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keyOf } from '../../algorithms/parts.ts';
import { boundRatios } from '../../search/atlas/boundRatios.ts';
import { problemScale } from '../../search/atlas/problemScale.ts';
import type { Unknown } from '../../theory/unknown.ts';
import { InputError } from '../../values/failure.ts';
import { solvedInThread } from '../theory/threadProblem.ts';
import { orRefusal } from '../theory/workInThread.ts';
import type { AtlasMessage, AtlasTask } from './atlasInThread.ts';

const { cells, problems } = workerData as AtlasTask;
const report = (message: AtlasMessage): void => {
  parentPort!.postMessage(message);
};

function refuseUnknown<T extends object>(found: T | Unknown): T {
  if ('reason' in found) throw new InputError(found.reason);
  return found;
}

await orRefusal(async () => {
  const solved = new Map<number, Awaited<ReturnType<typeof solvedInThread>>>();
  for (const { point, configuration, problem: place } of cells) {
    const known = solved.get(place) ?? (await solvedInThread(problems[place]!));
    solved.set(place, known);
    const { problem, solution } = known;
    const scale = refuseUnknown(problemScale(problem, solution, configuration));
    const ratios = refuseUnknown(boundRatios(problem, solution, configuration));
    if (ratios.length === 0)
      throw new InputError(
        `\`algorithms\`: no theorem here is about an error of ${configuration.algorithms.map(keyOf).join(', ')} after T rounds; the theorems are those of fedsa theory`,
      );
    report({ kind: 'found', cell: { point, scale, ratios } });
  }
});
