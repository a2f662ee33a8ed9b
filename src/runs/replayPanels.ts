/** Replays the panels of a folder: what `fedsa replay` does with it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { readPanels } from '../recording/panelsFile.ts';
import { type ReplayResult, replayRun } from './replayRun.ts';

/** What a replay has found of one panel. */
export interface PanelReplay {
  readonly name: string;
  readonly directory: string;
  /** `undefined` where it was not begun, or could not be replayed */
  readonly result: ReplayResult | undefined;
  /** one line, where its run cannot be read or its problem built again */
  readonly failure: string | undefined;
}

/**
 * Replays the panels of a folder one after the other; one that cannot be replayed does not keep the
 * others from it.
 *
 * @param found - sees what was found of each, as soon as it is known
 * @throws InputError where the folder's list of panels cannot be read
 */
export async function replayPanels(
  directory: string,
  signal: AbortSignal,
  dataDirectory: string | undefined,
  found: (panel: PanelReplay) => void,
): Promise<void> {
  for (const { name } of readPanels(directory).panels) {
    if (signal.aborted) return;
    const folder = join(directory, name);
    const panel = { name, directory: folder, result: undefined, failure: undefined };
    if (!existsSync(join(folder, MANIFEST_NAME))) {
      found(panel);
      continue;
    }
    try {
      found({ ...panel, result: await replayRun(folder, signal, dataDirectory) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      found({ ...panel, failure: error.message });
    }
  }
}
