/** Writes a folder's JSON such that a reader finds the old file or the new one, whole, at any moment. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SyncFile } from './csvWriter.ts';
import { fileCause } from './fileCause.ts';
import type { Manifest } from './manifest.ts';
import { seedRangesOf } from './seedRanges.ts';

export const MANIFEST_NAME = 'manifest.json';

/**
 * Replaces the manifest of a run directory.
 *
 * @throws Error in one line if that cannot be done; the manifest that was there stays
 */
export function writeManifest(directory: string, manifest: Manifest, sync: SyncFile = fsyncSync): void {
  writeJson(join(directory, MANIFEST_NAME), writtenManifest(manifest), sync);
}

/** A manifest as its file has it: many seeds in ranges. */
export function writtenManifest(manifest: Manifest): object {
  const { configuration } = manifest;
  return { ...manifest, configuration: { ...configuration, seeds: seedRangesOf(configuration.seeds) } };
}

/** Replaces a file of JSON, as {@link replaceFile} does. */
export function writeJson(file: string, value: unknown, sync: SyncFile = fsyncSync): void {
  replaceFile(file, JSON.stringify(value, null, 2) + '\n', sync);
}

/**
 * Replaces a file: a temporary file beside it, synced, then renamed.
 *
 * @throws Error in one line if that cannot be done; the file that was there stays
 */
export function replaceFile(file: string, content: string, sync: SyncFile = fsyncSync): void {
  const temporary = `${file}.tmp`;
  try {
    // Made anew, lest what lies there by that name be followed to where it leads.
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, 'wx');
    try {
      writeFileSync(descriptor, content);
      sync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The first error is the one to report; a left-over temporary file is overwritten next time.
    }
    throw new Error(`${file}: could not be written (${fileCause(error)})`, { cause: error });
  }
}

const RUNNING = '\n  "state": "running",';
const FAILED = '\n  "state": "failed", ';

/** Turns the state of a running run into `failed` in place, which takes no room on a full disk. */
export function markFailed(directory: string): void {
  try {
    const file = openSync(join(directory, MANIFEST_NAME), 'r+');
    try {
      const at = readFileSync(file).indexOf(RUNNING);
      if (at >= 0) writeSync(file, FAILED, at);
    } finally {
      closeSync(file);
    }
  } catch {
    // A folder that is gone, or a disk that takes nothing at all.
  }
}
