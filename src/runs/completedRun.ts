/** Whether a folder holds a run that is complete, so that asking for it again changes nothing. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { countAll } from '../protocol/replications.ts';
import { keptRows } from '../recording/keptRows.ts';
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
 * @returns the manifest that lies there; `undefined` where there is anything left to run, to mend or to refuse
 */
export function completedRun(path: string, asked: Manifest): Manifest | undefined {
  const files = rowFiles(path, asked);
  if (![join(path, MANIFEST_NAME), ...files.map((file) => file.path)].every((file) => existsSync(file))) {
    return undefined;
  }
  const there = readManifest(path);
  if (there.state !== 'completed' || firstDifference(there, asked) !== undefined) return undefined;
  const kept = keptRows(files, there.runs);
  const whole = files.every((file, index) => statSync(file.path).size === kept.bytes[index]);
  const isWhole = whole && countAll(kept.runs) === countAll(there.runs) && !lacksSideRows(path, there);
  return isWhole ? there : undefined;
}
