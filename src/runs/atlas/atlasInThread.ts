/** The cells of an atlas, computed in a thread of its own, so that it can be watched and ended. */
import type { AtlasCell } from '../../search/atlas/atlasReport.ts';
import { builtFile } from '../../values/builtProgram.ts';
import { workInThread } from '../theory/workInThread.ts';
import type { AtlasPlan } from './atlasPlan.ts';

const WORKER = builtFile('program/atlasWorker.js');

/** Plain data: it crosses to the thread. */
export type AtlasTask = Pick<AtlasPlan, 'cells' | 'problems'>;

/** What the thread sends: the cells in their order. */
export interface AtlasMessage {
  readonly kind: 'found';
  readonly cell: AtlasCell;
}

/**
 * All cells.
 *
 * @param signal - ends it: then those that were found by then
 */
export async function cellsInThread(
  task: AtlasTask,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<AtlasCell[]> {
  const found: AtlasCell[] = [];
  await workInThread<AtlasMessage>(
    {
      ...{ file: WORKER, task, subject: 'the atlas' },
      hears: ({ cell }) => {
        found.push(cell);
        progress(found.length);
      },
      isWhole: () => found.length === task.cells.length,
    },
    signal,
  );
  return found;
}
