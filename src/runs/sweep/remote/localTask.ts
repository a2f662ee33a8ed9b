/** A task of another machine's sweep, as threads of this one compute it. */
import { join } from 'node:path';
import { InputError } from '../../../values/failure.ts';
import { environment } from '../../../recording/environment.ts';
import { contentKey } from '../../store/contentKey.ts';
import type { SweepTask } from '../sweepTask.ts';
import type { OwnFolders } from './ownFolders.ts';
import type { TaskMessage } from './taskMessage.ts';

/**
 * The task, with what is the user's own from this machine.
 *
 * @param message - the task as it came
 * @param fetch - what the sweep says of the problem
 * @param folders - the user's folders
 * @param directory - in which its runs get their folders
 * @param progress - see {@link SweepTask.progress}
 * @throws NotHere where this machine lacks something; InputError where the task makes no sense
 */
export async function localTask(
  message: TaskMessage,
  fetch: () => Promise<Uint8Array>,
  folders: OwnFolders,
  directory: string,
  progress: Int32Array,
): Promise<SweepTask> {
  const { problem: hash, files, metrics, seeds, runs } = message;
  const specification = await folders.problem(hash, fetch);
  const modules = await folders.modules(files);
  const { node, commit, machine } = environment();
  for (const { key, head } of runs) {
    const { configuration } = head;
    const [algorithm, ...others] = configuration.algorithms;
    // The key is what a result is kept under: it must be that of what is computed.
    const now = algorithm && contentKey(configuration, algorithm, hash);
    if (others.length > 0 || now !== key)
      throw new InputError(
        `a task’s key ${key.slice(0, 12)}… is not of what the task says, ${now?.slice(0, 12)}…`,
      );
  }
  return {
    problem: { specification, hash },
    modules,
    metrics: await folders.metrics(metrics),
    seeds,
    store: undefined,
    runs: runs.map(({ key, head, rounds, agentSteps }) => ({
      key,
      head: { ...head, node, commit, machine },
      rounds,
      agentSteps,
      directory: join(directory, key),
    })),
    progress,
  };
}
