/** Whether a folder holds a run that is complete, so that asking for it again changes nothing. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { countAll } from '../configuration/replications.ts';
import { hasEarlier } from '../recording/earlierRun.ts';
import { keptRows } from '../recording/keptRows.ts';
import { lostFiles } from '../recording/lostFiles.ts';
import type { Manifest } from '../recording/manifest.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { lacksSideRows } from '../recording/missingSideRows.ts';
import { rowFiles } from '../recording/prepareDirectory.ts';
import { readManifest } from '../recording/readManifest.ts';
import { firstDifference } from '../recording/sameRun.ts';

/**
 * Looks for a complete run in a folder; reads only.
 *
 * @param asked - manifest of the run that is asked for
 * @throws InputError in one line for a run on the wall clock that has lost files
 * @returns the manifest that lies there; `undefined` where there is anything left to run, to mend or to refuse
 */
export function completedRun(path: string, asked: Manifest): Manifest | undefined {
  const files = rowFiles(path, asked);
  // With rows of an earlier run it was killed when all of them had gone over: they are removed when it is opened.
  if (!existsSync(join(path, MANIFEST_NAME)) || hasEarlier(path)) return undefined;
  const manifest = readManifest(path);
  if (manifest.state !== 'completed' || firstDifference(manifest, asked) !== undefined) return undefined;
  const rows = files.map((file) => file.path).filter((file) => !existsSync(file));
  const lost = [...rows.map((file) => basename(file)), ...lostFiles(path, manifest)];
  if (lost.length > 0) {
    refuseUnrepeatable(path, manifest, lost);
    return undefined;
  }
  const kept = keptRows(files, manifest.runs);
  const whole = files.every((file, index) => statSync(file.path).size === kept.bytes[index]);
  const isWhole =
    whole && countAll(kept.runs) === countAll(manifest.runs) && !lacksSideRows(path, manifest.runs);
  return isWhole ? manifest : undefined;
}

/** On the wall clock the same command makes other rows, which must not take the place of those that are left. */
function refuseUnrepeatable(path: string, { configuration }: Manifest, lost: readonly string[]): void {
  if (configuration.clock !== 'wall') return;
  throw new InputError(
    `${path}: has lost ${lost.join(', ')}, which the same command on the wall clock would not give again; put a copy back, or choose another folder for another run`,
  );
}
