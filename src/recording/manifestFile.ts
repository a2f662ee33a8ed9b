/** Writes a folder's JSON such that a reader finds the old file or the new one, whole, at any moment. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncFile } from './csvWriter.ts';
import { fileCause } from './fileCause.ts';
import type { Manifest } from './manifest.ts';
import { seedsTold } from './seedRanges.ts';

export const MANIFEST_NAME = 'manifest.json';

/**
 * Replaces the manifest of a run directory.
 *
 * @throws Error in one line if that cannot be done; the manifest that was there stays
 */
export function writeManifest(directory: string, manifest: Manifest, sync: SyncFile = fsyncSync): void {
  const { configuration } = manifest;
  const told = { ...manifest, configuration: { ...configuration, seeds: seedsTold(configuration.seeds) } };
  writeJson(join(directory, MANIFEST_NAME), told, sync);
}

/**
 * Replaces a file of JSON: a temporary file beside it, synced, then renamed.
 *
 * @throws Error in one line if that cannot be done; the file that was there stays
 */
export function writeJson(file: string, value: unknown, sync: SyncFile = fsyncSync): void {
  const temporary = `${file}.tmp`;
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      writeFileSync(descriptor, JSON.stringify(value, null, 2) + '\n');
      sync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The first error is the one to tell; a left-over temporary file is overwritten next time.
    }
    throw new Error(`${file}: could not be written (${fileCause(error)})`, { cause: error });
  }
}
