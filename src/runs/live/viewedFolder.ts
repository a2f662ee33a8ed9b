/** What `fedsa view` refuses before it serves a page: a folder that is none of a run's, and a complete run that was cut. */
import { join } from 'node:path';
import { closeSync, readSync } from 'node:fs';
import { refuseMissingRows } from '../../recording/missingRows.ts';
import { refuseMissingSideRows } from '../../recording/missingSideRows.ts';
import { isOrdinaryFile, openToRead } from '../../recording/ordinaryFile.ts';
import { holdsPanels } from '../../recording/panelsFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { begunPanels } from '../../report/panelData.ts';

const BLOCK = 1 << 20;
const LINE_FEED = 10;

/**
 * How many lines of a file have an end.
 *
 * @throws InputError where something else lies there, or we may not read it
 */
function lineCount(path: string): number {
  const file = openToRead(path);
  const block = Buffer.allocUnsafe(BLOCK);
  try {
    let lines = 0;
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      const bytes = block.subarray(0, read);
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
    }
    return lines;
  } finally {
    closeSync(file);
  }
}

/**
 * Looks at a run directory, or at each panel of a folder of several; reads only.
 *
 * @throws InputError in one line
 */
export function refuseCutFolder(directory: string): void {
  if (holdsPanels(directory)) for (const folder of begunPanels(directory)) refuseCutRun(folder);
  else refuseCutRun(directory);
}

function refuseCutRun(directory: string): void {
  const manifest = readManifest(directory);
  // Of one that goes on more is to come.
  if (manifest.state !== 'completed') return;
  const rounds = join(directory, 'rounds.csv');
  const lines = isOrdinaryFile(rounds) ? lineCount(rounds) : 0;
  refuseMissingRows(rounds, Math.max(0, lines - 1), manifest);
  refuseMissingSideRows(directory, manifest);
}
